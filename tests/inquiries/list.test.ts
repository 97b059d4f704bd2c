import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeKey } from '../../src/inquiries/history.ts'
import { cursorOf, type InquiryId, inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import {
  findByReference,
  type InquiryFilter,
  listInquiries,
  listMonthsWithInquiries,
  listOpenInquiries,
  readByReference,
  readPage,
} from '../../src/inquiries/record.ts'
import { changeInquiry } from '../../src/service/change-inquiry.ts'
import type { SqliteStore } from '../../src/store/sqlite.ts'
import type { StaffInbox, Store } from '../../src/ports.ts'
import { openTemporarySqlite } from '../store/temporary-sqlite.ts'
import { openDesk } from '../test-desk.ts'
import { fillWithInquiries, numbered, OPEN_EVERY, referenceOf, SAMPLE_RECORD, writeInquiry } from './many-inquiries.ts'
import { createRecord } from '../../src/store/record.ts'

const COUNT = 10_000
const NOW = new Date('2026-11-21T15:04:05.000Z')

describe('with as many inquiries as the store is built for', () => {
  const idOf = numbered(COUNT, NOW)
  const numberOf = new Map(Array.from({ length: COUNT }, (_, number) => [cursorOf(idOf(number)), number]))
  let store: SqliteStore
  let close: () => Promise<void>
  let opened = 0
  /** Stands for the real one, which takes its time. */
  const inbox: StaffInbox = {
    async open({ sealed }) {
      opened += 1
      return JSON.parse(sealed) as unknown
    },
  }
  const page = async (filter: InquiryFilter, before?: string) => {
    opened = 0
    const { rows, next } = await readPage(store, inbox, filter, { before })
    return { numbers: rows.map(({ id }) => numberOf.get(cursorOf(id))), next, opened }
  }
  const newestOf = (numbers: number[]) => numbers.toReversed()
  const count = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

  beforeAll(async () => {
    ;({ store, close } = await openTemporarySqlite())
    const record = (id: InquiryId) => JSON.stringify({ ...SAMPLE_RECORD, ...id })
    await fillWithInquiries(store, COUNT, NOW, (id) => ({ sealed: record(id) }))
  })
  afterAll(() => close())

  it('all are listed with their states, newest first', async () => {
    const listed = await listInquiries(store)
    expect(listed.map(({ id }) => numberOf.get(cursorOf(id)))).toEqual(newestOf(count(0, COUNT)))
    expect(listed.filter(({ state }) => state.status === 'declined')).toHaveLength(COUNT - COUNT / OPEN_EVERY)
  })

  it('a page opens its rows and one more, and the next one goes on without a gap', async () => {
    const first = await page({})
    expect(first).toEqual({ numbers: newestOf(count(COUNT - 50, COUNT)), next: cursorOf(idOf(COUNT - 50)), opened: 51 })
    expect((await page({}, first.next)).numbers).toEqual(newestOf(count(COUNT - 100, COUNT - 50)))
  })

  it.each<[string, InquiryFilter, number[]]>([
    ['status', { status: 'new' }, [7500, 5000, 2500, 0]],
    ['group of statuses', { status: 'open' }, [7500, 5000, 2500, 0]],
    ['assignee', { assignee: 'CLERK001' }, []],
    ['time', { since: idOf(10).receivedAt, until: idOf(12).receivedAt }, [11, 10]],
    ['month and status', { month: idOf(0).receivedAt.slice(0, 7), status: 'new' }, [0]],
  ])('a page of one %s opens only what it shows', async (_, filter, expected) => {
    expect(await page(filter)).toEqual({ numbers: expected, next: undefined, opened: expected.length })
  })

  it('one is found by its reference, new or old', async () => {
    for (const number of [COUNT - 1, 5000, 0])
      expect((await readByReference(store, inbox, referenceOf(number))).map(({ id }) => id)).toEqual([idOf(number)])
  })
})

it('one whose process ended between a change and its marker is listed as it was changed', async () => {
  const { service, store } = await openDesk()
  const id = { reference: 'K7QM-2F9D', receivedAt: '2026-03-02T10:00:00.000Z' }
  await writeInquiry(store, id, 'declined', { sealed: '' })
  expect(await listOpenInquiries(store)).toEqual([])
  const dying: Store = {
    ...store,
    put: async (key, value, expected) =>
      key.startsWith(`${changeKey(id, 2)}.`) ? Promise.reject(new Error('killed')) : store.put(key, value, expected),
  }
  const reopening = changeInquiry({ ...service, store: dying }, { id }, { status: 'new' }, { seen: 1, by: 'CLERK001' })
  await expect(reopening).rejects.toThrow('killed')
  expect(await listOpenInquiries(store)).toEqual([{ id, state: { seq: 2, status: 'new' } }])
})

it('those that share a reference are told apart by their time, however far apart they are', async () => {
  const { store } = await openDesk()
  const days = ['2025-02-03', '2026-09-30', '2026-11-20']
  const ids = days.map((day) => ({ reference: 'K7QM-2F9D', receivedAt: `${day}T10:00:00.000Z` }))
  for (const id of ids) await writeInquiry(store, id, 'new', { sealed: '' })
  expect((await listOpenInquiries(store)).map(({ id }) => id)).toEqual(ids)
  expect(await findByReference(store, 'K7QM-2F9D')).toEqual(ids.toReversed())
  expect(await listMonthsWithInquiries(store)).toEqual(['2026-11', '2026-09', '2025-02'])
})

it('one that cannot be opened is listed, but not where its text is asked for', async () => {
  const { service } = await openDesk()
  const id = { receivedAt: NOW.toISOString(), reference: referenceOf(1) }
  await createRecord(service.store, inquiryKey(id), { sealed: 'x' })
  const listed = async (filter: Parameters<typeof readPage>[2]) =>
    (await readPage(service.store, { open: async () => undefined }, filter)).rows.map((row) => row.id)
  expect(await listed({})).toEqual([id])
  expect(await listed({ search: 'x' })).toEqual([])
})
