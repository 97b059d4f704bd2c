/**
 * The look-up of parties with its index: complete, no more and no less than what the inquiries say, and without those that were erased.
 */
import { describe, expect, it } from 'vitest'
import { dayOf, monthOf } from '../../src/dates.ts'
import { DAY_MS } from '../../src/duration.ts'
import { settleDays } from '../../src/inquiries/day-index.ts'
import { eraseInquiry } from '../../src/inquiries/erasure.ts'
import { INQUIRIES_PREFIX, parseInquiryKey } from '../../src/inquiries/inquiry-id.ts'
import type { InquiryRequest } from '../../src/inquiries/inquiry-request.ts'
import { idsOf, joinEntries, partyEntry } from '../../src/inquiries/party-columns.ts'
import { MOST_ENTRIES, readPartyFact } from '../../src/inquiries/party-index.ts'
import { partyMatcher } from '../../src/inquiries/party-matcher.ts'
import { type PartyHit, searchParties } from '../../src/inquiries/party-search.ts'
import { readInquiries } from '../../src/inquiries/reader.ts'
import type { Status } from '../../src/inquiries/status.ts'
import { type Store, StoreUnavailable } from '../../src/ports.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { prefixOf } from '../../src/store/fact.ts'
import { FACTS } from '../../src/store/facts.ts'
import { checkExport, exportFacts, importFacts } from '../../src/store/transfer.ts'
import { memoryStore } from '../memory-store.ts'
import { openDesk, STAFF_INBOX, type TestDesk, VALID_INQUIRY } from '../test-desk.ts'
import { SAMPLE_RECORD, referenceOf, writeInquiry } from './many-inquiries.ts'
import { numbersFrom, partyRequest } from './many-parties.ts'

const PARTIES_PREFIX = prefixOf(FACTS.parties)

const partyKeys = ({ store }: Pick<TestDesk, 'store'>) =>
  [...store.facts.keys()].filter((key) => key.startsWith(PARTIES_PREFIX)).sort()

/** Stores an inquiry as if it had come at the desk's present time, or so many days before. */
async function put(
  { service, status = 'declined' }: TestDesk & { status?: Status },
  request: Partial<InquiryRequest>,
  number: number,
  daysAgo = 0,
) {
  const receivedAt = new Date(service.clock.now().getTime() - daysAgo * DAY_MS + number).toISOString()
  const id = { reference: referenceOf(number), receivedAt }
  const record = { ...SAMPLE_RECORD, ...id, request: { ...VALID_INQUIRY, ...request } }
  await writeInquiry(service.store, id, status, { sealed: await service.inbox.seal(record) })
  return id
}

/** A desk with inquiries of many people over so many days, all but the last ones settled. */
async function openFullDesk(count: number, days: number, add?: (desk: TestDesk) => Promise<unknown>) {
  const desk = await openDesk()
  const random = numbersFrom(count)
  for (let number = 0; number < count; number++)
    await put(desk, partyRequest(random), number, days - (number * days) / count)
  await add?.(desk)
  await settleDays(desk.service)
  return desk
}

const search = ({ service }: TestDesk, searched: string | string[], before?: string) =>
  searchParties(service, STAFF_INBOX, [searched].flat(), before)

/** Where a text was found: references, newest first. */
const foundIn = async (desk: TestDesk, searched: string) =>
  (await search(desk, searched)).hits.map(({ id }) => id.reference)

/** What reading every inquiry finds, newest first. */
async function readEach({ service }: TestDesk, searched: string[]): Promise<PartyHit[]> {
  const { inquiries } = await readInquiries(service.store, STAFF_INBOX)
  return inquiries.reverse().flatMap(({ record: { request, receivedAt, reference } }) =>
    partyMatcher(searched)(joinEntries([partyEntry('', request)])).map(({ row: _, ...found }) => ({
      id: { receivedAt, reference },
      ...found,
      text: request[found.field] ?? '',
    })),
  )
}

const sorted = (hits: PartyHit[]) =>
  hits
    .map(({ id, searched, field, text, match }) => [id.receivedAt, id.reference, searched, field, text, match].join())
    .sort()

/** Counts how many inquiries are opened meanwhile. */
async function countOpened(desk: TestDesk, act: () => Promise<unknown>): Promise<number> {
  let count = 0
  const { read } = desk.store
  desk.service.store = {
    ...desk.store,
    read: (key) => ((count += Number(key.startsWith(INQUIRIES_PREFIX))), read(key)),
  }
  await act()
  desk.service.store = desk.store
  return count
}

/** Everything sealed in the store, opened. */
async function openAll({ store }: Pick<TestDesk, 'store'>): Promise<string> {
  const texts = [...store.facts.values()].flatMap((text) => [...text.matchAll(/"sealed":"([^"]+)"/g)])
  return JSON.stringify(await Promise.all(texts.map(([, sealed = '']) => STAFF_INBOX.open({ sealed }))))
}

describe('the index', () => {
  it('finds what reading every inquiry finds: before it is made, when it is made, and after inquiries came and went', async () => {
    const desk = await openFullDesk(300, 200)
    const random = numbersFrom(3)
    const texts = Array.from({ length: 15 }, () => {
      const { name, email, otherParty } = partyRequest(random)
      return [name, name.split(' ')[0] ?? '', email, otherParty ?? 'Quux']
    })
    const isRight = async (searched: string[]) => {
      const all = await readEach(desk, searched)
      const { hits, searchedBackTo } = await search(desk, searched)
      const oldest = hits.at(-1)?.id.receivedAt ?? ''
      const expected = searchedBackTo ? all.filter(({ id }) => id.receivedAt >= oldest) : all
      expect(sorted(hits)).toEqual(sorted(expected))
      expect(hits.map(({ id }) => id.receivedAt)).toEqual(
        hits
          .map(({ id }) => id.receivedAt)
          .sort()
          .reverse(),
      )
    }
    await isRight(texts[0]!)
    expect(partyKeys(desk).length).toBeGreaterThan(5)
    for (const searched of texts) await isRight(searched)
    const { inquiries } = await readInquiries(desk.store, STAFF_INBOX)
    for (const { record } of inquiries.filter((_, index) => index % 20 === 0))
      expect(await eraseInquiry(desk.service, record, 'OWNER001')).toBe(true)
    await put(desk, { name: 'Late Comer' }, 999, 100)
    for (const searched of [...texts.slice(0, 10), ['late comer']]) await isRight(searched)
    expect(await foundIn(desk, 'late comer')).toEqual([referenceOf(999)])
  })

  it('is made by the first look-up, and the next one opens only what is not settled, and what it found', async () => {
    const desk = await openFullDesk(40, 40)
    const found = await put(desk, { otherParty: 'Acme, Inc.' }, 500, 20)
    expect(await countOpened(desk, () => search(desk, 'nothing'))).toBe(41)
    const keys = partyKeys(desk)
    const unsettled = [...desk.store.facts.keys()].filter(
      (key) => key.startsWith(INQUIRIES_PREFIX) && parseInquiryKey(key).receivedAt >= '2026-11-20',
    )
    expect(unsettled).not.toEqual([])
    expect(await countOpened(desk, () => search(desk, 'nothing'))).toBe(unsettled.length)
    expect(await countOpened(desk, () => search(desk, 'acme'))).toBe(unsettled.length + 1)
    expect(await foundIn(desk, 'ACME')).toEqual([found.reference])
    expect(partyKeys(desk)).toEqual(keys)
  })

  it('holds nothing in clear but times, and nothing of days that are not settled', async () => {
    const desk = await openFullDesk(20, 40)
    await put(desk, { name: 'Quillon Zyx' }, 600)
    await search(desk, 'x')
    const stored = partyKeys(desk).map((key) => [key, desk.store.facts.get(key)])
    expect(stored).not.toEqual([])
    for (const [key = '', value = ''] of stored) {
      expect(key).toMatch(/^parties\/2026-1\d(\/2026-1\d-\d\dT[\d:.]+Z){2}\/[\da-f-]{36}$/)
      expect(Object.keys(JSON.parse(value) as object)).toEqual(['sealed'])
      const opened = await readPartyFact(desk.store, STAFF_INBOX, key)
      expect(idsOf(opened!).every((id) => dayOf(id) <= '2026-11-19')).toBe(true)
    }
  })
})

describe('what is kept', () => {
  it('of a month that is over is put together: each day left a fact, and in the end there is one', async () => {
    const desk = await openDesk()
    const names: string[] = []
    const ofMonth = () => partyKeys(desk).filter((key) => key.startsWith(`${PARTIES_PREFIX}2026-11`))
    let most = 0
    for (let day = 0; day < 20; day++) {
      const { reference } = await put(desk, { name: `Person ${String.fromCharCode(65 + day)}xyz` }, day)
      names.push(reference)
      desk.advance(DAY_MS)
      await settleDays(desk.service)
      await search(desk, 'x')
      most = Math.max(most, ofMonth().length)
    }
    expect([most, ofMonth().length]).toEqual([9, 1])
    expect(await foundIn(desk, 'xyz')).toEqual(names.reverse())
    const keys = partyKeys(desk)
    await search(desk, 'x')
    expect(partyKeys(desk)).toEqual(keys)
  })

  it('is made a part at a time; each look-up says how far back it searched, and goes on from there', async () => {
    const desk = await openDesk()
    const old = await put(desk, { name: 'Acme' }, 0, 400)
    for (let number = 1; number <= 1200; number++) await put(desk, {}, number, 300)
    await settleDays(desk.service)
    const first = await search(desk, 'acme')
    expect(first.hits).toEqual([])
    expect(parseInquiryKey(first.searchedBackTo ?? '').reference).toBe(referenceOf(201))
    expect(first.oldest).toEqual(parseInquiryKey(first.searchedBackTo ?? ''))
    const further = await search(desk, 'acme', first.searchedBackTo)
    expect(further).toMatchObject({ searchedBackTo: undefined, oldest: old, hits: [{ id: old, match: 'same' }] })
    expect(await search(desk, 'acme')).toEqual(further)
    const sizes = await Promise.all(
      partyKeys(desk).map(async (key) => idsOf((await readPartyFact(desk.store, STAFF_INBOX, key))!).length),
    )
    expect(Math.max(...sizes)).toBe(MOST_ENTRIES)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1201)
  })

  it('goes on where the page is full: a hundred inquiries, and the rest from the cursor on', async () => {
    const desk = await openFullDesk(5, 300)
    for (let number = 100; number < 203; number++)
      await put(desk, { name: 'Ida Many', phone: '386 555 0199' }, number, 200)
    const { hits, searchedBackTo } = await search(desk, ['Ida Many', '386-555-0199'])
    expect([hits.length, new Set(hits.map(({ id }) => id.reference)).size]).toEqual([200, 100])
    expect(searchedBackTo).toContain(referenceOf(103))
    const rest = await search(desk, 'Ida Many', searchedBackTo)
    expect(rest.hits.map(({ id }) => id.reference)).toEqual([102, 101, 100].map(referenceOf))
    expect(rest.searchedBackTo).toBeUndefined()
  })

  it('that no key opens, or of another version, is thrown away and made again', async () => {
    const desk = await openFullDesk(20, 100)
    await search(desk, 'x')
    const [unreadable = '', other = ''] = partyKeys(desk)
    desk.store.facts.set(unreadable, JSON.stringify({ sealed: 'x.y.z' }))
    desk.store.facts.set(other, JSON.stringify({ sealed: await desk.service.inbox.seal({ version: 0 }) }))
    const everyone = ['.com', '.org']
    expect(sorted((await search(desk, everyone)).hits)).toEqual(sorted(await readEach(desk, everyone)))
    expect(partyKeys(desk)).not.toContain(unreadable)
    expect(partyKeys(desk)).not.toContain(other)
    expect(await countOpened(desk, () => search(desk, 'nothing'))).toBeLessThan(3)
  })
})

it('look-ups at the same time find the same, and leave no more than one index in the end', async () => {
  const desk = await openFullDesk(30, 100)
  const found = await put(desk, { otherParty: 'Acme' }, 500, 50)
  const references = () => foundIn(desk, 'acme')
  expect(await Promise.all([references(), references(), references()])).toEqual(Array(3).fill([found.reference]))
  expect(await references()).toEqual([found.reference])
  const [months, ofOver] = [new Set<string>(), partyKeys(desk).filter((key) => !key.includes('/2026-11/'))]
  for (const key of ofOver) months.add(key.slice(0, key.indexOf('/20', 15)))
  expect(ofOver).toHaveLength(months.size)
})

describe('erasing', () => {
  /** A desk with an index, and in it one person to be erased. */
  async function openWithVictim(status: Status = 'declined') {
    const victim = { name: 'Quillon Zyx', otherParty: 'Zyx Holdings' }
    const desk = await openFullDesk(30, 100, (empty) => put({ ...empty, status }, victim, 700, 50))
    const id = parseInquiryKey([...desk.store.facts.keys()].find((key) => key.endsWith(referenceOf(700))) ?? '')
    return { ...desk, id }
  }
  const named = async (desk: TestDesk) => /quillon|zyx/i.test(await openAll(desk))

  it('leaves the name nowhere in the store, and the look-up makes the rest again', async () => {
    const desk = await openWithVictim()
    await search(desk, 'x')
    expect(await named(desk)).toBe(true)
    const [before, about] = [
      partyKeys(desk),
      partyKeys(desk).filter((key) => key.includes(monthOf(desk.id.receivedAt))),
    ]
    await eraseInquiry(desk.service, desk.id, 'OWNER001')
    expect(await named(desk)).toBe(false)
    expect(before.filter((key) => !partyKeys(desk).includes(key))).toEqual(about)
    expect(await foundIn(desk, 'zyx')).toEqual([])
    expect(await named(desk)).toBe(false)
    const made = partyKeys(desk)
    expect(made).toHaveLength(before.length)
    await runHousekeeping(desk.service)
    // An erasure that is complete is not repeated on the index that was made since.
    expect(partyKeys(desk)).toEqual(made)
  })

  it('of the only one of its month leaves nothing of the index', async () => {
    const desk = await openFullDesk(0, 0, (empty) => put(empty, { name: 'Quillon Zyx' }, 700, 50))
    await search(desk, 'x')
    expect(partyKeys(desk)).toHaveLength(1)
    await eraseInquiry(desk.service, (await search(desk, 'zyx')).hits[0]!.id, 'OWNER001')
    expect(partyKeys(desk)).toEqual([])
  })

  it.each(['', 'parties/', 'cases/'])(
    'by housekeeping, after their time, does the same, cut off before %s or not',
    async (prefix) => {
      const desk = await openWithVictim()
      await search(desk, 'x')
      desk.store.readOnly = prefix || undefined
      desk.service.retentionDays = 1
      await desk.store.create(
        `index/closed/${dayOf(desk.id.receivedAt)}/${desk.id.receivedAt}/${desk.id.reference}`,
        {},
      )
      if (prefix) await expect(runHousekeeping(desk.service)).rejects.toThrow(StoreUnavailable)
      desk.store.readOnly = undefined
      await runHousekeeping(desk.service)
      expect(desk.logged()).toContain('"inquiries":1')
      expect(await named(desk)).toBe(false)
    },
  )

  it.each([
    ['outbox', 'declined'],
    ['cases/', 'declined'],
    ['parties/', 'declined'],
    ['parties/', 'new'],
    ['index/references/', 'new'],
  ] as const)(
    'that is cut off before it removes below %s is finished by housekeeping, also of one that is %s',
    async (prefix, status) => {
      const desk = await openWithVictim(status)
      await search(desk, 'x')
      const dying: Store = {
        ...desk.store,
        remove: async (key) => (key.startsWith(prefix) ? Promise.reject(new Error('killed')) : desk.store.remove(key)),
      }
      await eraseInquiry({ ...desk.service, store: dying }, desk.id, 'OWNER001').catch(() => undefined)
      await runHousekeeping(desk.service)
      expect(await named(desk)).toBe(false)
      expect([...desk.store.facts.keys()].filter((key) => key.includes(desk.id.reference))).toHaveLength(1)
    },
  )

  it.each(['before', 'after'] as const)(
    'while the index is made leaves no name in it: erased %s the fact is written',
    async (order) => {
      const desk = await openWithVictim()
      const { store } = desk
      let pauses = 0
      desk.service.store = {
        ...store,
        async create(key, value) {
          const isAbout = key.startsWith(PARTIES_PREFIX + monthOf(desk.id.receivedAt))
          const erase = () => eraseInquiry({ ...desk.service, store }, desk.id, 'OWNER001')
          if (isAbout) pauses += 1
          if (isAbout && order === 'before') await erase()
          const isWritten = await store.create(key, value)
          if (isAbout && order === 'after') await erase()
          return isWritten
        },
      }
      await search(desk, 'x')
      expect(pauses).toBe(1)
      expect(await named(desk)).toBe(false)
      expect(await foundIn({ ...desk, service: { ...desk.service, store } }, 'zyx')).toEqual([])
      expect(await named(desk)).toBe(false)
    },
  )

  it('of what a killed process left in the index is made up for by the next look-up', async () => {
    const desk = await openWithVictim()
    await search(desk, 'x')
    const left = partyKeys(desk).map((key) => [key, desk.store.facts.get(key) ?? ''] as const)
    await eraseInquiry(desk.service, desk.id, 'OWNER001')
    for (const [key, value] of left) desk.store.facts.set(key, value)
    expect(await named(desk)).toBe(true)
    expect(await countOpened(desk, () => search(desk, 'zyx'))).toBeLessThan(3)
    expect(await named(desk)).toBe(false)
    expect(await countOpened(desk, () => search(desk, 'zyx'))).toBeLessThan(3)
  })
})

it('an export takes the index along, and a store that had inquiries of its own finds these too', async () => {
  const desk = await openFullDesk(30, 100)
  await put(desk, { name: 'Quillon Zyx' }, 700, 50)
  await search(desk, 'x')
  const lines = await Array.fromAsync(exportFacts(desk.store, () => undefined))
  const text = async function* () {
    yield lines.join('')
  }
  for (const isEmpty of [true, false]) {
    const other = await openDesk()
    other.service.store = memoryStore()
    if (!isEmpty) await put(other, { name: 'Zyxwell' }, 800, 50)
    await importFacts(other.service.store, text(), await checkExport(text()), () => undefined)
    const references = await foundIn(other, 'zyx')
    expect(references.sort()).toEqual([700, ...(isEmpty ? [] : [800])].map(referenceOf).sort())
  }
})
