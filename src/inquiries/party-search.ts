/**
 * The look-up of parties in all inquiries, newest first. Which inquiries there are, their keys say, so nothing is missed and nothing
 * erased is found; what they say of parties comes from the index (`party-index.ts`), or from themselves where the index lacks it.
 */
import type { Clock, Inbox, StaffInbox, Store } from '../ports.ts'
import { monthOf } from '../dates.ts'
import { mapInBatches, nextTurn } from '../store/batches.ts'
import { firstUnsettled, listMonthsWithInquiries } from './day-index.ts'
import { type InquiryId, parseInquiryKey } from './inquiry-id.ts'
import { partyEntry, type PartyEntry, type PartyFound, partyMatcher } from './party-entry.ts'
import {
  listCursors,
  listPartyFacts,
  MOST_ENTRIES,
  readPartyFact,
  removePartyFacts,
  writePartyFacts,
} from './party-index.ts'
import { openInquiry } from './reader.ts'

/** A text of an inquiry that matches: `text` as it stands there. */
export interface PartyHit extends PartyFound {
  id: InquiryId
}

export interface PartySearch {
  /** Newest first, of at most `MOST_FOUND` inquiries; one for each text that was searched and each field. */
  hits: PartyHit[]
  /** Cursor to go on at; undefined when all was searched. */
  searchedBackTo: string | undefined
  /** The oldest inquiry that was searched; undefined when there was none. */
  oldest: InquiryId | undefined
}

export interface PartySearchPorts {
  store: Store
  clock: Clock
  inbox: Inbox
}

/** Inquiries found by one search. */
const MOST_FOUND = 100
/** Inquiries opened by one search, because the index lacks them. The next search goes on there. */
const MOST_OPENED = 1000
/** Months read together: five years take few round trips, and little memory. */
const MONTHS_TOGETHER = 60

/**
 * Searches the parties of all inquiries: who wrote, and the other side. Several texts take hardly longer than one.
 * @param searched each a name or a part of one, an e-mail address, or a telephone number
 * @param before a cursor: only earlier inquiries
 * @throws StoreUnavailable
 */
export async function searchParties(
  ports: PartySearchPorts,
  staffInbox: StaffInbox,
  searched: readonly string[],
  before?: string,
): Promise<PartySearch> {
  const [months, facts, unsettled = ''] = await Promise.all([
    listMonthsWithInquiries(ports),
    listPartyFacts(ports.store),
    firstUnsettled(ports.store),
  ])
  const match = partyMatcher(searched)
  const search: PartySearch = { hits: [], searchedBackTo: undefined, oldest: undefined }
  let [found, mayOpen, last] = [0, MOST_OPENED, '']
  const end = (isAll: boolean): PartySearch => ({
    ...search,
    searchedBackTo: isAll || last === '' ? undefined : last,
    oldest: last === '' ? undefined : parseInquiryKey(last),
  })
  const left = months.filter((month) => before === undefined || month <= monthOf(before))
  for (let start = 0; start < left.length; start += MONTHS_TOGETHER) {
    const together = left.slice(start, start + MONTHS_TOGETHER)
    const read = together.map((month) => readMonth(ports.store, staffInbox, month, facts.get(month) ?? []))
    for (const month of await Promise.all(read)) {
      const wanted = month.cursors.filter((cursor) => before === undefined || cursor < before).reverse()
      const { count, until } = await openMissing(ports.store, staffInbox, { month, wanted, most: mayOpen })
      mayOpen -= count
      await keep(ports, month, unsettled)
      for (const cursor of wanted.slice(0, until)) {
        const entry = month.known.get(cursor)
        const matches = entry ? match(entry) : []
        if (matches.length > 0 && found === MOST_FOUND) return end(false)
        if (matches.length > 0) found += 1
        search.hits.push(...matches.map((one) => ({ id: parseInquiryKey(cursor), ...one })))
        last = cursor
      }
      if (until < wanted.length) return end(false)
      // A month takes some milliseconds of computing.
      await nextTurn()
    }
  }
  return end(true)
}

/** What is known of a month. */
interface PartyMonth {
  month: string
  /** Of its inquiries, oldest first. */
  cursors: readonly string[]
  /** Their entries, by cursor. */
  known: Map<string, PartyEntry>
  /** The cursors whose entries are in a sound fact of the index. */
  kept: ReadonlySet<string>
  /** The facts of the index, and those that are to go: they cannot be opened, or hold what was erased. */
  sound: readonly string[]
  outdated: readonly string[]
}

async function readMonth(
  store: Store,
  staffInbox: StaffInbox,
  month: string,
  keys: readonly string[],
): Promise<PartyMonth> {
  const [cursors, ...facts] = await Promise.all([
    listCursors(store, month),
    ...keys.map((key) => readPartyFact(store, staffInbox, key)),
  ])
  const stored = new Set(cursors)
  const isSound = facts.map((entries) => entries?.every(([id]) => stored.has(id)) === true)
  const entriesOf = (some: typeof facts) => some.flatMap((entries) => entries ?? []).filter(([id]) => stored.has(id))
  return {
    month,
    cursors,
    known: new Map(entriesOf(facts).map((entry) => [entry[0], entry])),
    kept: new Set(entriesOf(facts.filter((_, index) => isSound[index])).map(([id]) => id)),
    sound: keys.filter((_, index) => isSound[index]),
    outdated: keys.filter((_, index) => !isSound[index]),
  }
}

/**
 * Adds what the index lacks from the inquiries themselves.
 * @param most opens no more than these
 * @returns how many were opened, and how many of the wanted can be searched now
 */
async function openMissing(
  store: Store,
  staffInbox: StaffInbox,
  { month, wanted, most }: { month: PartyMonth; wanted: readonly string[]; most: number },
): Promise<{ count: number; until: number }> {
  const missing = wanted.filter((cursor) => !month.known.has(cursor))
  const opened = await mapInBatches(missing.slice(0, most), async (cursor) => {
    const { record } = await openInquiry(store, staffInbox, parseInquiryKey(cursor))
    if (record) month.known.set(cursor, partyEntry(cursor, record.request))
  })
  const next = missing[most]
  return { count: opened.length, until: next === undefined ? wanted.length : wanted.indexOf(next) }
}

/**
 * Writes to the index what it lacks of settled days, and removes from it what is outdated. The facts of a month that is over are put
 * together when they are many: each day may have left one.
 */
async function keep(ports: PartySearchPorts, month: PartyMonth, unsettled: string): Promise<void> {
  const { known, kept, sound, outdated } = month
  const lacking = [...known.values()].filter(([id]) => !kept.has(id) && id < unsettled)
  const isScattered = month.month < monthOf(unsettled) && sound.length + factsFor(lacking.length) > factsFor(known.size)
  const entries = isScattered ? [...known.values()] : lacking
  if (entries.length > 0) await writePartyFacts(ports, month.month, entries)
  await removePartyFacts(ports.store, isScattered ? [...sound, ...outdated] : outdated)
}

const factsFor = (entries: number) => Math.ceil(entries / MOST_ENTRIES)
