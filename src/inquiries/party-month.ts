/**
 * What is known of the parties of a month: what the index says (`party-index.ts`), and what it lacks of the inquiries that are there.
 */
import { monthOf } from '../dates.ts'
import type { Inbox, StaffInbox, Store } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { parseInquiryKey } from './inquiry-id.ts'
import {
  BETWEEN,
  idsOf,
  joinEntries,
  partyEntry,
  type PartyColumns,
  type PartyEntry,
  splitEntries,
} from './party-columns.ts'
import { listCursors, MOST_ENTRIES, readPartyFact, removePartyFacts, writePartyFacts } from './party-index.ts'
import type { PartyFound, PartyMatcher } from './party-matcher.ts'
import { openInquiry } from './reader.ts'

/** What is known of the inquiries of a month. */
export interface PartyMonth {
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

/**
 * Reads what is known of a month.
 * @param keys of the facts of the index about it
 */
export async function readMonth(
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
export async function openMissing(
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
export function matchesIn({ parties, lacking }: PartyMonth, match: PartyMatcher): ReadonlyMap<string, PartyFound[]> {
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
export async function keep(ports: { store: Store; inbox: Inbox }, month: PartyMonth, unsettled: string): Promise<void> {
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
