import { beforeEach, expect, it } from 'vitest'
import { MAX_CHANGES } from '../../src/inquiries/change.ts'
import { getInquiry, historyOf, putInquiry, readInquiry, stateOf } from '../../src/inquiries/sealed-inquiry.ts'
import { type InquiryId, inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { listCurrent, listOpen } from '../../src/inquiries/record.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { desk, STAFF_INBOX, useDesk } from '../test-desk.ts'
import { APPOINTMENT, BY, makeChanges, presentState, tryChange } from './member-change.ts'

useDesk()
let id: InquiryId
beforeEach(async () => {
  id = await desk.submit()
})

const historyNow = async () => {
  const inquiry = await readInquiry(desk.store, id)
  return inquiry ? historyOf(inquiry) : []
}

it('has its notes sealed, and its state readable', async () => {
  await makeChanges(desk, id, { status: 'contacted', assignee: BY, note: ' Called. ' })
  const state = { seq: 1, status: 'contacted', assignee: BY, contactedOn: '2026-11-21' } as const
  expect(await presentState(desk, id)).toEqual(state)
  const [change] = await historyNow()
  const at = '2026-11-21T15:04:05.000Z'
  expect(change).toMatchObject({ seq: 1, at, by: BY, changed: ['status', 'assignee', 'note'], status: 'contacted' })
  expect(JSON.stringify([...desk.store.records])).not.toContain('Called')
  expect(change?.note && (await STAFF_INBOX.open(change.note))).toEqual({ note: 'Called.' })
})

it('loses none of twenty notes that are written at once', async () => {
  const write = async (note: string): Promise<unknown> =>
    (await tryChange(desk, id, { note })) === 'changed' ? write(note) : undefined
  await Promise.all(Array.from({ length: 20 }, (_, index) => write(`note ${index}`)))
  const notes = await Promise.all((await historyNow()).map(async ({ note }) => note && (await STAFF_INBOX.open(note))))
  expect(new Set(notes.map((note) => JSON.stringify(note))).size).toBe(20)
})

it('is current while it has an appointment, also when it is retained', async () => {
  await makeChanges(desk, id, { finding: 'none' }, { appointment: APPOINTMENT }, { status: 'retained' })
  expect(await listOpen(desk.store)).toEqual([])
  expect(await listCurrent(desk.store)).toMatchObject([{ id, state: { appointmentAt: APPOINTMENT.startsAt } }])
  await makeChanges(desk, id, { appointment: 'held' })
  expect(await listCurrent(desk.store)).toEqual([])
})

it('takes no appointment and no question after a conflict, and no appointment when it has ended', async () => {
  await makeChanges(desk, id, { finding: 'conflict' }, { reply: 'We cannot.', ask: true })
  expect((await historyNow()).at(-1)).toMatchObject({ changed: ['reply'] })
  expect(await tryChange(desk, id, { appointment: APPOINTMENT })).toBe('has-conflict')
  await makeChanges(desk, id, { finding: 'none', status: 'closed' })
  expect(await tryChange(desk, id, { appointment: APPOINTMENT })).toBe('out-of-turn')
})

it('takes a note of up to 5,000 characters, however many bytes they take', async () => {
  expect(await tryChange(desk, id, { note: '𝒳'.repeat(5001) })).toBe('too-long')
  expect(await tryChange(desk, id, { note: '𝒳'.repeat(5000) })).toBe('done')
})

it('is full after so many changes, or when its record is too large', async () => {
  await makeChanges(desk, id, { note: 'x' })
  const found = (await getInquiry(desk.store, id)) ?? expect.unreachable()
  const changes = Array.from({ length: MAX_CHANGES - 1 }, () => found.value.changes).flat()
  await putInquiry(desk.store, id, { value: { ...found.value, changes }, before: found })
  for (const outcome of ['done', 'full']) expect(await tryChange(desk, id, { note: 'x' })).toBe(outcome)
  id = await desk.submit()
  const outcomes = []
  while (outcomes.at(-1) !== 'full') outcomes.push(await tryChange(desk, id, { note: '𝒳'.repeat(5000) }))
  expect(outcomes.length).toBeGreaterThan(15)
})

it('is shown as open with a conflict and a hold when its record is damaged, and is not overwritten', async () => {
  const damaged = '{"sealed":"x","changes":7}'
  desk.store.records.set(inquiryKey(id), damaged)
  await runHousekeeping(desk.service)
  const state = (await listOpen(desk.store)).map((one) => one.state)
  expect(state).toMatchObject([{ status: 'new', lastFinding: 'conflict' }])
  expect(await tryChange(desk, id, { note: 'x' })).toBe('damaged')
  const erasure = eraseInquiries(desk.service, STAFF_INBOX, [id], { by: 'OWNER001', keepsNames: true })
  expect(await erasure).toEqual({ erased: [], held: [id.reference], gone: [] })
  expect(desk.store.records.get(inquiryKey(id))).toBe(damaged)
  expect(stateOf((await readInquiry(desk.store, id)) ?? { intake: {}, changes: [] }).seq).toBe(1)
})
