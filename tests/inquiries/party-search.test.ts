/**
 * The look-up of parties with its index: complete, no more and no less than what the inquiries say.
 */
import { describe, expect, it } from 'vitest'
import { dayOf } from '../../src/dates.ts'
import { DAY_MS } from '../../src/duration.ts'
import { eraseInquiry } from '../../src/inquiries/erasure.ts'
import { INQUIRIES_PREFIX, parseInquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { idsOf } from '../../src/inquiries/party-columns.ts'
import { MOST_ENTRIES, readPartyFact } from '../../src/inquiries/party-index.ts'
import { readInquiries } from '../../src/inquiries/reader.ts'
import { exportFacts, importFacts } from '../../src/store/transfer.ts'
import { memoryStore } from '../memory-store.ts'
import { openDesk, STAFF_INBOX } from '../test-desk.ts'
import { referenceOf } from './many-inquiries.ts'
import { numbersFrom, partyRequest } from './many-parties.ts'
import {
  PARTIES_PREFIX,
  partyKeys,
  put,
  openFullDesk,
  search,
  foundIn,
  readEach,
  sorted,
  countOpened,
} from './party-desk.ts'

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
    await importFacts(other.service.store, text(), () => undefined)
    const references = await foundIn(other, 'zyx')
    expect(references.sort()).toEqual([700, ...(isEmpty ? [] : [800])].map(referenceOf).sort())
  }
})
