/**
 * The look-up of parties in all inquiries: who wrote, and the other side. Which inquiries there are, their keys say, so nothing is missed
 * and nothing erased is found.
 *
 * What an inquiry says of parties never changes. What was opened once is remembered by the process, and of ten days that are over it is
 * stored as one fact, sealed to the inbox: an index, so that a new process need not open every inquiry. The index is a cache. Who has the
 * private key makes what it lacks, and nothing is lost when it is removed; so erasing an inquiry removes the fact about its days.
 */
import * as z from 'zod'
import { monthOf } from '../dates.ts'
import { type Clock, type Inbox, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { inTurns, mapInBatches, nextTurn } from '../store/batches.ts'
import { keyOf, readFactOr, UNREADABLE_SEAL } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { INQUIRIES_PREFIX, type InquiryId, inquiryKey, parseInquiryKey } from './inquiry-id.ts'
import { cursorOf, listInquiries, type ListedInquiry } from './list.ts'
import { lookUpMatcher, type PartyFound, type PartyText, prepareParty } from './party-matcher.ts'
import { listKeptNames, openKeptNames, withNamesOnly } from './kept-names.ts'
import { openFact } from './reader.ts'
import { SPAM_STATUS } from './status.ts'

/** Inquiries of which a process remembers the parties: twice the size to build for. Of older ones it reads the index each time. */
const MAX_REMEMBERED = 20_000
/** Inquiries that one search opens, because neither memory nor index has them. */
const MAX_OPENED = 10_000
/** Inquiries read together: a store far away takes few round trips. */
const READ_TOGETHER = 250
/** Inquiries opened before other requests have a turn. */
const OPENED_TOGETHER = 16
/** Inquiries that one look-up finds. */
const MAX_FOUND = 100

export interface PartySearchPorts {
  store: Store
  clock: Clock
  inbox: Inbox
}

/** The parties that an inquiry names: none, if it cannot be opened; undefined when too many others had to be opened. */
export interface Party extends ListedInquiry {
  texts: readonly PartyText[] | undefined
}

export interface PartySearch {
  /** Newest first, of at most `MAX_FOUND` inquiries; one for each text that was searched and each field. */
  hits: (PartyFound & ListedInquiry)[]
  /** Cursor to go on at; undefined when all was searched. */
  searchedBackTo: string | undefined
  /** The oldest inquiry that was searched; undefined when there was none. */
  oldest: InquiryId | undefined
}

/**
 * Searches parties. Several texts take hardly longer than one.
 * @param searched each a name or a part of one, an e-mail address, or a telephone number
 * @param before a cursor: only earlier inquiries
 */
export async function searchParties(
  parties: readonly Party[],
  searched: readonly string[],
  before?: string,
): Promise<PartySearch> {
  const unread = parties.findIndex(({ texts }) => !texts)
  const read = unread < 0 ? parties : parties.slice(0, unread)
  const wanted = before === undefined ? read : read.filter(({ id }) => cursorOf(id) < before)
  const match = lookUpMatcher(searched)
  const matches = await inTurns(wanted, ({ texts = [], ...listed }) => {
    const found = match(texts)
    return found.length > 0 ? [{ ...listed, found }] : []
  })
  const rest = matches[MAX_FOUND]
  const oldest = (rest ? wanted[wanted.findIndex(({ id }) => id === rest.id) - 1] : wanted.at(-1))?.id
  return {
    hits: matches.slice(0, MAX_FOUND).flatMap(({ found, ...listed }) => found.map((one) => ({ ...listed, ...one }))),
    searchedBackTo: oldest && (rest || unread >= 0) ? cursorOf(oldest) : undefined,
    oldest,
  }
}

/** What follows the cursor of an inquiry of which only names are left: they say less than the inquiry did. */
const NAMES_ONLY = '/names'
const placeIn = ({ id, namesOnly }: ListedInquiry): string => cursorOf(id) + (namesOnly ? NAMES_ONLY : '')

/** By cursor, the texts of parties. */
type Texts = ReadonlyMap<string, readonly PartyText[]>

/** What a process knows of a store. */
interface Memory {
  /** Of the newest inquiries. */
  texts: Texts
  /** Days of which the index is complete. */
  indexed: ReadonlySet<string>
}
const MEMORIES = new WeakMap<Store, Memory>()

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
  const known: Memory = MEMORIES.get(ports.store) ?? { texts: new Map(), indexed: new Set() }
  const unknown = listed.filter((_, place) => !known.texts.has(cursors[place] ?? ''))
  const isSpam = ({ state }: ListedInquiry) => state.status === SPAM_STATUS
  // A flood of spam is read after all others.
  const missing = [...unknown.filter((one) => !isSpam(one)), ...unknown.filter(isSpam)].map(placeIn)
  const isErased = known.texts.size + missing.length > cursors.length
  const memory = isErased ? forgetErased(known, cursors) : known
  const present = daysOf(ports.clock.now().toISOString())
  const lacking = new Set([...missing.map(daysOf), ...cursors.map(daysOf).filter((days) => !memory.indexed.has(days))])
  const wanted = [...lacking].filter((days) => days < present)
  const { texts, indexed } =
    missing.length > 0 || wanted.length > 0 ? await complete(ports, staffInbox, memory, { missing, wanted }) : memory
  MEMORIES.set(ports.store, {
    texts: texts.size > MAX_REMEMBERED ? pick(texts, cursors.slice(0, MAX_REMEMBERED)) : texts,
    indexed,
  })
  return listed.map((one, place) => ({ ...one, texts: texts.get(cursors[place] ?? '') }))
}

/** Forgets inquiries that are not stored any more. With them went what the index said of their days. */
function forgetErased({ texts, indexed }: Memory, cursors: readonly string[]): Memory {
  const stored = pick(texts, cursors)
  const erased = new Set([...texts.keys()].filter((cursor) => !stored.has(cursor)).map(daysOf))
  return { texts: stored, indexed: new Set([...indexed].filter((days) => !erased.has(days))) }
}

function pick(texts: Texts, cursors: readonly string[]): Texts {
  const picked = new Map<string, readonly PartyText[]>()
  for (const cursor of cursors) {
    const own = texts.get(cursor)
    if (own) picked.set(cursor, own)
  }
  return picked
}

/**
 * Reads what memory lacks, and completes the index of these days.
 * @param lacking inquiries that memory lacks, newest first, and days that are over
 */
async function complete(
  ports: PartySearchPorts,
  staffInbox: StaffInbox,
  memory: Memory,
  { missing, wanted }: { missing: readonly string[]; wanted: readonly string[] },
): Promise<Memory> {
  const texts = new Map(memory.texts)
  const stored = new Set(missing)
  const open = async (cursors: readonly string[]) => {
    const { names = [], inquiries = [] } = Object.groupBy(cursors, (cursor) =>
      cursor.endsWith(NAMES_ONLY) ? 'names' : 'inquiries',
    )
    const read = async (cursor: string) =>
      [
        cursor,
        await readFactOr(ports.store, FACTS.inquiry, inquiryKey(parseInquiryKey(cursor)), UNREADABLE_SEAL),
      ] as const
    const opened = await mapInBatches(
      await mapInBatches(inquiries, read, READ_TOGETHER),
      async ([cursor, fact]) => [cursor, (await openFact(staffInbox, fact)).record] as const,
      OPENED_TOGETHER,
    )
    await inTurns(opened, ([cursor, record]) => {
      texts.set(cursor, record ? prepareParty(record.request) : [])
      return []
    })
    await mapInBatches(names, async (cursor) => {
      const id = parseInquiryKey(cursor.slice(0, -NAMES_ONLY.length))
      const { name, otherParty } = (await openKeptNames(ports.store, staffInbox, id)) ?? {}
      texts.set(cursor, prepareParty({ name, otherParty }))
    })
  }
  // The index says nothing of the present days.
  const recent = missing.filter((cursor) => !wanted.includes(daysOf(cursor))).slice(0, MAX_OPENED)
  const [index] = await Promise.all([readIndex(ports.store, staffInbox, wanted), open(recent)])
  const indexed = index.flatMap(({ parties = {} }) => Object.entries(parties)).filter(([cursor]) => stored.has(cursor))
  await inTurns(indexed, ([cursor, said]) => {
    texts.set(cursor, prepareParty(said))
    return []
  })
  await open(missing.filter((cursor) => !texts.has(cursor)).slice(0, MAX_OPENED - recent.length))
  const isComplete = await writeIndex(ports, index, texts)
  return { texts, indexed: isComplete ? new Set([...memory.indexed, ...wanted]) : memory.indexed }
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
 * who erased it may have removed the fact before it was written.
 * @param texts of the inquiries that are stored
 * @returns false when the store failed: the index is a cache, and the next look-up tries again
 */
async function writeIndex(
  { store, inbox }: PartySearchPorts,
  index: readonly IndexedDays[],
  texts: Texts,
): Promise<boolean> {
  try {
    const byDays = Map.groupBy(texts, ([cursor]) => daysOf(cursor))
    await mapInBatches(index, async ({ days, isStored, parties = {} }) => {
      const own = (byDays.get(days) ?? []).filter(([, said]) => said.length > 0)
      if (own.length === Object.keys(parties).length && own.every(([cursor]) => parties[cursor])) return
      if (isStored) await store.remove(indexKey(days))
      await nextTurn()
      if (own.length === 0) return
      const byField = (said: readonly PartyText[]) => Object.fromEntries(said.map(({ field, text }) => [field, text]))
      const content = {
        version: VERSION,
        parties: Object.fromEntries(own.map(([cursor, said]) => [cursor, byField(said)])),
      }
      await store.create(indexKey(days), { sealed: await inbox.seal(content) })
      const folder = `${INQUIRIES_PREFIX}${monthOf(days)}/`
      const stored = new Set((await store.list(folder + days)).map((key) => key.slice(folder.length)))
      if (!own.every(([cursor]) => cursor.endsWith(NAMES_ONLY) || stored.has(cursor)))
        await store.remove(indexKey(days))
    })
    return true
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

/** Removes what the index says of an inquiry, with that of others of its days. Call it after the inquiry was removed. */
export const removeFromPartyIndex = (store: Pick<Store, 'remove'>, { receivedAt }: InquiryId): Promise<void> =>
  store.remove(indexKey(daysOf(receivedAt)))
