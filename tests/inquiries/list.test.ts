import { beforeAll, describe, expect, it } from 'vitest'
import { cursorOf, type InquiryId } from '../../src/inquiries/inquiry-id.ts'
import {
  findByReference,
  type InquiryFilter,
  listIds,
  listMonthsWithInquiries,
  listOpen,
  readByReference,
  readPage,
} from '../../src/inquiries/record.ts'
import type { SqliteStore } from '../../src/store/sqlite.ts'
import type { StaffInbox } from '../../src/ports.ts'
import { openTemporarySqlite } from '../store/temporary-sqlite.ts'
import { openDesk } from '../test-desk.ts'
import { fillWithInquiries, numbered, referenceOf, SAMPLE_RECORD, writeInquiry } from './many-inquiries.ts'

const COUNT = 10_000
const NOW = new Date('2026-11-21T15:04:05.000Z')

describe('with as many inquiries as the store is built for', () => {
  const idOf = numbered(COUNT, NOW)
  const numberOf = new Map(Array.from({ length: COUNT }, (_, number) => [cursorOf(idOf(number)), number]))
  let store: SqliteStore
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
    const { rows, next } = await readPage(store, inbox, filter, { before, ids: await listIds(store, filter) })
    return { numbers: rows.map(({ id }) => numberOf.get(cursorOf(id))), next, opened }
  }
  const newestOf = (numbers: number[]) => numbers.toReversed()
  const count = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

  beforeAll(async () => {
    const temporary = await openTemporarySqlite()
    store = temporary.store
    const record = (id: InquiryId) => JSON.stringify({ ...SAMPLE_RECORD, ...id })
    await fillWithInquiries(store, COUNT, NOW, { seal: (id) => ({ sealed: record(id) }) })
    return temporary.close
  })

  it('all are listed, newest first, and the open ones with their states', async () => {
    expect((await listIds(store)).map((id) => numberOf.get(cursorOf(id)))).toEqual(newestOf(count(0, COUNT)))
    const open = await listOpen(store)
    expect(open.map(({ id }) => numberOf.get(cursorOf(id)))).toEqual([7500, 5000, 2500, 0])
    expect(open.every(({ state }) => state.status === 'new')).toBe(true)
  })

  it('a page opens its rows and one more, and the next one goes on without a gap', async () => {
    const first = await page({})
    expect(first).toEqual({ numbers: newestOf(count(COUNT - 50, COUNT)), next: cursorOf(idOf(COUNT - 50)), opened: 51 })
    expect((await page({}, first.next)).numbers).toEqual(newestOf(count(COUNT - 100, COUNT - 50)))
  })

  it('a page of one time opens only what it shows', async () => {
    const filter = { since: idOf(10).receivedAt, until: idOf(12).receivedAt }
    expect(await page(filter)).toEqual({ numbers: [11, 10], next: undefined, opened: 2 })
  })

  it('a page of a rare status looks back through 500, and says how far', async () => {
    expect(await page({ status: 'new' })).toEqual({ numbers: [], next: cursorOf(idOf(COUNT - 500)), opened: 500 })
    const month = { month: idOf(0).receivedAt.slice(0, 7), status: 'new' } as const
    expect((await page(month, cursorOf(idOf(400)))).numbers).toEqual([0])
  })

  it('one is found by its reference, new or old', async () => {
    for (const number of [COUNT - 1, 5000, 0])
      expect((await readByReference(store, inbox, referenceOf(number))).map(({ id }) => id)).toEqual([idOf(number)])
  })
})

it('those that share a reference are told apart by their time, however far apart they are', async () => {
  const { store } = await openDesk()
  const days = ['2025-02-03', '2026-09-30', '2026-11-20']
  const ids = days.map((day) => ({ reference: 'K7QM-2F9D', receivedAt: `${day}T10:00:00.000Z` }))
  for (const id of ids) await writeInquiry(store, id, 'new', { sealed: '' })
  expect((await listOpen(store)).map(({ id }) => id)).toEqual(ids.toReversed())
  expect(await findByReference(store, 'K7QM-2F9D')).toEqual(ids.toReversed())
  expect(await listMonthsWithInquiries(store)).toEqual(['2026-11', '2026-09', '2025-02'])
})

it('one that cannot be opened is listed, but not where its text is asked for', async () => {
  const { service } = await openDesk()
  const id = { receivedAt: NOW.toISOString(), reference: referenceOf(1) }
  await writeInquiry(service.store, id, 'new', { sealed: 'x' })
  const listed = async (filter: Parameters<typeof readPage>[2]) =>
    (await readPage(service.store, { open: async () => undefined }, filter, { ids: [id] })).rows.map((row) => row.id)
  expect(await listed({})).toEqual([id])
  expect(await listed({ search: 'x' })).toEqual([])
})
