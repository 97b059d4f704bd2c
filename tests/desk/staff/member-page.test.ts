/** The page of a member: owners rename, and set or remove e-mail addresses; others only their own address. */
import { parse } from 'node-html-parser'
import { beforeEach, expect, it } from 'vitest'
import { readAddress } from '../../../src/staff/staff-address.ts'
import { desk } from '../../test-desk.ts'
import { auditOf, openSignedInBrowser, owner, useOwner } from '../browser.ts'

const ADDRESS = 'ana@firm.example'
let ana: Awaited<ReturnType<typeof openSignedInBrowser>>
let page: string
useOwner()
beforeEach(async () => {
  ana = await openSignedInBrowser(desk, 'Ana', false)
  page = `/desk/staff/members/${ana.id}`
})

const actions = async () => (await auditOf(desk)).filter(([, action]) => action?.startsWith('staff.'))
const addressOf = async (id: string) => (await readAddress(desk.service, id))?.text
const valueOf = (html: string, id: string) => parse(html).querySelector(`#${id}`)?.getAttribute('value')

it('a name is changed, and shown in what was done before too', async () => {
  expect((await ana.get(page)).html).not.toContain('id="name"')
  expect((await owner.get('/desk/staff/members/K7QM2F9D')).status).toBe(404)
  expect((await owner.post(page, { what: 'constructor', text: 'x' })).status).toBe(400)
  const reference = await desk.inquire()
  await ana.get(`/desk/inquiries/${reference}`)
  const form = { what: 'save', assignee: ana.id, seen: '0', received: desk.service.clock.now().toISOString() }
  expect((await owner.post(`/desk/inquiries/${reference}`, form)).status).toBe(303)
  const renamed = await owner.submit(page, { what: 'name', text: '  Ana Núñez ' })
  expect(renamed.text).toContain('The name was changed.')
  expect((await owner.get('/desk/audit')).text).toMatch(/Ana Núñez\s*opened an inquiry/)
  expect((await owner.get('/desk/audit')).text).toMatch(/renamed a member of the staff\s*Ana Núñez/)
  expect((await owner.get(`/desk/inquiries/${reference}`)).text).toContain('Ana Núñez')
  expect((await ana.get('/desk/staff')).text).toContain('Signed in as Ana Núñez')
  desk.advance(1)
  await owner.post(page, { what: 'name', text: 'Ana Ortiz' })
  expect((await owner.get('/desk/staff')).text).toContain('Ana Ortiz')
  expect((await owner.get('/desk/staff')).text).not.toContain('Núñez')
  expect(await actions()).toEqual(Array(2).fill([owner.id, 'staff.renamed', ana.id]))
})

it('an e-mail address that is none is refused with how to write one; one is entered by the member, shown, and removed', async () => {
  const { status, html, text } = await ana.post(page, { what: 'address', text: 'ana at firm' })
  expect([status, valueOf(html, 'address')]).toEqual([422, 'ana at firm'])
  expect(text).toContain('The e-mail address must be one e-mail address, like ana@example.com.')
  expect(await addressOf(ana.id)).toBeUndefined()
  const overview = await ana.get('/desk/staff')
  const form = parse(overview.html).querySelector('form:has(#address)')
  expect([form?.getAttribute('action'), overview.text]).toEqual([page, expect.stringContaining('No address is stored')])
  expect((await ana.submit(page, { what: 'address', text: ` ${ADDRESS} ` })).text).toContain('was stored')
  expect(await addressOf(ana.id)).toBe(ADDRESS)
  expect(valueOf((await ana.get('/desk/staff')).html, 'address')).toBe(ADDRESS)
  desk.advance(1)
  expect((await ana.submit(page, { what: 'removal' })).text).toContain('was removed')
  expect(await addressOf(ana.id)).toBeUndefined()
  expect(await actions()).toEqual(['addressed', 'unaddressed'].map((what) => [ana.id, `staff.${what}`, ana.id]))
  expect(JSON.stringify([...desk.store.records]) + desk.logged()).not.toContain(ADDRESS)
})

it('an e-mail address is removed when its member is revoked, and there is no form for another', async () => {
  await owner.post(page, { what: 'address', text: ADDRESS })
  await owner.post(`/desk/staff/${ana.id}/revoke`)
  expect(await addressOf(ana.id)).toBeUndefined()
  expect((await owner.get(page)).html).not.toContain('id="address"')
  expect((await owner.post(page, { what: 'address', text: ADDRESS })).status).toBe(400)
  expect(await addressOf(ana.id)).toBeUndefined()
})

it('roles are given and ended by an owner, hold at once, and an owner stays one until another owner ends that', async () => {
  expect((await owner.get(page)).text).toContain('Lawyer: decides on conflicts of interest')
  const roles = (...given: string[]): [string, string][] => [
    ['what', 'roles'],
    ...given.map((role): [string, string] => ['role', role]),
  ]
  expect((await owner.submit(page, roles('lawyer', 'owner'))).text).toContain('The roles were changed.')
  expect((await ana.get('/desk/staff')).text).toMatch(/Ana[\s\S]*owner, lawyer/)
  expect((await ana.post(`/desk/staff/members/${ana.id}`, roles())).status).toBe(303)
  expect((await ana.get('/desk/audit')).status).toBe(200)
  await owner.post(page, roles('lawyer'))
  expect((await ana.get('/desk/audit')).status).toBe(403)
  expect((await ana.get('/desk/staff')).text).toContain('with the role: lawyer')
  expect((await ana.post(page, roles('owner'))).status).toBe(400)
})

it('refuses the second of two changes of one field at once, and takes changes of different fields', async () => {
  const olga = await openSignedInBrowser(desk, 'Olga Owner')
  const form = async (what: string): Promise<[string, string][]> => {
    const fields = parse((await owner.get(page)).html).querySelector(`[name=what][value=${what}]`)?.parentNode
    const seen = fields?.querySelector('[name=seen]')?.getAttribute('value') ?? expect.unreachable('no field')
    return Object.entries({ what, seen })
  }
  const [name, roles] = [await form('name'), await form('roles')]
  const answers = await Promise.all([
    owner.post(page, [...name, ['text', 'Ana One']]),
    olga.post(page, [...name, ['text', 'Ana Two']]),
    olga.post(page, [...roles, ['role', 'lawyer']]),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 409])
  const refused = answers.find(({ status }) => status === 409)
  const [kept] = ['Ana One', 'Ana Two'].filter((one) => refused?.text.includes(one))
  expect(refused?.text).toContain('Someone else changed this member meanwhile')
  expect((await owner.get(page)).text).toContain(`Roles of ${kept}.`)
  const late = await olga.post(page, [...roles, ['role', 'onCall']])
  expect([late.status, late.html]).toEqual([409, expect.stringMatching(/value="lawyer"[^>]*checked/)])
  expect((await olga.post(page, [...(await form('roles')), ['role', 'onCall']])).status).toBe(303)
})
