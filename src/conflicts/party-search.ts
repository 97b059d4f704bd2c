/**
 * Searches the parties of stored inquiries, and kept names. The process remembers the texts, but lists the keys for each search, so it
 * never finds an erased inquiry. An index of ten days, encrypted to the inbox, saves a new process from opening every inquiry. A missing or
 * wrong index is made again.
 */
import * as z from 'zod'
import { monthOf } from '../dates.ts'
import { cursorOf, INQUIRIES_PREFIX, type InquiryId, parseInquiryKey } from '../inquiries/inquiry-id.ts'
import { listIds, openSealed } from '../inquiries/record.ts'
import { readInquiry } from '../inquiries/sealed-inquiry.ts'
import { type Ports, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { flatMapWithPauses, mapInBatches } from '../store/batches.ts'
import { keyOf, readRecordOr, UNREADABLE_SEAL, createRecord, listKeys } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { keptNamesKey, listKeptNames, openKeptNames, type SearchedInquiry, withNamesOnly } from './kept-names.ts'
import { lookUpIn, type PartyText, prepareParty, prepareText } from './party-match.ts'

/** This many inquiries are opened at the same time, which saves time when the store is far away. */
const OPENED_TOGETHER = 250
export const MAX_FOUND = 100

export type PartySearchPorts = Pick<Ports, 'store' | 'clock' | 'inbox'>

/** An inquiry that cannot be opened has no texts. */
export interface Party extends SearchedInquiry {
  texts: readonly PartyText[]
}

export const countUnopened = (parties: readonly Party[]): number =>
  parties.filter(({ texts }) => texts.length === 0).length

export type PartySearch = Awaited<ReturnType<typeof searchParties>>

/**
 * @param searched a name or a part of one, an e-mail address, or a telephone number
 * @returns at most `MAX_FOUND` inquiries, newest first
 */
export async function searchParties(parties: readonly Party[], searched: string) {
  const prepared = prepareText(searched)
  const all = await flatMapWithPauses(parties, ({ texts, ...listed }) => {
    const found = lookUpIn(texts, prepared)
    return found ? [{ ...listed, ...found }] : []
  })
  return { found: all.slice(0, MAX_FOUND), hasMore: all.length > MAX_FOUND }
}

/** Kept names have fewer texts than their inquiry, so the cache needs another key for them. */
const NAMES_ONLY = '/names'
const partyCursor = ({ id, namesOnly }: SearchedInquiry): string => cursorOf(id) + (namesOnly ? NAMES_ONLY : '')

type Texts = Map<string, readonly PartyText[]>
const TEXT_CACHES = new WeakMap<Store, Texts>()

/** @returns newest first */
export async function readParties(
  ports: PartySearchPorts,
  staffInbox: StaffInbox,
  all: Promise<readonly InquiryId[]> = listIds(ports.store, {}, ports.clock.now()),
): Promise<Party[]> {
  const listed = withNamesOnly(...(await Promise.all([all, listKeptNames(ports.store)])))
  const cursors = listed.map(partyCursor)
  const known: Texts = new Map(TEXT_CACHES.get(ports.store))
  await readMissing(ports, staffInbox, cursors, known)
  // The cache keeps no texts of erased inquiries.
  const isSame = known.size === cursors.length
  TEXT_CACHES.set(ports.store, isSame ? known : new Map(cursors.map((cursor) => [cursor, known.get(cursor) ?? []])))
  return listed.map((one) => ({ ...one, texts: known.get(partyCursor(one)) ?? [] }))
}

async function readMissing(ports: PartySearchPorts, staffInbox: StaffInbox, cursors: readonly string[], known: Texts) {
  const missing = cursors.filter((cursor) => !known.has(cursor))
  if (missing.length === 0) return
  const present = daysOf(ports.clock.now().toISOString())
  const isOver = (cursor: string) => daysOf(cursor) < present
  const fields = new Map<string, PartyFields>()
  const openUnindexed = (some: readonly string[]) =>
    mapInBatches(
      some.filter((cursor) => !fields.has(cursor)),
      async (cursor) => fields.set(cursor, await openParty(ports.store, staffInbox, cursor)),
      OPENED_TOGETHER,
    )
  const readIndexes = async () => {
    const over = missing.filter(isOver)
    const days = [...new Set(over.map(daysOf))]
    const read = await mapInBatches(days, (one) => readIndex(ports.store, staffInbox, one))
    for (const [cursor, one] of read.flatMap(({ parties = {} }) => Object.entries<PartyFields>(parties)))
      fields.set(cursor, one)
    await openUnindexed(over)
    return read
  }
  // The present days have no index, so their inquiries are read at the same time.
  const [indexes] = await Promise.all([readIndexes(), openUnindexed(missing.filter((cursor) => !isOver(cursor)))])
  await flatMapWithPauses(missing, (cursor) => {
    known.set(cursor, prepareParty(fields.get(cursor) ?? {}))
    return []
  })
  const withTexts = cursors.filter((cursor) => known.get(cursor)?.length)
  const byDays = Map.groupBy(withTexts, daysOf)
  for (const one of indexes) await updateIndex(ports, one, byDays.get(one.days) ?? [], known)
}

type PartyFields = Parameters<typeof prepareParty>[0]

async function openParty(store: Store, staffInbox: StaffInbox, cursor: string): Promise<PartyFields> {
  if (cursor.endsWith(NAMES_ONLY)) {
    const id = parseInquiryKey(cursor.slice(0, -NAMES_ONLY.length))
    const { name, otherParty } = (await openKeptNames(store, staffInbox, id)) ?? {}
    return { name, otherParty }
  }
  const inquiry = await readInquiry(store, parseInquiryKey(cursor))
  return inquiry ? ((await openSealed(staffInbox, inquiry)).record?.request ?? {}) : {}
}

/** Raise this when the form of the index changes: an index of another version is made again. */
const VERSION = 1
const PartyIndex = z.object({
  version: z.literal(VERSION),
  /** The texts by cursor and field. */
  parties: z.record(z.string(), z.record(z.string(), z.string())),
})

const daysOf = (time: string): string => time.slice(0, '2026-11-2'.length)
const indexKey = (days: string): string => keyOf(RECORDS.parties, { days })

/** @returns `parties` as undefined when the index is missing, damaged, of another version, or sealed to another key */
async function readIndex(store: Store, staffInbox: StaffInbox, days: string) {
  const record = await readRecordOr(store, RECORDS.parties, indexKey(days), UNREADABLE_SEAL)
  const opened = record && (await staffInbox.open(record))
  return { days, isStored: record !== undefined, parties: PartyIndex.safeParse(opened).data?.parties }
}

/**
 * Replaces an index that is missing or wrong. If an inquiry was erased meanwhile, the new index is removed again.
 * @param cursors of the inquiries of these days that name a party
 */
async function updateIndex(
  { store, inbox }: PartySearchPorts,
  { days, isStored, parties = {} }: Awaited<ReturnType<typeof readIndex>>,
  cursors: readonly string[],
  texts: Texts,
): Promise<void> {
  if (cursors.length === Object.keys(parties).length && cursors.every((cursor) => parties[cursor])) return
  const byField = (fields: readonly PartyText[] = []) =>
    Object.fromEntries(fields.map(({ field, text }) => [field, text]))
  const fields = Object.fromEntries(cursors.map((cursor) => [cursor, byField(texts.get(cursor))]))
  const folder = `${INQUIRIES_PREFIX}${monthOf(days)}/`
  try {
    if (isStored) await store.remove(indexKey(days))
    if (cursors.length === 0) return
    await createRecord(store, indexKey(days), { sealed: await inbox.seal({ version: VERSION, parties: fields }) })
    const stored = new Set((await listKeys(store, folder + days)).map((key) => key.slice(folder.length)))
    const isErased = (cursor: string) => !cursor.endsWith(NAMES_ONLY) && !stored.has(cursor)
    if (cursors.some(isErased)) await store.remove(indexKey(days))
  } catch (error) {
    // If the store fails, the next process tries again.
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

/** Removes the index of the inquiry's ten days. Call it after the inquiry was removed. */
export async function removePartyIndex(store: Pick<Store, 'remove'>, { receivedAt }: InquiryId): Promise<void> {
  await store.remove(indexKey(daysOf(receivedAt)))
}

export async function forgetNames(store: Pick<Store, 'remove'>, id: InquiryId): Promise<void> {
  await store.remove(keptNamesKey(id))
  await removePartyIndex(store, id)
}
