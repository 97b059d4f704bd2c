import { describe, expect, it } from 'vitest'
import {
  historyFolder,
  markerKey,
  MAX_CHANGES,
  readHistory,
  listStates,
  readState,
} from '../../src/inquiries/history.ts'
import { changeInquiry } from '../../src/service/change-inquiry.ts'
import { eraseInquiry } from '../../src/inquiries/erasure.ts'
import { inquiryPlace, parseInquiryKey, type InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { VALID_INQUIRY, jsonRequest, openDesk, STAFF_INBOX, type TestDesk } from '../test-desk.ts'

async function inquire(): Promise<TestDesk & { id: InquiryId }> {
  const desk = await openDesk()
  await desk.send('inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY))
  return { ...desk, id: parseInquiryKey(desk.store.keysOf()[0] ?? '') }
}
const changesOf = ({ store }: TestDesk) => store.keysOf('cases/')

describe('a change of a case', () => {
  it('is one fact and a marker, its note sealed, and the state is told without a read', async () => {
    const { service, store, id } = await inquire()
    expect(
      await changeInquiry(
        service,
        { id },
        { status: 'contacted', assignee: 'CLERK001', note: ' Called. ' },
        { seen: 0, by: 'CLERK001' },
      ),
    ).toBe('done')
    const reads = store.calls.read
    expect(await readState(store, id)).toEqual({ seq: 1, status: 'contacted', assignee: 'CLERK001' })
    expect((await listStates(store, '2026-11')).get(inquiryPlace(id))).toEqual({
      seq: 1,
      status: 'contacted',
      assignee: 'CLERK001',
    })
    expect(store.calls.read).toBe(reads)
    const [change] = await readHistory(store, id)
    expect(change).toMatchObject({
      seq: 1,
      at: '2026-11-21T15:04:05.000Z',
      by: 'CLERK001',
      changed: ['status', 'assignee', 'note'],
      status: 'contacted',
    })
    expect(store.facts.get(`${historyFolder(id)}0001`)).not.toContain('Called')
    expect(change?.note && (await STAFF_INBOX.open(change.note))).toEqual({ note: 'Called.' })
  })

  it.each([1, 2, 3])('is made by one of fifty who come at once, in round %i', async () => {
    const { service, store, id } = await inquire()
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

  it('by fifty who each try until it is done loses none of their notes', async () => {
    const { service, store, id } = await inquire()
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        for (;;) {
          const { seq } = await readState(store, id)
          if (
            (await changeInquiry(service, { id }, { note: `note ${index}` }, { seen: seq, by: 'CLERK001' })) === 'done'
          )
            return
        }
      }),
    )
    const history = await readHistory(store, id)
    expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    const notes = await Promise.all(history.map(async ({ note }) => note && (await STAFF_INBOX.open(note))))
    expect(new Set(notes.map((note) => JSON.stringify(note))).size).toBe(50)
  })

  it('whose marker was lost in a crash still counts', async () => {
    const desk = await inquire()
    const { service, store, id } = desk
    await changeInquiry(service, { id }, { status: 'contacted' }, { seen: 0, by: 'CLERK001' })
    await changeInquiry(service, { id }, { status: 'spam', assignee: 'CLERK002' }, { seen: 1, by: 'CLERK001' })
    store.facts.delete(`${historyFolder(id)}0002.spam.CLERK002`)
    expect(changesOf(desk)).toHaveLength(3)
    expect(await readState(store, id)).toEqual({ seq: 2, status: 'spam', assignee: 'CLERK002' })
    expect(await changeInquiry(service, { id }, { status: 'closed' }, { seen: 1, by: 'CLERK001' })).toBe('changed')
    expect(await changeInquiry(service, { id }, { assignee: null }, { seen: 2, by: 'CLERK001' })).toBe('done')
    expect(await readState(store, id)).toEqual({ seq: 3, status: 'spam' })
  })

  it('has a note of up to 5,000 characters, however many bytes they take', async () => {
    const { service, id } = await inquire()
    const by = 'CLERK001'
    expect(await changeInquiry(service, { id }, { note: '𝒳'.repeat(5001) }, { seen: 0, by })).toBe('too-long')
    expect(await changeInquiry(service, { id }, { note: '𝒳'.repeat(5000) }, { seen: 0, by })).toBe('done')
  })

  it('is the last one when the history is full', async () => {
    const { service, store, id } = await inquire()
    await store.create(markerKey(id, { seq: MAX_CHANGES - 1, status: 'contacted' }), {})
    const change = (seen: number) => changeInquiry(service, { id }, { note: 'x' }, { seen, by: 'CLERK001' })
    expect(await change(MAX_CHANGES - 1)).toBe('done')
    expect(await change(MAX_CHANGES)).toBe('full')
  })

  it('that races with an erasure leaves nothing behind', async () => {
    for (let round = 0; round < 10; round++) {
      const desk = await inquire()
      const { service, store, id } = desk
      store.latencyMs = 1
      const changes = Array.from({ length: 10 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index))
        return changeInquiry(
          service,
          { id },
          { status: 'contacted', note: 'Called Ana.' },
          { seen: (await readState(store, id)).seq, by: 'CLERK001' },
        )
      })
      await Promise.all([
        ...changes,
        new Promise((resolve) => setTimeout(resolve, round)).then(() => eraseInquiry(service, id, 'OWNER001')),
      ])
      expect(changesOf(desk)).toEqual([])
      expect(store.keysOf('inquiries/')).toEqual([])
    }
  })
})
