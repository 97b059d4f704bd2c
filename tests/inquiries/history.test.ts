import { beforeEach, expect, it } from 'vitest'
import { MAX_CHANGES } from '../../src/inquiries/change.ts'
import { historyFolder, listStates, markerKey, readHistory, readState } from '../../src/inquiries/history.ts'
import { changeInquiry } from '../../src/service/change-inquiry.ts'
import { eraseInquiry } from '../../src/service/erasure.ts'
import { keyPath, type InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { desk, STAFF_INBOX, useDesk } from '../test-desk.ts'
import { BY, makeChanges, tryChange } from './member-change.ts'
import { createRecord } from '../../src/store/record.ts'

useDesk()
let id: InquiryId
beforeEach(async () => {
  id = await desk.submit()
})

it('has its note sealed, and the state is known from keys alone', async () => {
  const { store } = desk
  await makeChanges(desk, id, { status: 'contacted', assignee: BY, note: ' Called. ' })
  const state = { seq: 1, status: 'contacted', assignee: BY, contactedOn: '2026-11-21' } as const
  expect(await readState(store, id)).toEqual(state)
  expect((await listStates(store, '2026-11')).get(keyPath(id))).toEqual(state)
  const [change] = await readHistory(store, id)
  const at = '2026-11-21T15:04:05.000Z'
  const changed = ['status', 'assignee', 'note']
  expect(change).toMatchObject({ seq: 1, at, by: BY, changed, status: 'contacted' })
  expect(JSON.stringify([...store.facts])).not.toContain('Called')
  expect(change?.note && (await STAFF_INBOX.open(change.note))).toEqual({ note: 'Called.' })
})

it('is made by one of fifty who come at once', async () => {
  const { service, store } = desk
  store.latencyMs = 1
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      changeInquiry(service, { id }, index % 2 ? { status: 'contacted' } : { status: 'declined', note: `${index}` }, {
        seen: 0,
        by: `STAFF${index}`,
      }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(49)
  const [only, ...others] = await readHistory(store, id)
  expect(others).toEqual([])
  expect(only?.by).toBe(`STAFF${outcomes.indexOf('done')}`)
  expect(await readState(store, id)).toMatchObject({ seq: 1, status: only?.status })
})

it('by twenty who each try until it is done loses none of their notes', async () => {
  const { store } = desk
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      while ((await tryChange(desk, id, { note: `note ${index}` })) !== 'done');
    }),
  )
  const history = await readHistory(store, id)
  expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  const notes = await Promise.all(history.map(async ({ note }) => note && (await STAFF_INBOX.open(note))))
  expect(new Set(notes.map((note) => JSON.stringify(note))).size).toBe(20)
})

it('whose marker was lost in a crash still counts', async () => {
  const { store } = desk
  await makeChanges(desk, id, { status: 'contacted', finding: 'none' }, { status: 'spam', assignee: 'CLERK002' })
  store.facts.delete(`${historyFolder(id)}0002.spam.CLERK002.found-none`)
  expect(store.keysOf('changes/')).toHaveLength(3)
  expect(await readState(store, id)).toMatchObject({ seq: 2, assignee: 'CLERK002', lastFinding: 'none' })
  expect(await tryChange(desk, id, { status: 'closed' }, 1)).toBe('changed')
  expect(await tryChange(desk, id, { assignee: null }, 2)).toBe('done')
  expect(await readState(store, id)).toEqual({ seq: 3, status: 'spam', lastFinding: 'none' })
})

it('has a note of up to 5,000 characters, however many bytes they take', async () => {
  expect(await tryChange(desk, id, { note: '𝒳'.repeat(5001) })).toBe('too-long')
  expect(await tryChange(desk, id, { note: '𝒳'.repeat(5000) })).toBe('done')
})

it('is the last one when the history is full', async () => {
  await createRecord(desk.store, markerKey(id, { seq: MAX_CHANGES - 1, status: 'contacted' }), {})
  for (const outcome of ['done', 'full']) expect(await tryChange(desk, id, { note: 'x' })).toBe(outcome)
})

it('that races with an erasure leaves nothing behind', async () => {
  for (let round = 0; round < 10; round++) {
    const { service, store } = desk
    store.latencyMs = 1
    const changes = Array.from({ length: 10 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index))
      return tryChange(desk, id, { status: 'contacted', note: 'Called Ana.' })
    })
    await Promise.all([
      ...changes,
      new Promise((resolve) => setTimeout(resolve, round)).then(() => eraseInquiry(service, id, 'OWNER001')),
    ])
    expect(store.keysOf('changes/')).toEqual([])
    expect(store.keysOf('inquiries/')).toEqual([])
    id = await desk.submit()
  }
})
