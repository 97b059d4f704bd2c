/**
 * A hundred thousand inquiries on SQLite: what the desk asks of the store is counted, not timed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeKey } from '../../src/inquiries/history.ts'
import { applyChange } from '../../src/inquiries/change.ts'
import { addOpenHint, listMonthsWithInquiries, settleDays } from '../../src/inquiries/day-index.ts'
import { cursorOf, findByReference, newestFirst, listOpenInquiries } from '../../src/inquiries/list.ts'
import { type InquiryId, inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import type { InquiryRecord } from '../../src/inquiries/inquiry.ts'
import { countStatuses } from '../../src/inquiries/status-counts.ts'
import { readByReference, readPage } from '../../src/inquiries/reader.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import type { StaffInbox, Store } from '../../src/ports.ts'
import { VALID_INQUIRY, openDesk } from '../test-desk.ts'
import { fillWithInquiries, numbered, OPEN_EVERY, referenceOf, writeInquiry } from './many-inquiries.ts'

const COUNT = 100_000
const NOW = new Date('2026-11-21T15:04:05.000Z')

const folder = mkdtempSync(join(tmpdir(), 'front-desk-many-'))
const facts = openSqliteStore(join(folder, 'facts.db'))
const calls = { lists: 0, keys: 0, reads: 0, creates: 0, opened: 0 }
const store: Store = {
  create: (key, value) => (calls.creates++, facts.create(key, value)),
  read: (key) => (calls.reads++, facts.read(key)),
  async *list(prefix) {
    calls.lists += 1
    for await (const key of facts.list(prefix)) {
      calls.keys += 1
      yield key
    }
  },
  remove: (key) => facts.remove(key),
}
const clock = { now: () => NOW }
const ports = { store, clock }
/** Stands for the real one, which takes its time. */
const inbox: StaffInbox = { open: async ({ sealed }) => (calls.opened++, JSON.parse(sealed) as unknown) }

const idOf = numbered(COUNT, NOW)

/** What was asked of the store meanwhile. */
async function counted<T>(act: () => Promise<T>): Promise<{ result: T } & typeof calls> {
  for (const name of Object.keys(calls) as (keyof typeof calls)[]) calls[name] = 0
  const result = await act()
  return { result, ...calls }
}

beforeAll(async () => {
  const record = (id: InquiryId): InquiryRecord => ({
    version: 1,
    ...id,
    via: 'api',
    sender: 'anonymous',
    notice: '2026-11-01',
    suspicions: [],
    request: VALID_INQUIRY,
  })
  await fillWithInquiries(facts, COUNT, NOW, (id) => ({ sealed: JSON.stringify(record(id)) }))
  await settleDays(ports)
})
afterAll(async () => {
  await facts.close()
  rmSync(folder, { recursive: true })
})

describe('with 100,000 inquiries', () => {
  it('the first page asks for a few days and opens what it shows', async () => {
    const { result, reads, keys, lists, opened } = await counted(() => readPage(ports, inbox, {}))
    expect(result.rows.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => idOf(COUNT - 1 - index)))
    expect(opened).toBe(51)
    expect(reads).toBe(51)
    expect(keys).toBeLessThan(4000)
    expect(lists).toBeLessThan(12)
  })

  it('the tabs are counted without opening any, and no further back than the newest days', async () => {
    const { result, reads, keys, lists, opened } = await counted(() =>
      countStatuses(ports, () => listOpenInquiries(ports)),
    )
    const open = (await listOpenInquiries(ports)).inquiries.length
    expect(result({ status: 'open' }).number).toBe(open)
    expect([result({}).more, result({ status: 'ended' }).more, result({ status: 'new' }).more]).toEqual([
      true,
      true,
      false,
    ])
    expect(opened).toBe(0)
    // Each hint of an open one is followed, as for the first page.
    expect(reads).toBeLessThanOrEqual(300)
    expect(keys).toBeLessThan(4000)
    expect(lists).toBeLessThan(60)
  })

  it('a page from the middle asks for no more, and goes on without a gap', async () => {
    const { result, reads, keys } = await counted(() => readPage(ports, inbox, {}, { before: cursorOf(idOf(40_000)) }))
    expect(result.rows.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => idOf(39_999 - index)))
    expect(result.next).toBe(cursorOf(idOf(39_950)))
    expect(reads).toBe(51)
    expect(keys).toBeLessThan(6000)
  })

  it('what is open is found however old it is, without a walk through the years', async () => {
    const { result, reads, keys } = await counted(() => listOpenInquiries(ports))
    expect(result.inquiries.map(({ id }) => id)).toEqual(
      Array.from({ length: COUNT / OPEN_EVERY }, (_, index) => idOf(index * OPEN_EVERY)),
    )
    expect(result.more).toBe(false)
    expect(reads).toBeLessThanOrEqual(COUNT / OPEN_EVERY)
    expect(keys).toBeLessThan(2000)
    const page = await counted(() => readPage(ports, inbox, { status: 'new' }))
    expect(page.result.rows).toHaveLength(COUNT / OPEN_EVERY)
    expect(page.opened).toBe(COUNT / OPEN_EVERY)
    expect(page.keys).toBeLessThan(2000)
    const [newest, second] = page.result.rows
    const rest = await Array.fromAsync(newestFirst(ports, { status: 'new' }, cursorOf(newest!.id)))
    expect(rest[0]?.inquiries[0]?.id).toEqual(second?.id)
  })

  it('one is found by its reference, new or old', async () => {
    for (const index of [COUNT - 1, 50_000, 0]) {
      const { result, reads, keys } = await counted(() => readByReference(ports, inbox, referenceOf(index)))
      expect(result.map(({ id }) => id)).toEqual([idOf(index)])
      expect(reads).toBeLessThan(3)
      expect(keys).toBeLessThan(1000)
    }
  })

  it('an address is looked for in a stretch, and the rest further back', async () => {
    const { result, opened, keys } = await counted(() => readPage(ports, inbox, { email: 'no.one@example.com' }))
    expect(result.rows).toEqual([])
    expect(opened).toBe(500)
    expect(result.next).toBe(cursorOf(idOf(COUNT - 500)))
    expect(keys).toBeLessThan(8000)
  })

  it('what no key tells is looked for so far only', async () => {
    const { result, opened, keys } = await counted(() => readPage(ports, inbox, { status: 'retained' }))
    expect(result.rows).toEqual([])
    expect(result.next).toBeDefined()
    expect(opened).toBe(0)
    expect(keys).toBeLessThan(30_000)
  })

  it('housekeeping that has settled all but the last days looks at those only', async () => {
    const { result, keys, creates } = await counted(() => settleDays(ports))
    expect(result).toBe(0)
    expect(keys).toBeLessThan(500)
    expect(creates).toBe(0)
    expect(await listMonthsWithInquiries(ports)).toHaveLength(37)
  })

  it('one that is finished and opened again in a settled month is found again, and forgotten when it is finished', async () => {
    const { service } = await openDesk()
    const desk = { ...ports, inbox: service.inbox }
    expect(await applyChange(desk, idOf(777), { status: 'contacted' }, { seen: 1, by: 'CLERK001' })).toBe('done')
    await settleDays(ports)
    expect((await listOpenInquiries(ports)).inquiries.map(({ id }) => id)).toContainEqual(idOf(777))
    await applyChange(desk, idOf(777), { status: 'declined' }, { seen: 2, by: 'CLERK001' })
    expect((await listOpenInquiries(ports)).inquiries.map(({ id }) => id)).not.toContainEqual(idOf(777))
    await settleDays(ports)
    const { keys } = await counted(() => listOpenInquiries(ports))
    expect(keys).toBeLessThan(2000)
    expect(await Array.fromAsync(facts.list(`index/open/${idOf(777).receivedAt}`))).toEqual([])
  })
})

describe('a flood', () => {
  it('of one minute is listed in order, and no page asks for all of it', async () => {
    const desk = await openDesk()
    const ids = Array.from({ length: 3000 }, (_, index) => ({
      reference: referenceOf(index),
      receivedAt: new Date(NOW.getTime() - (3000 - index) * 10).toISOString(),
    }))
    for (const id of ids) desk.store.facts.set(inquiryKey(id), '{}')
    const found: InquiryId[] = []
    let taken = 0
    for await (const { inquiries } of newestFirst(desk.service)) {
      found.push(...inquiries.map(({ id }) => id))
      if (taken++ === 0) expect(inquiries.length).toBeLessThan(501)
    }
    expect(found).toEqual(ids.toReversed())
  })

  it('in the same millisecond too', async () => {
    const desk = await openDesk()
    const ids = Array.from({ length: 700 }, (_, index) => ({
      reference: referenceOf(index),
      receivedAt: NOW.toISOString(),
    }))
    for (const id of ids) desk.store.facts.set(inquiryKey(id), '{}')
    const chunks = await Array.fromAsync(newestFirst(desk.service))
    expect(chunks.flatMap(({ inquiries }) => inquiries.map(({ id }) => id))).toEqual(ids.toReversed())
  })
})

describe('what is opened again in a settled month is found', () => {
  async function finished() {
    const desk = await openDesk()
    const id = { reference: 'K7QM-2F9D', receivedAt: '2026-03-02T10:00:00.000Z' }
    await writeInquiry(desk.store, id, 'declined', { sealed: '' })
    await settleDays(desk.service)
    expect((await listOpenInquiries(desk.service)).inquiries).toEqual([])
    return { ...desk, id }
  }

  it('also when the process ends right after the change', async () => {
    const { service, store, id } = await finished()
    const dying: Store = {
      ...store,
      create: async (key, value) =>
        key.startsWith(`${changeKey(id, 2)}.`) ? Promise.reject(new Error('killed')) : store.create(key, value),
    }
    await expect(
      applyChange({ ...service, store: dying }, id, { status: 'new' }, { seen: 1, by: 'CLERK001' }),
    ).rejects.toThrow('killed')
    expect((await listOpenInquiries(service)).inquiries).toMatchObject([{ id, state: { status: 'new' } }])
  })

  it('also when housekeeping looks just before the change', async () => {
    const { service, store, id } = await finished()
    const busy: Store = {
      ...store,
      async create(key, value) {
        if (key === changeKey(id, 2)) await settleDays(service)
        return store.create(key, value)
      },
    }
    await applyChange({ ...service, store: busy }, id, { status: 'new' }, { seen: 1, by: 'CLERK001' })
    expect((await listOpenInquiries(service)).inquiries).toMatchObject([{ id, state: { status: 'new' } }])
  })
})

describe('before anything was settled', () => {
  it('all is found all the same', async () => {
    const desk = await openDesk()
    for (const day of ['2025-02-03', '2026-09-30', '2026-11-20'])
      await writeInquiry(desk.store, { reference: 'K7QM-2F9D', receivedAt: `${day}T10:00:00.000Z` }, 'new', {
        sealed: '',
      })
    expect((await listOpenInquiries(desk.service)).inquiries.map(({ id }) => id.receivedAt.slice(0, 10))).toEqual([
      '2025-02-03',
      '2026-09-30',
      '2026-11-20',
    ])
    expect(await findByReference(desk.service, 'K7QM-2F9D')).toHaveLength(3)
    await settleDays(desk.service)
    expect((await listOpenInquiries(desk.service)).inquiries).toHaveLength(3)
    expect(await findByReference(desk.service, 'K7QM-2F9D')).toHaveLength(3)
    expect(await listMonthsWithInquiries(desk.service)).toEqual(['2026-11', '2026-09', '2025-02'])
  })
})

it.each([
  [300, false],
  [301, true],
])('of %i hints of open inquiries, more are there than are followed: %s', async (count, more) => {
  const { service } = await openDesk()
  for (let number = 0; number < count; number++)
    await addOpenHint(service.store, { receivedAt: NOW.toISOString(), reference: referenceOf(number) })
  expect((await listOpenInquiries(service)).more).toBe(more)
})

it('one that cannot be opened is listed, but not where its text is asked for', async () => {
  const { service } = await openDesk()
  const id = { receivedAt: NOW.toISOString(), reference: referenceOf(1) }
  await service.store.create(inquiryKey(id), { sealed: 'x' })
  const listed = async (filter: Parameters<typeof readPage>[2]) =>
    (await readPage(service, { open: async () => undefined }, filter)).rows.map((row) => row.id)
  expect(await listed({})).toEqual([id])
  for (const filter of [{ search: 'x' }, { email: 'ana@example.com' }, { mayBeSpam: false }])
    expect(await listed(filter)).toEqual([])
})
