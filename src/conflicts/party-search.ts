/**
 * The look-up of parties in all inquiries: who wrote, and the other side. Which inquiries there are, their keys say, so nothing is missed
 * and nothing erased is found.
 *
 * What an inquiry says of parties never changes. What was opened once is remembered by the process, and of ten days that are over it is
 * stored as one fact, sealed to the inbox: an index, so that a new process need not open every inquiry. The index is a cache: a process that
 * finds it missing or wrong opens the inquiries of its days and makes it again. So erasing an inquiry removes the fact about its days.
 */
import * as z from 'zod'
import { monthOf } from '../dates.ts'
import { type Clock, type Inbox, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { inTurns, mapInBatches, nextTurn } from '../store/batches.ts'
import { keyOf, readFactOr, UNREADABLE_SEAL } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { INQUIRIES_PREFIX, type InquiryId, inquiryKey, parseInquiryKey } from '../inquiries/inquiry-id.ts'
import { cursorOf, listInquiries, type ListedInquiry } from '../inquiries/list.ts'
import { lookUpMatcher, type PartyFound, type PartyText, prepareParty } from './party-matcher.ts'
import { keptNamesKey, listKeptNames, openKeptNames, withNamesOnly } from './kept-names.ts'
import { openFact } from '../inquiries/reader.ts'

/** Inquiries of which a process remembers the parties: twice the size to build for. Of older ones it reads the index each time. */
const MAX_REMEMBERED = 20_000
/** Inquiries read and opened together: a store far away takes few round trips. */
const OPENED_TOGETHER = 250
/** Inquiries that one look-up finds. */
export const MAX_FOUND = 100

export interface PartySearchPorts {
  store: Store
  clock: Clock
  inbox: Inbox
}

/** The parties that an inquiry names: none, if it cannot be opened. */
export interface Party extends ListedInquiry {
  texts: readonly PartyText[]
}

export interface PartySearch {
  /** Newest first, of at most `MAX_FOUND` inquiries; one for each text that was searched and each field. */
  hits: (PartyFound & ListedInquiry)[]
  hasMore: boolean
}

/**
 * Searches parties. Several texts take hardly longer than one.
 * @param searched each a name or a part of one, an e-mail address, or a telephone number
 */
export async function searchParties(parties: readonly Party[], searched: readonly string[]): Promise<PartySearch> {
  const match = lookUpMatcher(searched)
  const matches = await inTurns(parties, ({ texts, ...listed }) => {
    const found = match(texts)
    return found.length > 0 ? [found.map((one) => ({ ...listed, ...one }))] : []
  })
  return { hits: matches.slice(0, MAX_FOUND).flat(), hasMore: matches.length > MAX_FOUND }
}

/** What follows the cursor of an inquiry of which only names are left: they say less than the inquiry did. */
const NAMES_ONLY = '/names'
const placeIn = ({ id, namesOnly }: ListedInquiry): string => cursorOf(id) + (namesOnly ? NAMES_ONLY : '')

/** By cursor, the texts of parties. */
type Texts = ReadonlyMap<string, readonly PartyText[]>
type SaidBy = readonly [cursor: string, said: Parameters<typeof prepareParty>[0]]
/** What a process knows of a store. */
const MEMORIES = new WeakMap<Store, Texts>()

/**
 * Reads the parties of all inquiries, newest first: from memory, from the index, and what these lack from the inquiries.
 * @param all all inquiries, where they are listed already
 * @throws StoreUnavailable
 */
export async function readParties(
  ports: PartySearchPorts,
  staffInbox: StaffInbox,
  all: Promise<readonly ListedInquiry[]> = listInquiries(ports.store, {}, ports.clock.now()),
): Promise<Party[]> {
  const listed = withNamesOnly(...(await Promise.all([all, listKeptNames(ports.store)])))
  const cursors = listed.map(placeIn)
  const known = MEMORIES.get(ports.store) ?? new Map<string, readonly PartyText[]>()
  const texts = cursors.every((cursor) => known.has(cursor)) ? known : await complete(ports, staffInbox, known, cursors)
  const parties = listed.map((one, place) => ({ ...one, texts: texts.get(cursors[place] ?? '') ?? [] }))
  const remembered = cursors.slice(0, MAX_REMEMBERED).map((cursor) => [cursor, texts.get(cursor) ?? []] as const)
  MEMORIES.set(ports.store, new Map(remembered))
  return parties
}

/** Reads what memory lacks, and the index of the days of which it lacks something; makes the index again where it was not right. */
async function complete(
  ports: PartySearchPorts,
  staffInbox: StaffInbox,
  known: Texts,
  cursors: readonly string[],
): Promise<Texts> {
  const texts = new Map(known)
  const add = async (said: readonly SaidBy[]) => {
    for (const entry of await inTurns(said, ([cursor, fields]) => [[cursor, prepareParty(fields)] as const]))
      texts.set(...entry)
  }
  const open = async (lacking: readonly string[]) =>
    add(await mapInBatches(lacking, (cursor) => openParty(ports.store, staffInbox, cursor), OPENED_TOGETHER))
  const missing = cursors.filter((cursor) => !known.has(cursor))
  const present = daysOf(ports.clock.now().toISOString())
  const over = [...new Set(missing.map(daysOf))].filter((days) => days < present)
  // The index says nothing of the present days.
  const recent = missing.filter((cursor) => daysOf(cursor) >= present)
  const [index] = await Promise.all([readIndex(ports.store, staffInbox, over), open(recent)])
  const stored = new Set(missing)
  await add(index.flatMap(({ parties = {} }) => Object.entries(parties)).filter(([cursor]) => stored.has(cursor)))
  await open(missing.filter((cursor) => !texts.has(cursor)))
  const byDays = Map.groupBy(cursors, daysOf)
  const isOfPerson = (cursor: string) => (texts.get(cursor) ?? []).length > 0
  for (const one of index) await writeIndex(ports, one, (byDays.get(one.days) ?? []).filter(isOfPerson), texts)
  return texts
}

/** What an inquiry says of parties, or what is left of it; nothing when no key opens it. */
async function openParty(store: Store, staffInbox: StaffInbox, cursor: string): Promise<SaidBy> {
  if (cursor.endsWith(NAMES_ONLY)) {
    const id = parseInquiryKey(cursor.slice(0, -NAMES_ONLY.length))
    const { name, otherParty } = (await openKeptNames(store, staffInbox, id)) ?? {}
    return [cursor, { name, otherParty }]
  }
  const fact = await readFactOr(store, FACTS.inquiry, inquiryKey(parseInquiryKey(cursor)), UNREADABLE_SEAL)
  return [cursor, (await openFact(staffInbox, fact)).record?.request ?? {}]
}

/** Raise it when the index says something else of parties: facts of another version are made again. */
const VERSION = 1
/** By cursor, the texts of the inquiries that can be opened, by field. */
const IndexFact = z.object({
  version: z.literal(VERSION),
  parties: z.record(z.string(), z.record(z.string(), z.string())),
})

interface IndexedDays {
  days: string
  isStored: boolean
  /** Undefined when there is no fact, or it is sealed to another key or of another version. */
  parties: z.infer<typeof IndexFact>['parties'] | undefined
}

/** The ten days of a time or a cursor, like 2026-11-2. */
const daysOf = (time: string): string => time.slice(0, '2026-11-2'.length)
const indexKey = (days: string): string => keyOf(FACTS.parties, { days })

const readIndex = (store: Store, staffInbox: StaffInbox, wanted: readonly string[]): Promise<IndexedDays[]> =>
  mapInBatches(wanted, async (days) => {
    const fact = await readFactOr(store, FACTS.parties, indexKey(days), UNREADABLE_SEAL)
    const opened = fact && (await staffInbox.open(fact))
    await nextTurn()
    return { days, isStored: fact !== undefined, parties: IndexFact.safeParse(opened).data?.parties }
  })

/**
 * Writes again what the index lacks, or names although it was erased. Removes that again if one of the inquiries was erased meanwhile:
 * who erased it may have removed the fact before it was written. Where the store fails, the next process tries again.
 * @param own cursors of the inquiries of these days that are stored and can be opened
 */
async function writeIndex(
  { store, inbox }: PartySearchPorts,
  { days, isStored, parties = {} }: IndexedDays,
  own: readonly string[],
  texts: Texts,
): Promise<void> {
  if (own.length === Object.keys(parties).length && own.every((cursor) => parties[cursor])) return
  try {
    if (isStored) await store.remove(indexKey(days))
    await nextTurn()
    if (own.length === 0) return
    const byField = (said: readonly PartyText[] = []) =>
      Object.fromEntries(said.map(({ field, text }) => [field, text]))
    const content: z.input<typeof IndexFact> = {
      version: VERSION,
      parties: Object.fromEntries(own.map((cursor) => [cursor, byField(texts.get(cursor))])),
    }
    await store.create(indexKey(days), { sealed: await inbox.seal(content) })
    const folder = `${INQUIRIES_PREFIX}${monthOf(days)}/`
    const stored = new Set((await store.list(folder + days)).map((key) => key.slice(folder.length)))
    if (!own.every((cursor) => cursor.endsWith(NAMES_ONLY) || stored.has(cursor))) await store.remove(indexKey(days))
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

/** Removes what the index says of an inquiry, with that of others of its days. Call it after the inquiry was removed. */
export const removeFromPartyIndex = (store: Pick<Store, 'remove'>, { receivedAt }: InquiryId): Promise<void> =>
  store.remove(indexKey(daysOf(receivedAt)))

export async function forgetNames(store: Pick<Store, 'remove'>, id: InquiryId): Promise<void> {
  await store.remove(keptNamesKey(id))
  await removeFromPartyIndex(store, id)
}
