/**
 * The look-up of parties in all inquiries, newest first. Which inquiries there are, their keys say, so nothing is missed and nothing
 * erased is found; what they say of parties comes from the index (`party-index.ts`), or from themselves where the index lacks it.
 */
import type { Clock, Inbox, StaffInbox, Store } from '../ports.ts'
import { monthOf } from '../dates.ts'
import { mapInBatches, nextTurn } from '../store/batches.ts'
import { firstUnsettled, listMonthsWithInquiries } from './day-index.ts'
import { type InquiryId, parseInquiryKey } from './inquiry-id.ts'
import {
  BETWEEN,
  idsOf,
  joinEntries,
  partyEntry,
  type PartyColumns,
  type PartyEntry,
  splitEntries,
} from './party-columns.ts'
import {
  listCursors,
  listPartyFacts,
  MOST_ENTRIES,
  readPartyFact,
  removePartyFacts,
  writePartyFacts,
} from './party-index.ts'
import type { FieldName } from './inquiry-fields.ts'
import { type PartyFound, type PartyMatcher, partyMatcher } from './party-matcher.ts'
import type { PartyMatch } from './party-match.ts'
import { openInquiry } from './reader.ts'

/** A text of an inquiry that matches. */
export interface PartyHit {
  id: InquiryId
  /** What was searched for. */
  searched: string
  field: FieldName
  /** As it stands in the inquiry. */
  text: string
  match: PartyMatch
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
  const found: PartyMatches[] = []
  let [mayOpen, last] = [MOST_OPENED, '']
  const end = async (isAll: boolean): Promise<PartySearch> => ({
    hits: await readHits(ports.store, staffInbox, found),
    searchedBackTo: isAll || last === '' ? undefined : last,
    oldest: last === '' ? undefined : parseInquiryKey(last),
  })
  const left = months.filter((month) => before === undefined || month <= monthOf(before))
  for (let start = 0; start < left.length; start += MONTHS_TOGETHER) {
    const together = left.slice(start, start + MONTHS_TOGETHER)
    const read = together.map((month) => readMonth(ports.store, staffInbox, month, facts.get(month) ?? []))
    for (const month of await Promise.all(read)) {
      const limits = { before, most: mayOpen }
      const { count, cursors, isAll } = await openMissing(ports.store, staffInbox, month, limits)
      mayOpen -= count
      await keep(ports, month, unsettled)
      const matches = matchesIn(month, match)
      for (const cursor of matches.size > 0 ? cursors : []) {
        const own = matches.get(cursor)
        if (own && found.length === MOST_FOUND) return end(false)
        if (own) found.push({ id: parseInquiryKey(cursor), own })
        last = cursor
      }
      last = cursors.at(-1) ?? last
      if (!isAll) return end(false)
      // A month takes some milliseconds of computing.
      await nextTurn()
    }
  }
  return end(true)
}

/** What matches of an inquiry. */
interface PartyMatches {
  id: InquiryId
  own: readonly PartyFound[]
}

/** What is known of the inquiries of a month. */
interface PartyMonth {
  month: string
  /** Of its inquiries, oldest first. */
  cursors: readonly string[]
  /** What the index says. It may also name inquiries that are not there any more. */
  parties: readonly PartyColumns[]
  /** Cursors of which it says nothing. */
  missing: readonly string[]
  /** Parties that no sound fact of the index names. */
  lacking: PartyEntry[]
  /** The facts of the index, and those that are to go: they cannot be opened, or name what was erased. */
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
  const parties = facts.filter((columns) => columns !== undefined)
  // Usually the index names all of them and no others.
  if (parties.length === keys.length && joinEntries(parties).ids === cursors.join(BETWEEN))
    return { month, cursors, parties, missing: [], lacking: [], sound: keys, outdated: [] }
  const stored = new Set(cursors)
  const isSound = facts.map((columns) => columns !== undefined && idsOf(columns).every((id) => stored.has(id)))
  const known = new Set(parties.flatMap(idsOf))
  return {
    month,
    cursors,
    parties,
    missing: cursors.filter((cursor) => !known.has(cursor)),
    lacking: facts
      .flatMap((columns, index) => (columns && !isSound[index] ? splitEntries(columns) : []))
      .filter(({ ids }) => stored.has(ids)),
    sound: keys.filter((_, index) => isSound[index]),
    outdated: keys.filter((_, index) => !isSound[index]),
  }
}

/**
 * Opens inquiries of which the index says nothing, newest first, and adds what they say.
 * @param limits a cursor, and how many are opened at most
 * @returns how many were opened, the cursors that can be searched now, newest first, and whether these are all
 */
async function openMissing(
  store: Store,
  staffInbox: StaffInbox,
  month: PartyMonth,
  { before, most }: { before: string | undefined; most: number },
): Promise<{ count: number; cursors: readonly string[]; isAll: boolean }> {
  const newest = (cursors: readonly string[]) =>
    cursors.filter((cursor) => before === undefined || cursor < before).reverse()
  const [wanted, missing] = [newest(month.cursors), newest(month.missing)]
  const opened = await mapInBatches(missing.slice(0, most), async (cursor) => {
    const { record } = await openInquiry(store, staffInbox, parseInquiryKey(cursor))
    return record ? [partyEntry(cursor, record.request)] : []
  })
  month.lacking.push(...opened.flat())
  const next = missing[most]
  const cursors = next === undefined ? wanted : wanted.slice(0, wanted.indexOf(next))
  return { count: opened.length, cursors, isAll: next === undefined }
}

/** What matches of a month, by cursor. */
function matchesIn({ parties, lacking }: PartyMonth, match: PartyMatcher): ReadonlyMap<string, PartyFound[]> {
  const matches = new Map<string, PartyFound[]>()
  for (const columns of [...parties, joinEntries(lacking)]) {
    const found = match(columns)
    const ids = found.length > 0 ? idsOf(columns) : []
    for (const [id = '', own] of Map.groupBy(found, ({ row }) => ids[row])) matches.set(id, own)
  }
  return matches
}

/**
 * Writes to the index what it lacks of settled days, and removes from it what is outdated. The facts of a month that is over are put
 * together when they are many: each day may have left one.
 */
async function keep(ports: PartySearchPorts, month: PartyMonth, unsettled: string): Promise<void> {
  const { sound, outdated } = month
  const lacking = month.lacking.filter(({ ids }) => ids < unsettled)
  const size = month.cursors.length - month.missing.length + lacking.length
  const isScattered = month.month < monthOf(unsettled) && sound.length + factsFor(lacking.length) > factsFor(size)
  const entries = isScattered ? allEntries(month) : lacking
  if (entries.length > 0) await writePartyFacts(ports, month.month, entries)
  await removePartyFacts(ports.store, isScattered ? [...sound, ...outdated] : outdated)
}

/** What is known of a month, each inquiry once. */
function allEntries({ cursors, parties, lacking }: PartyMonth): PartyEntry[] {
  const entries = new Map([...parties.flatMap(splitEntries), ...lacking].map((entry) => [entry.ids, entry]))
  return cursors.flatMap((cursor) => entries.get(cursor) ?? [])
}

const factsFor = (entries: number) => Math.ceil(entries / MOST_ENTRIES)

/** Reads in the inquiries what was found. Those that were erased meanwhile are left out. */
async function readHits(store: Store, staffInbox: StaffInbox, found: readonly PartyMatches[]): Promise<PartyHit[]> {
  const hits = await mapInBatches(found, async ({ id, own }): Promise<PartyHit[]> => {
    const { record } = await openInquiry(store, staffInbox, id)
    if (!record) return []
    return own.map(({ searched, field, match }) => ({ id, searched, field, text: record.request[field] ?? '', match }))
  })
  return hits.flat()
}
