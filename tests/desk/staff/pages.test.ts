/** Staff, their names, addresses and roles, sessions and the audit trail at the desk. */
import { describe, expect, it, beforeEach } from 'vitest'
import { listMonths, recordAudit } from '../../../src/staff/audit.ts'
import { desk } from '../../test-desk.ts'
import { auditOf, openBrowser, openSession, signIn, openSignedInBrowser, owner, useOwner } from '../browser.ts'
import { useCheapScrypt } from '../cheap-scrypt.ts'
import { parse } from 'node-html-parser'
import { DAY_MS } from '../../../src/duration.ts'
import { readAddress } from '../../../src/staff/staff-address.ts'

useCheapScrypt()

useOwner()

const draftOf = (html: string) => /name="id" value="([^"]+)"/.exec(html)?.[1] ?? ''
const keyOf = (html: string) => /DESK(-[0-9A-Z]{4}){10}/.exec(html)?.[0] ?? ''
const sessionsOf = (html: string) => [...html.matchAll(/sessions\/([0-9a-f]{64})\/end/g)].map(([, id]) => id ?? '')

it('an owner adds a member and is shown the key once, also when the form is sent twice, and the new member signs in', async () => {
  const id = draftOf((await owner.get('/desk/staff')).html)
  const add = (member = id) => owner.post('/desk/staff/add', { id: member, name: '  Ana Núñez ' })
  const [added, second] = [await add(), await add()]
  expect([added.status, added.text]).toEqual([200, expect.stringContaining('The key of Ana Núñez')])
  expect([second.status, second.text, keyOf(second.html)]).toEqual([422, expect.stringContaining('sent twice'), ''])
  expect((await auditOf(desk)).filter(([, , subject]) => subject === id)).toEqual([[owner.id, 'staff.added', id]])
  const ana = openBrowser(desk)
  expect((await signIn(ana, keyOf(added.html))).status).toBe(303)
  expect((await ana.get('/desk/staff')).text).toContain('Signed in as Ana Núñez')
  expect((await owner.get('/desk/staff')).html).not.toContain('DESK-')
  const atOnce = await Promise.all([add('K7QM2F9D'), add('K7QM2F9D')])
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(desk.logged()).not.toMatch(/Núñez|DESK-/)
})

it('an owner revokes a member, whose every session ends at once, but not themselves', async () => {
  const ana = await openSignedInBrowser(desk, 'Ana', false)
  expect((await owner.submit(`/desk/staff/${ana.id}/revoke`)).text).toMatch(/Ana[\s\S]*Revoked /)
  expect((await ana.get('/desk/claims')).status).toBe(303)
  const before = await auditOf(desk)
  expect((await owner.post('/desk/staff/K7QM2F9D/revoke')).status).toBe(404)
  expect((await owner.post(`/desk/staff/sessions/${'0'.repeat(64)}/end`)).status).toBe(303)
  expect(await auditOf(desk)).toEqual(before)
  expect((await owner.post(`/desk/staff/${owner.id}/revoke`)).status).toBe(400)
  expect((await owner.get('/desk/claims')).status).toBe(200)
})

it('an owner reads what was done and which member did it, though the trail holds ids only', async () => {
  desk.advance(1)
  const ana = await openSignedInBrowser(desk, 'Ana', false)
  const [session = ''] = sessionsOf((await ana.get('/desk/staff')).html)
  desk.advance(1)
  await owner.post(`/desk/staff/sessions/${session}/end`)
  expect((await ana.get('/desk/claims')).status).toBe(303)
  desk.advance(1)
  for (let times = 0; times < 2; times += 1) await owner.post(`/desk/staff/${ana.id}/revoke`)
  expect((await auditOf(desk)).slice(1)).toEqual([
    [ana.id, 'session.started', session],
    [owner.id, 'session.ended', session],
    [owner.id, 'staff.revoked', ana.id],
  ])
  expect((await owner.get('/desk/audit')).text).toMatch(/Olive Owner\s*revoked a member of the staff\s*Ana/)
  expect((await owner.get('/desk/audit?month=2026-10')).text).toContain('Nothing was done.')
  expect((await owner.get('/desk/audit?month=../x')).text).toContain('What was done in November 2026')
  for (const key of desk.store.keysOf('audit/')) expect(desk.store.records.get(key)).not.toMatch(/Ana|Olive/)
})

const rowsOf = (html: string) => [...html.matchAll(/<t[dh][^>]*><time[^>]*datetime="([^"]+)"/g)].map(([, at]) => at)

it('the audit trail is read by the hundred, latest first, and goes on where it ended', async () => {
  const times: string[] = []
  for (let number = 0; number < 250; number++) {
    desk.advance(number % 3 === 0 ? 0 : 40_000)
    times.unshift(desk.service.clock.now().toISOString())
    await recordAudit(desk.service, owner.id, 'inquiry.opened', 'K7QM-2F9D')
  }
  const browser = await openSession(desk, owner.id)
  const seen: (string | undefined)[] = []
  const lengths: number[] = []
  let path = '/desk/audit'
  while (path) {
    const { html } = await browser.get(path)
    seen.push(...rowsOf(html))
    lengths.push(rowsOf(html).length)
    path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  }
  // There are 250 entries, and that of signing in.
  expect(lengths).toEqual([100, 100, 51])
  expect(seen.slice(0, -1)).toEqual(times)
  desk.advance(30 * DAY_MS)
  await recordAudit(desk.service, owner.id, 'inquiry.opened', 'K7QM-2F9D')
  expect(await listMonths(desk.service)).toEqual(['2026-12', '2026-11'])
})

it('a member who is no owner sees and ends own sessions only', async () => {
  const ana = await openSignedInBrowser(desk, 'Ana', false)
  const page = await ana.get('/desk/staff')
  expect(page.text).toContain('You are shown as')
  expect(page.text).not.toContain('Add a member')
  const own = sessionsOf(page.html)
  const [theirs = ''] = sessionsOf((await owner.get('/desk/staff')).html).filter((id) => !own.includes(id))
  await ana.post(`/desk/staff/sessions/${theirs}/end`)
  expect((await owner.get('/desk/claims')).status).toBe(200)
  await ana.post(`/desk/staff/sessions/${own[0]}/end`)
  expect((await ana.get('/desk/claims')).status).toBe(303)
})

describe('the page of a member', () => {
  const ADDRESS = 'ana@firm.example'
  let ana: Awaited<ReturnType<typeof openSignedInBrowser>>
  let page: string
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
    expect(overview.text).toContain('No address is stored')
    expect(parse(overview.html).querySelector('form:has(#address)')?.getAttribute('action')).toBe(page)
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
    const roles = (...given: string[]) => [
      ...new URLSearchParams([['what', 'roles'], ...given.map((one) => ['role', one])]),
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
      const field = parse((await owner.get(page)).html).querySelector(`form:has([value=${what}]) [name=seen]`)
      return Object.entries({ what, seen: field?.getAttribute('value') ?? expect.unreachable('no field') })
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
})
