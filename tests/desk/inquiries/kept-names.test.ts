/** An owner erases what a person sent; what outlives it, the names kept for the check of conflicts; and what stops it, a legal hold. */
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { eraseInquiries } from '../../../src/service/erasure.ts'
import { openKeptNames } from '../../../src/conflicts/kept-names.ts'
import { findByReference } from '../../../src/inquiries/record.ts'
import { runHousekeeping } from '../../../src/service/housekeeping.ts'
import { passTime } from '../../service/pass-time.ts'
import { STAFF_INBOX } from '../../test-desk.ts'
import { addStaff, auditOf } from '../browser.ts'
import { OWNER, desk, useDeskClient, valuesIn, fieldsOf, rowsOf } from './desk-client.ts'
import { NotDelivered } from '../../../src/ports.ts'

useDeskClient()

const MESSAGE = 'Zebrafish quarrel about a fence.'
const ACME = { name: 'Acme Corp', email: 'acme@example.com', otherParty: 'Gary Pitts', message: 'He owes us.' }
const GARY = { name: 'Gary Pitts', email: 'gary@pitts.example', otherParty: 'Acme Corp', message: MESSAGE }

/** Lets so much of the retention period pass. */
const pass = (days: number) => passTime(desk, days * DAY_MS)
const actions = () =>
  desk.store.keysOf('audit/').map((key) => (JSON.parse(desk.store.records.get(key) ?? '') as { action: string }).action)
const isStored = async (reference: string) => (await desk.open(reference)).text.includes('What comes next')

it('keeps how it ended at last', async () => {
  const id = await desk.submit({ name: 'Una Alone' })
  for (const status of ['declined', 'contacted', 'closed']) await desk.change(id.reference, 'save', { status })
  await pass(190)
  expect(await openKeptNames(desk.store, STAFF_INBOX, id)).toMatchObject({ name: 'Una Alone', status: 'closed' })
})

it('plays: a conflict, declined with a letter, and the names are kept after the erasure', async () => {
  await desk.inquire(ACME)
  const reference = await desk.later(GARY)
  await desk.change(reference, 'conflict', { finding: 'conflict', note: 'Acme is ours.' })
  await desk.change(reference, 'reply', { note: 'We cannot represent you.', status: 'declined' })
  expect(desk.mails.at(-1)?.text).toContain('We cannot represent you.')

  await pass(186)
  const gone = await desk.open(reference)
  expect(gone.text).toMatch(/The message was erased\. The firm keeps these names.*Gary Pitts.*Acme Corp.*declined/)
  expect(gone.text).not.toMatch(/Zebrafish|gary@pitts/)
  for (const [key, value] of desk.store.records)
    if (key.startsWith('names/')) expect(value, key).not.toMatch(/Pitts|Acme/)

  // The other side of the erased inquiry writes again, as does a namesake on the same side.
  const again = await desk.later({ name: 'Acme Corporation', email: 'x@acme.example', message: MESSAGE })
  const other = await desk.open(again)
  expect(other.text).toContain(`${reference}, names only`)
  expect(other.text).not.toContain(MESSAGE)
  const kept = 'Names kept from erased inquiries'
  expect((await desk.post('/look-up', { text: 'Pitts' })).text).toContain(kept)

  const [received = ''] = valuesIn((await desk.open(reference, OWNER)).markup, '[name=received]')
  const removed = await desk.post(`/inquiries/${reference}`, { what: 'remove-names', received }, OWNER)
  expect(removed.title).toBe(`The names of ${reference} are removed`)
  expect((await desk.open(reference)).status).toBe(404)
  expect((await desk.post('/look-up', { text: 'Pitts' })).text).not.toContain(kept)
  expect(actions()).toEqual(expect.arrayContaining(['inquiry.conflict', 'inquiry.reply', 'inquiry.names']))
})

describe('names', () => {
  it('are kept of what an owner erases while it is open, unless the owner says otherwise', async () => {
    const [kept, forgotten] = [await desk.inquire(GARY), await desk.later({ ...ACME, otherParty: 'Zoe Zulu' })]
    await desk.erase(kept)
    expect((await desk.open(kept)).text).toContain('Gary Pitts')
    desk.service.keepsNames = false
    await desk.erase(forgotten)
    expect((await desk.open(forgotten)).text).toContain('was erased ')
  })

  it.each(['spam', 'spam closed', 'closed contacted spam'])('are not kept of what was at last %s', async (statuses) => {
    const reference = await desk.inquire(GARY)
    for (const status of statuses.split(' ')) await desk.change(reference, 'save', { status })
    await pass(186)
    expect((await desk.open(reference)).status).toBe(404)
    expect(desk.store.keysOf('names/')).toEqual([])
  })

  it('are removed by an owner or a lawyer only', async () => {
    const reference = await desk.inquire(GARY)
    await desk.erase(reference)
    const remove = { what: 'remove-names', received: '2026-99-99T99:99:99.999Z' }
    const member = { ...OWNER, owner: false, ...(await addStaff(desk, 'Sam Staff', false)) }
    expect((await desk.open(reference, member)).markup).not.toContain('Remove the names')
    expect((await desk.post(`/inquiries/${reference}`, remove, member)).status).toBe(403)
    expect((await desk.post(`/inquiries/${reference}`, remove)).status).toBe(404)
    expect((await desk.open(reference)).text).toContain('Gary Pitts')
  })
})

it('a legal hold stops erasing and retention until it ends, and says so', async () => {
  const reference = await desk.inquire(GARY)
  const hold = (act: string, note: string) => desk.change(reference, 'hold', { hold: act, note })
  await hold('begin', 'A complaint to the Bar.')
  await desk.change(reference, 'save', { status: 'closed' })
  expect((await desk.open(reference)).text).toContain('legal hold It is not erased until a lawyer ends the hold.')
  const held = expect.stringContaining(`because of a legal hold: ${reference}`)
  const page = await desk.get(`/inquiries/${reference}/erase`, OWNER)
  expect([page.status, page.text, page.markup.includes('<form')]).toEqual([409, held, false])
  expect(await desk.erase(reference)).toMatchObject({ status: 409, text: held })
  const [id] = await findByReference(desk.store, reference)
  const eraser = { by: OWNER.id, keepsNames: true }
  const outcome = id && (await eraseInquiries(desk.service, STAFF_INBOX, [id], eraser))
  expect(outcome).toEqual({ erased: [], held: [reference], gone: [] })
  await pass(400)
  expect(await isStored(reference)).toBe(true)
  expect((await desk.open(reference)).text).toContain('A complaint to the Bar.')
  await hold('end', 'It was dismissed.')
  await pass(10)
  expect(await isStored(reference)).toBe(false)
  expect(actions()).toEqual(expect.arrayContaining(['inquiry.held', 'inquiry.released']))
})

const without = (fields: [string, string][], name: string) => fields.filter(([field]) => field !== name)
const send = (reference: string, fields: [string, string][], typed = reference) =>
  desk.post(`/inquiries/${reference}/erase`, [...fields, ['confirm', typed], ['no-dispute', 'yes']], OWNER)

it('leaves nothing of a person: and says when it was and who did it', async () => {
  const kept = await desk.inquire({ name: 'Bea Other', email: 'bea@example.com' })
  const { reference } = await desk.submit({}, { 'Idempotency-Key': 'once' })
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
  const unchecked = await send(reference, [...without(fields, 'inquiry'), foreign])
  expect(unchecked.text).toContain(`${reference} is not checked`)
  for (const one of [reference, kept]) expect((await desk.open(one)).status).toBe(200)
  const erased = await send(reference, fields, reference.toLowerCase())
  expect(erased.title).toBe(`${reference} is erased`)
  for (const [key, value] of desk.store.records)
    if (!key.startsWith('inquiries/')) expect(value, key).not.toMatch(/sealed|Ana|Called|example\.com/)
  const gone = await desk.open(reference)
  expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('erased 10:04 a.m. by Olga Owner')])
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
  const ticks = valuesIn(page.markup, '[name=inquiry][checked]').map((value) => value.split('/')[1])
  expect([ticks[0], ticks.slice(1).sort()]).toEqual([reference, [other, spared].sort()])
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
