/**
 * The parties of all inquiries, those who wrote and the other side, for the check for conflicts and the look-up. Keys say which inquiries
 * there are, so an erased one is never found.
 *
 * The parties of an inquiry never change. The process remembers them. For ten days that are over they are also stored as one fact, sealed to
 * the inbox: this index saves a new process from opening every inquiry. A process that finds the index missing or wrong opens the inquiries
 * of its days and makes it again, so an erasure removes the index of its days.
 */
import * as z from 'zod'
import { monthOf } from '../dates.ts'
import { cursorOf, INQUIRIES_PREFIX, type InquiryId, inquiryKey, parseInquiryKey } from '../inquiries/inquiry-id.ts'
import { listInquiries, openFact } from '../inquiries/record.ts'
import type { ListedInquiry } from '../inquiries/status.ts'
import { type Ports, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { flatMapWithPauses, mapInBatches } from '../store/batches.ts'
import { keyOf, readFactOr, UNREADABLE_SEAL } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { keptNamesKey, listKeptNames, openKeptNames, withNamesOnly } from './kept-names.ts'
import { lookUpIn, type PartyFound, type PartyText, prepareParty, prepareText } from './party-match.ts'

/** Inquiries that are opened together: a store far away takes few round trips. */
const OPENED_TOGETHER = 250
/** Inquiries that one look-up finds. */
export const MAX_FOUND = 100

export type PartySearchPorts = Pick<Ports, 'store' | 'clock' | 'inbox'>

/** The texts of the parties of an inquiry. An inquiry that cannot be opened has none. */
export interface Party extends ListedInquiry {
  texts: readonly PartyText[]
}

export interface PartySearch {
  /** At most `MAX_FOUND` inquiries, newest first. */
  found: (PartyFound & ListedInquiry)[]
  hasMore: boolean
}

/** Looks up a name or a part of one, an e-mail address, or a telephone number. */
export async function searchParties(parties: readonly Party[], searched: string): Promise<PartySearch> {
  const prepared = prepareText(searched)
  const all = await flatMapWithPauses(parties, ({ texts, ...listed }) => {
    const found = lookUpIn(texts, prepared)
    return found ? [{ ...listed, ...found }] : []
  })
  return { found: all.slice(0, MAX_FOUND), hasMore: all.length > MAX_FOUND }
}

/** Follows the cursor of an inquiry of which only names are left, because they say less than the inquiry did. */
const NAMES_ONLY = '/names'
const partyCursor = ({ id, namesOnly }: ListedInquiry): string => cursorOf(id) + (namesOnly ? NAMES_ONLY : '')

/** The texts of parties by cursor. */
type Texts = Map<string, readonly PartyText[]>
/** What the process knows of each store. */
const MEMORIES = new WeakMap<Store, Texts>()

/**
 * Reads the parties of all inquiries, newest first: from memory, from the index, and else from the inquiries.
 * @param all all inquiries, where they are listed already
 * @throws StoreUnavailable
 */
export async function readParties(
  ports: PartySearchPorts,
  staffInbox: StaffInbox,
  all: Promise<readonly ListedInquiry[]> = listInquiries(ports.store, {}, ports.clock.now()),
): Promise<Party[]> {
  const listed = withNamesOnly(...(await Promise.all([all, listKeptNames(ports.store)])))
  const cursors = listed.map(partyCursor)
  const known: Texts = new Map(MEMORIES.get(ports.store))
  await readMissing(ports, staffInbox, cursors, known)
  const parties = listed.map((one, index) => ({ ...one, texts: known.get(cursors[index] ?? '') ?? [] }))
  MEMORIES.set(ports.store, new Map(cursors.map((cursor) => [cursor, known.get(cursor) ?? []])))
  return parties
}

/** Adds what is missing to the known texts, and makes the index again where it is not right. */
async function readMissing(
  ports: PartySearchPorts,
  staffInbox: StaffInbox,
  cursors: readonly string[],
  known: Texts,
): Promise<void> {
  const missing = cursors.filter((cursor) => !known.has(cursor))
  const present = daysOf(ports.clock.now().toISOString())
  const over = [...new Set(missing.map(daysOf))].filter((days) => days < present)
  const index = await mapInBatches(over, (days) => readIndex(ports.store, staffInbox, days))
  const said = new Map(index.flatMap(({ parties = {} }) => Object.entries<Said>(parties)))
  const lacking = missing.filter((cursor) => !said.has(cursor))
  const open = async (cursor: string) => said.set(cursor, await openParty(ports.store, staffInbox, cursor))
  await mapInBatches(lacking, open, OPENED_TOGETHER)
  await flatMapWithPauses(missing, (cursor) => {
    known.set(cursor, prepareParty(said.get(cursor) ?? {}))
    return []
  })
  const named = cursors.filter((cursor) => known.get(cursor)?.length)
  const byDays = Map.groupBy(named, daysOf)
  for (const one of index) await updateIndex(ports, one, byDays.get(one.days) ?? [], known)
}

/** What an inquiry, or what is left of it, says of parties by field. */
type Said = Parameters<typeof prepareParty>[0]

async function openParty(store: Store, staffInbox: StaffInbox, cursor: string): Promise<Said> {
  if (cursor.endsWith(NAMES_ONLY)) {
    const id = parseInquiryKey(cursor.slice(0, -NAMES_ONLY.length))
    const { name, otherParty } = (await openKeptNames(store, staffInbox, id)) ?? {}
    return { name, otherParty }
  }
  const fact = await readFactOr(store, FACTS.inquiry, inquiryKey(parseInquiryKey(cursor)), UNREADABLE_SEAL)
  return (await openFact(staffInbox, fact)).record?.request ?? {}
}

/** Raise it when the index changes its form: facts of another version are made again. */
const VERSION = 1
const PartyIndex = z.object({
  version: z.literal(VERSION),
  /** The texts of each inquiry by cursor and field. */
  parties: z.record(z.string(), z.record(z.string(), z.string())),
})

interface IndexOfDays {
  days: string
  isStored: boolean
  /** Undefined when the index is not stored, is of another version, or is sealed to another key. */
  parties: z.infer<typeof PartyIndex>['parties'] | undefined
}

/** @returns the ten days of a time or a cursor, like 2026-11-2 */
const daysOf = (time: string): string => time.slice(0, '2026-11-2'.length)
const indexKey = (days: string): string => keyOf(FACTS.parties, { days })

async function readIndex(store: Store, staffInbox: StaffInbox, days: string): Promise<IndexOfDays> {
  const fact = await readFactOr(store, FACTS.parties, indexKey(days), UNREADABLE_SEAL)
  const opened = fact && (await staffInbox.open(fact))
  return { days, isStored: fact !== undefined, parties: PartyIndex.safeParse(opened).data?.parties }
}

/**
 * Writes the index again where it lacks an inquiry or has an erased one, and removes it if one of its inquiries was erased meanwhile: the
 * erasure may have come before the index.
 * @param cursors of the inquiries of these days that name a party
 */
async function updateIndex(
  { store, inbox }: PartySearchPorts,
  { days, isStored, parties = {} }: IndexOfDays,
  cursors: readonly string[],
  texts: Texts,
): Promise<void> {
  if (cursors.length === Object.keys(parties).length && cursors.every((cursor) => parties[cursor])) return
  const byField = (said: readonly PartyText[] = []) => Object.fromEntries(said.map(({ field, text }) => [field, text]))
  const said = Object.fromEntries(cursors.map((cursor) => [cursor, byField(texts.get(cursor))]))
  const folder = `${INQUIRIES_PREFIX}${monthOf(days)}/`
  try {
    if (isStored) await store.remove(indexKey(days))
    if (cursors.length === 0) return
    await store.create(indexKey(days), { sealed: await inbox.seal({ version: VERSION, parties: said }) })
    const stored = new Set((await store.list(folder + days)).map((key) => key.slice(folder.length)))
    const isErased = (cursor: string) => !cursor.endsWith(NAMES_ONLY) && !stored.has(cursor)
    if (cursors.some(isErased)) await store.remove(indexKey(days))
  } catch (error) {
    // Where the store fails, the next process tries again.
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

/** Removes the index of the ten days of an inquiry. Call it after the inquiry was removed. */
export const removeFromPartyIndex = (store: Pick<Store, 'remove'>, { receivedAt }: InquiryId): Promise<void> =>
  store.remove(indexKey(daysOf(receivedAt)))

export async function forgetNames(store: Pick<Store, 'remove'>, id: InquiryId): Promise<void> {
  await store.remove(keptNamesKey(id))
  await removeFromPartyIndex(store, id)
}
