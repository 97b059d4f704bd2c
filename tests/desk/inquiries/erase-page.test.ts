/** An owner erases what a person sent: nothing of it is left, and the desk says when it was and who did it. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { runHousekeeping } from '../../../src/service/housekeeping.ts'
import { NotDelivered } from '../../../src/ports.ts'
import { VALID_INQUIRY, jsonRequest } from '../../test-desk.ts'
import { auditOf } from '../browser.ts'
import { fieldsOf, OWNER, rowsOf, desk, useDeskClient } from './desk-client.ts'

useDeskClient()

const without = (fields: [string, string][], name: string) => fields.filter(([field]) => field !== name)
const send = (reference: string, fields: [string, string][], typed = reference) =>
  desk.post(`/inquiries/${reference}/erase`, [...fields, ['confirm', typed], ['no-dispute', 'yes']], OWNER)
const ticksOf = (markup: string) =>
  parse(markup)
    .querySelectorAll('[name=inquiry]')
    .map((box) => [box.getAttribute('value')?.split('/')[1], box.hasAttribute('checked')])

it('leaves nothing of a person: and says when it was and who did it', async () => {
  const kept = await desk.inquire({ name: 'Bea Other', email: 'bea@example.com' })
  const once = jsonRequest(VALID_INQUIRY, { 'Idempotency-Key': 'once' })
  const sent = await desk.send('inquiries', '/api/v1/inquiries', once)
  const { reference } = (await sent.json()) as { reference: string }
  await desk.change(reference, 'save', { status: 'contacted', note: 'Called Ana.' })
  await desk.change(reference, 'save', { status: 'closed' })
  const page = await desk.get(`/inquiries/${reference}/erase`, OWNER)
  expect(page.title).toBe(`Erase ${reference}?`)
  expect(page.text).toContain('Sent by Ana Example, ana@example.com.')
  expect((await desk.open(reference, OWNER)).markup).toContain('/erase')
  expect((await desk.open(reference)).markup).not.toContain('/erase')
  const fields = without(fieldsOf(page, '/erase'), 'keep-names')
  const refused = await send(reference, fields, kept)
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('you typed a different reference')])
  expect((await send(reference, without(fields, 'inquiry'))).text).toContain('no inquiry is checked')
  const unasked = await desk.post(`/inquiries/${reference}/erase`, [...fields, ['confirm', reference]], OWNER)
  expect([unasked.status, unasked.text]).toEqual([422, expect.stringContaining('check the box that nothing')])
  // A form that was made by hand: nothing but what the page offers is erased, and the typed reference is always among it.
  const [, theirs = ''] =
    fieldsOf(await desk.get(`/inquiries/${kept}/erase`, OWNER), '/erase').find(([name]) => name === 'inquiry') ?? []
  const foreign: [string, string] = ['inquiry', theirs]
  expect((await send(reference, [...fields, foreign])).text).toContain('from another person, or is gone')
  expect((await send(reference, [...without(fields, 'inquiry'), foreign])).text).toContain(
    `${reference} is not checked`,
  )
  for (const one of [reference, kept]) expect((await desk.open(one)).status).toBe(200)
  const erased = await send(reference, fields, reference.toLowerCase())
  expect(erased.title).toBe(`${reference} is erased`)
  for (const [key, value] of desk.store.records)
    if (!key.startsWith('inquiries/')) expect(value, key).not.toMatch(/sealed|Ana|Called|example\.com/)
  const gone = await desk.open(reference)
  expect(gone.status).toBe(404)
  expect(gone.text).toContain('erased 10:04 a.m. by Olga Owner')
  expect(rowsOf((await desk.get('/inquiries')).markup)).toEqual([kept])
  expect((await send(reference, fields)).status).toBe(404)
  const back = { what: 'save', note: 'Back.', seen: '2', received: '' }
  expect((await desk.post(`/inquiries/${reference}`, back)).status).toBe(404)
})

it('offers what else came from the same address, however it is written, and erases what is ticked', async () => {
  const [other, spared] = [await desk.inquire({ name: 'A. E.', email: 'ANA@example.com' }), await desk.inquire()]
  const similar = await desk.inquire({ email: 'juliana@example.com', otherParty: 'ana@example.com' })
  const reference = await desk.inquire()
  const page = await desk.get(`/inquiries/${reference}/erase`, OWNER)
  expect(ticksOf(page.markup)[0]).toEqual([reference, true])
  expect(ticksOf(page.markup).slice(1).sort()).toEqual([other, spared].sort().map((one) => [one, true]))
  expect(page.text).toContain('2 others from this e-mail address found; all inquiries were searched.')
  const fields = fieldsOf(page, '/erase').filter(([name, value]) => name !== 'inquiry' || !value.endsWith(spared))
  const done = await send(reference, fields)
  expect(done.title).toBe('2 inquiries are erased')
  expect(rowsOf((await desk.get('/inquiries')).markup).sort()).toEqual([similar, spared].sort())
  const erased = (await auditOf(desk)).filter(([, action]) => action === 'inquiry.erased')
  expect(erased.map(([, , subject]) => subject).sort()).toEqual([reference, other].sort())
})

it('takes with it the mail that waits, and no other; what a copy on its way undid is finished by housekeeping', async () => {
  desk.service.mailer = { send: async () => Promise.reject(new NotDelivered('ECONNECTION')) }
  const [reference, other] = [await desk.inquire(), await desk.inquire({ email: 'bea@example.com' })]
  const waiting = (about: string) =>
    [...desk.store.records].filter(([key]) => /^(due|inquiries|open)\//.test(key) && key.includes(about))
  const copy = waiting(reference)
  expect(copy.map(([key]) => key.split('/')[0])).toEqual(expect.arrayContaining(['due', 'inquiries', 'open']))
  const others = waiting(other)
  await desk.erase(reference)
  expect(waiting(reference)).toEqual([])
  expect(waiting(other)).toEqual(others)
  for (const [key, value] of copy) desk.store.records.set(key, value)
  await runHousekeeping(desk.service)
  expect(waiting(reference)).toEqual([])
})
