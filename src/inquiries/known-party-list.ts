/**
 * The firm's list of clients and opponents in the store: encrypted to the inbox, in parts. A new list is written beside the
 * former one and made valid by one fact, so that a crash leaves one whole list, the former or the new one.
 */
import * as z from 'zod'
import { DAY_MS } from '../duration.ts'
import { type Ports, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { keyOf, prefixOf, readFact } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'
import { KnownParty } from './known-party.ts'

/** What the audit trail calls it: there is only one. */
export const LIST_SUBJECT = 'list'
/** Entries of a part: some hundred kilobytes, so that a fact stays small. */
export const PART_SIZE = 1000
/** Times that a list is read when it is replaced meanwhile. */
const MAX_TRIES = 3
/** How long an import may take: what it wrote and did not make valid is removed after that. */
const UNFINISHED_MS = DAY_MS

const LISTS_PREFIX = prefixOf(FACTS.knownList)
const PARTS_PREFIX = prefixOf(FACTS.knownParties)
const Part = z.object({ parties: z.array(KnownParty) })

/** When a list was brought in, who did it, and the number of its entries: none, when it was removed. */
export type KnownList = FactValue<'knownList'>

/** A list with its entries; undefined when it is encrypted to another key. */
export interface OpenedKnownList {
  list: KnownList | undefined
  parties: KnownParty[] | undefined
}

type Reader = Pick<Store, 'list' | 'read'>

/** The present list, without its entries; undefined when none was ever brought in. */
export async function readKnownList(store: Reader): Promise<KnownList | undefined> {
  const place = await newestPlace(store)
  return place === undefined ? undefined : readFact(store, FACTS.knownList, LISTS_PREFIX + place)
}

/**
 * Opens the present list.
 * @throws StoreUnavailable
 */
export async function openKnownList(store: Reader, staffInbox: StaffInbox): Promise<OpenedKnownList> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const place = await newestPlace(store)
    if (place === undefined) return { list: undefined, parties: [] }
    const list = await readFact(store, FACTS.knownList, LISTS_PREFIX + place)
    const sealed = await Promise.all(
      Array.from({ length: list?.parts ?? 0 }, (_, part) => readFact(store, FACTS.knownParties, partKey(place, part))),
    )
    // Replaced between the calls: the next try finds the new list.
    if (!list || sealed.includes(undefined)) continue
    const opened = await Promise.all(sealed.map(async (part) => Part.safeParse(part && (await staffInbox.open(part)))))
    const isWhole = opened.every(({ success }) => success)
    return { list, parties: isWhole ? opened.flatMap(({ data }) => data?.parties ?? []) : undefined }
  }
  throw new StoreUnavailable('the list of known parties is incomplete')
}

/**
 * Replaces the list.
 * @param parties all entries; with none the list is removed
 * @param by staff id, or that of commands
 * @returns the list that is valid now: that of somebody else, if it was brought in later
 * @throws StoreUnavailable; then the former list or the new one is valid
 */
export async function replaceKnownList(
  { store, clock, inbox }: Pick<Ports, 'store' | 'clock' | 'inbox'>,
  parties: readonly KnownParty[],
  by: string,
): Promise<KnownList | undefined> {
  const former = await newestPlace(store)
  // Later than the former one, whatever the clock of this machine says.
  const at = new Date(Math.max(clock.now().getTime(), former === undefined ? 0 : timeOf(former) + 1)).toISOString()
  const place = `${at}/${crypto.randomUUID()}`
  const parts = Array.from({ length: Math.ceil(parties.length / PART_SIZE) }, (_, part) => part)
  await mapInBatches(parts, async (part) => {
    const entries: z.infer<typeof Part> = { parties: parties.slice(part * PART_SIZE, (part + 1) * PART_SIZE) }
    await store.create(partKey(place, part), { sealed: await inbox.seal(entries) })
  })
  const list: KnownList = { at, by, count: parties.length, parts: parts.length }
  await store.create(LISTS_PREFIX + place, list)
  await removeFormerLists({ store, clock })
  return readKnownList(store)
}

/** Removes lists before the present one, and what an import left that was interrupted. Called by housekeeping too. */
export async function removeFormerLists({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<void> {
  const [lists, parts] = await Promise.all([placesOf(store, LISTS_PREFIX), placesOf(store, PARTS_PREFIX)])
  const present = lists.at(-1)
  const isFormer = (place: string) => present !== undefined && place < present
  // Oldest first: as long as one is there, the newest is the present one.
  for (const place of lists.filter(isFormer)) await store.remove(LISTS_PREFIX + place)
  const isUnfinished = (place: string) => timeOf(place) < clock.now().getTime() - UNFINISHED_MS
  const isOfPresent = (place: string) => present !== undefined && place.startsWith(`${present}/`)
  const unused = parts.filter((place) => !isOfPresent(place) && (isFormer(place) || isUnfinished(place)))
  await mapInBatches(unused, (place) => store.remove(PARTS_PREFIX + place))
}

/** The part of a key that names a list: time and id. */
const newestPlace = async (store: Reader): Promise<string | undefined> => (await placesOf(store, LISTS_PREFIX)).at(-1)

const placesOf = async (store: Reader, prefix: string): Promise<string[]> =>
  (await Array.fromAsync(store.list(prefix))).map((key) => key.slice(prefix.length))

const timeOf = (place: string): number => Date.parse(place.split('/')[0] ?? '')

function partKey(place: string, number: number): string {
  const [time = '', list = ''] = place.split('/')
  return keyOf(FACTS.knownParties, { time, list, number })
}
