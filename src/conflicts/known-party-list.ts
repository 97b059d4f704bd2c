/**
 * The firm's list of clients and opponents in the store: one fact, encrypted to the inbox. The newest is valid, so that a crash leaves one
 * whole list, the former or the new one.
 */
import * as z from 'zod'
import { type Ports, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { keyOf, prefixOf, readFactOr, UNREADABLE, UNREADABLE_SEAL } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'
import { timeAfter } from '../store/key-lists.ts'
import { KnownParty } from './known-party.ts'

/** What the audit trail calls it: there is only one. */
export const LIST_SUBJECT = 'list'
/** Times that a list is read when it is replaced meanwhile. */
const MAX_TRIES = 3

const LISTS_PREFIX = prefixOf(FACTS.knownList)
const Entries = z.object({ parties: z.array(KnownParty) })

/** When a list was imported, who did it, and the number of its entries: none, when it was removed. */
export type KnownList = Omit<FactValue<'knownList'>, 'sealed'>

/** A list with its entries; undefined when it is encrypted to another key. */
export interface OpenedKnownList {
  list: KnownList | undefined
  parties: KnownParty[] | undefined
}

/** A list that is there, with entries that no key opens: none would say that it was removed. */
const UNREADABLE_LIST: FactValue<'knownList'> = { at: '', by: UNREADABLE, count: 1, ...UNREADABLE_SEAL }

export const isSearched = ({ list, parties }: OpenedKnownList): boolean =>
  (list?.count ?? 0) > 0 && parties !== undefined

type Reader = Pick<Store, 'list' | 'read'>

/**
 * Reads the present list, without opening its entries.
 * @returns undefined when none was ever imported
 * @throws StoreUnavailable
 */
export async function readKnownList(store: Reader): Promise<KnownList | undefined> {
  const list = await readNewest(store)
  return list && { at: list.at, by: list.by, count: list.count }
}

/**
 * Opens the present list.
 * @throws StoreUnavailable
 */
export async function openKnownList(store: Reader, staffInbox: StaffInbox): Promise<OpenedKnownList> {
  const newest = await readNewest(store)
  if (newest === undefined) return { list: undefined, parties: [] }
  const { sealed, ...list } = newest
  if (sealed === undefined) return { list, parties: [] }
  return { list, parties: Entries.safeParse(await staffInbox.open({ sealed })).data?.parties }
}

/**
 * Replaces the list.
 * @param parties all entries; with none the list is removed
 * @param by staff id, or that of commands
 * @returns the list that is valid now: another one, if it was imported later
 * @throws StoreUnavailable; then the former list or the new one is valid
 */
export async function replaceKnownList(
  { store, clock, inbox }: Pick<Ports, 'store' | 'clock' | 'inbox'>,
  parties: readonly KnownParty[],
  by: string,
): Promise<KnownList | undefined> {
  const at = timeAfter(clock, LISTS_PREFIX, await keysOf(store))
  const entries: z.input<typeof Entries> = { parties: [...parties] }
  await store.create(keyOf(FACTS.knownList, { time: at, list: crypto.randomUUID() }), {
    at,
    by,
    count: parties.length,
    ...(parties.length > 0 && { sealed: await inbox.seal(entries) }),
  })
  await removeFormerLists(store)
  return readKnownList(store)
}

/** Removes lists before the present one. Called by housekeeping too. */
export async function removeFormerLists(store: Reader & Pick<Store, 'remove'>): Promise<void> {
  const former = (await keysOf(store)).slice(0, -1)
  await mapInBatches(former, (key) => store.remove(key))
}

async function readNewest(store: Reader): Promise<FactValue<'knownList'> | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const key = (await keysOf(store)).at(-1)
    const list = key === undefined ? undefined : await readFactOr(store, FACTS.knownList, key, UNREADABLE_LIST)
    // Replaced between the calls: the next try finds the new list.
    if (list || key === undefined) return list
  }
  throw new StoreUnavailable('the list of known parties was replaced while it was read')
}

/** Oldest first. */
const keysOf = (store: Reader): Promise<string[]> => store.list(LISTS_PREFIX)
