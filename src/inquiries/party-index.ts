/**
 * The index of parties: what the inquiries of settled days say of parties, sealed to the inbox, some hundred inquiries in a fact.
 * It is a cache. Who has the private key makes what it lacks from the inquiries, and nothing is lost when a fact of it is removed.
 * So erasing an inquiry removes the facts that are about its time, which needs no key.
 */
import * as z from 'zod'
import type { Inbox, StaffInbox, Store } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { keyOf, prefixOf, readFact } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { monthOf } from '../dates.ts'
import { INQUIRIES_PREFIX, type InquiryId, parseInquiryKey } from './inquiry-id.ts'
import { joinEntries, type PartyColumns, type PartyEntry } from './party-columns.ts'

/** Raise it when entries are prepared in another way: facts of another version are made again. */
const VERSION = 1
/** Inquiries in a fact: opening a fact takes as long as opening an inquiry, and erasing one removes what is known of so many. */
export const MOST_ENTRIES = 500

const PREFIX = prefixOf(FACTS.parties)

const Opened = z.object({
  version: z.literal(VERSION),
  parties: z.object({
    ids: z.string(),
    folded: z.string(),
    words: z.string(),
    numbers: z.string(),
    addresses: z.string(),
  }),
})

/** The keys of all facts of the index, by month. */
export async function listPartyFacts(store: Pick<Store, 'list'>): Promise<ReadonlyMap<string, string[]>> {
  return Map.groupBy(await Array.fromAsync(store.list(PREFIX)), (key) => key.slice(PREFIX.length).split('/')[0] ?? '')
}

/** @returns the parties of a fact; undefined when it was removed, is sealed to another key or is of another version */
export async function readPartyFact(
  store: Pick<Store, 'read'>,
  staffInbox: StaffInbox,
  key: string,
): Promise<PartyColumns | undefined> {
  const fact = await readFact(store, FACTS.parties, key)
  return fact && Opened.safeParse(await staffInbox.open(fact)).data?.parties
}

/**
 * Writes entries of a month, and removes them again if one of their inquiries was erased meanwhile: who erased it may have looked for
 * them before they were written.
 * @param entries their ids are the cursors of inquiries
 * @throws StoreUnavailable
 */
export async function writePartyFacts(
  { store, inbox }: { store: Store; inbox: Inbox },
  month: string,
  entries: readonly PartyEntry[],
): Promise<void> {
  const sorted = entries.toSorted((one, other) => (one.ids < other.ids ? -1 : 1))
  const chunks = Array.from({ length: Math.ceil(sorted.length / MOST_ENTRIES) }, (_, index) =>
    sorted.slice(index * MOST_ENTRIES, (index + 1) * MOST_ENTRIES),
  )
  const written = await mapInBatches(chunks, async (chunk) => {
    const [first = '', last = ''] = [chunk[0], chunk.at(-1)].map(
      (entry) => parseInquiryKey(entry?.ids ?? '').receivedAt,
    )
    const key = keyOf(FACTS.parties, { month, first, last, name: crypto.randomUUID() })
    await store.create(key, { sealed: await inbox.seal({ version: VERSION, parties: joinEntries(chunk) }) })
    return { key, chunk }
  })
  const stored = new Set(await listCursors(store, month))
  const outdated = written.filter(({ chunk }) => !chunk.every(({ ids }) => stored.has(ids)))
  await removePartyFacts(
    store,
    outdated.map(({ key }) => key),
  )
}

/** The cursors of the inquiries of a month, oldest first. */
export async function listCursors(store: Pick<Store, 'list'>, month: string): Promise<string[]> {
  const folder = `${INQUIRIES_PREFIX}${month}/`
  return (await Array.fromAsync(store.list(folder))).map((key) => key.slice(folder.length))
}

/** Removes facts of the index. */
export async function removePartyFacts(store: Pick<Store, 'remove'>, keys: readonly string[]): Promise<void> {
  await mapInBatches(keys, (key) => store.remove(key))
}

/** The facts that may name the parties of an inquiry, by their time. */
export async function listPartyFactsAbout(
  store: Pick<Store, 'list'>,
  { receivedAt }: Pick<InquiryId, 'receivedAt'>,
): Promise<string[]> {
  const keys = await Array.fromAsync(store.list(`${PREFIX}${monthOf(receivedAt)}/`))
  return keys.filter((key) => {
    const [, first = '', last = ''] = key.slice(PREFIX.length).split('/')
    return first <= receivedAt && receivedAt <= last
  })
}
