/**
 * The look-up of parties in all inquiries, newest first. Which inquiries there are, their keys say, so nothing is missed and nothing
 * erased is found; what they say of parties comes from the index (`party-index.ts`), or from themselves where the index lacks it.
 */
import type { Clock, Inbox, StaffInbox, Store } from '../ports.ts'
import { dayAt, monthOf } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { mapInBatches, nextTurn } from '../store/batches.ts'
import { listMonthsWithInquiries } from './list.ts'
import { type InquiryId, parseInquiryKey } from './inquiry-id.ts'
import { listPartyFacts } from './party-index.ts'
import { keep, matchesIn, openMissing, readMonth } from './party-month.ts'
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
  const { found, last, isAll } = await findParties(ports, staffInbox, partyMatcher(searched), {
    before,
    most: MOST_FOUND,
  })
  return {
    hits: await readHits(ports.store, staffInbox, found),
    searchedBackTo: isAll || last === '' ? undefined : last,
    oldest: last === '' ? undefined : parseInquiryKey(last),
  }
}

/** Limits of a search. */
export interface PartyLimits {
  /** A cursor: only earlier inquiries. */
  before?: string | undefined
  /** Inquiries found. */
  most?: number
  /** Facts of the index, and inquiries: where there are more, not all is searched. */
  mostFacts?: number
  mostInquiries?: number
}

/** What was found, newest first; the cursor of the oldest that was searched, '' for none; and whether all were. */
export interface PartiesFound {
  found: PartyMatches[]
  last: string
  isAll: boolean
}

/**
 * The same without the texts that were found, which only the inquiries hold.
 * @param match may still be on its way, while the index is read
 * @throws StoreUnavailable
 */
export async function findParties(
  ports: PartySearchPorts,
  staffInbox: StaffInbox,
  match: PartyMatcher | Promise<PartyMatcher>,
  { before, most = Infinity, mostFacts = Infinity, mostInquiries = Infinity }: PartyLimits = {},
): Promise<PartiesFound> {
  const [months, facts] = await Promise.all([listMonthsWithInquiries(ports.store), listPartyFacts(ports.store)])
  // No inquiry of an earlier day can still be stored: an Idempotency-Key is remembered for 24 hours.
  const unsettled = dayAt(ports.clock.now().getTime() - DAY_MS)
  const found: PartyMatches[] = []
  let [mayOpen, last, inquiries] = [MOST_OPENED, '', 0]
  if ([...facts.values()].flat().length > mostFacts) return { found, last, isAll: false }
  const left = months.filter((month) => before === undefined || month <= monthOf(before))
  for (let start = 0; start < left.length; start += MONTHS_TOGETHER) {
    const together = left.slice(start, start + MONTHS_TOGETHER)
    const read = together.map((month) => readMonth(ports.store, staffInbox, month, facts.get(month) ?? []))
    const known = await Promise.all(read)
    for (const { cursors } of known) inquiries += cursors.length
    if (inquiries > mostInquiries) return { found, last, isAll: false }
    for (const month of known) {
      const limits = { before, most: mayOpen }
      const { count, cursors, isAll } = await openMissing(ports.store, staffInbox, month, limits)
      mayOpen -= count
      await keep(ports, month, unsettled)
      const matches = matchesIn(month, await match)
      for (const cursor of matches.size > 0 ? cursors : []) {
        const own = matches.get(cursor)
        if (own && found.length === most) return { found, last, isAll: false }
        if (own) found.push({ id: parseInquiryKey(cursor), own })
        last = cursor
      }
      last = cursors.at(-1) ?? last
      if (!isAll) return { found, last, isAll: false }
      // A month takes some milliseconds of computing.
      await nextTurn()
    }
  }
  return { found, last, isAll: true }
}

/** What matches of an inquiry. */
interface PartyMatches {
  id: InquiryId
  own: readonly PartyFound[]
}

/** Reads in the inquiries what was found. Those that were erased meanwhile are left out. */
async function readHits(store: Store, staffInbox: StaffInbox, found: readonly PartyMatches[]): Promise<PartyHit[]> {
  const hits = await mapInBatches(found, async ({ id, own }): Promise<PartyHit[]> => {
    const { record } = await openInquiry(store, staffInbox, id)
    if (!record) return []
    return own.map(({ searched, field, match }) => ({ id, searched, field, text: record.request[field] ?? '', match }))
  })
  return hits.flat()
}
