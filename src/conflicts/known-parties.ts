/** The firm's list is one fact, encrypted to the inbox. The newest is valid, so a crash leaves one whole list. */
import * as z from 'zod'
import { type Ports, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { flatMapWithPauses, mapInBatches } from '../store/batches.ts'
import { keyOf, prefixOf, readRecordOr, UNREADABLE, UNREADABLE_SEAL, createRecord, listKeys } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { timeAfter } from '../store/key-lists.ts'
import { lookUpIn, type PartyText, prepareParty, prepareText } from './party-match.ts'

export const ROLES = ['client', 'former client', 'prospective client', 'opponent', 'related', 'other'] as const

const KnownParty = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  email: z.string().optional(),
  telephone: z.string().optional(),
  /** The matter is not searched. */
  matter: z.string().optional(),
})
export type KnownParty = z.infer<typeof KnownParty>

export const prepareKnownParty = ({ name, email, telephone: phone }: KnownParty): PartyText[] =>
  prepareParty({ name, email, phone })

export function lookUpKnownParties(parties: readonly KnownParty[], searched: string) {
  const prepared = prepareText(searched)
  return flatMapWithPauses(parties, (party) => {
    const found = lookUpIn(prepareKnownParty(party), prepared)
    return found ? [{ party, match: found.match }] : []
  })
}

/** There is only one list, so all entries in the audit trail have this subject. */
export const LIST_SUBJECT = 'list'
/** The list may be replaced while it is read. */
const MAX_TRIES = 3

const LISTS_PREFIX = prefixOf(RECORDS.knownList)
const Entries = z.object({ parties: z.array(KnownParty) })

/** A list that was removed has no entries. */
export type KnownList = Omit<RecordValue<'knownList'>, 'sealed'>

export interface OpenedKnownList {
  /** Undefined when the firm never imported a list. */
  list: KnownList | undefined
  /** Undefined when the list is encrypted to another key. */
  parties: KnownParty[] | undefined
}

/** Without its entry a damaged list would count as removed. */
const UNREADABLE_LIST: RecordValue<'knownList'> = { at: '', by: UNREADABLE, count: 1, ...UNREADABLE_SEAL }

export const isSearched = ({ list, parties }: OpenedKnownList): boolean =>
  (list?.count ?? 0) > 0 && parties !== undefined

type Reader = Pick<Store, 'list' | 'get'>

/**
 * @returns undefined when the firm never imported a list
 * @throws StoreUnavailable
 */
export async function readKnownList(store: Reader): Promise<KnownList | undefined> {
  const list = await readNewest(store)
  return list && { at: list.at, by: list.by, count: list.count }
}

/** @throws StoreUnavailable */
export async function openKnownList(store: Reader, staffInbox: StaffInbox): Promise<OpenedKnownList> {
  const { sealed, ...list } = (await readNewest(store)) ?? {}
  const opened = sealed === undefined ? { parties: [] } : await staffInbox.open({ sealed })
  return { list: 'at' in list ? list : undefined, parties: Entries.safeParse(opened).data?.parties }
}

/**
 * @param parties all entries; without entries the list is removed
 * @returns another list if it was imported later
 * @throws StoreUnavailable; then the former list or the new one is valid
 */
export async function replaceKnownList(
  { store, clock, inbox }: Pick<Ports, 'store' | 'clock' | 'inbox'>,
  parties: readonly KnownParty[],
  by: string,
): Promise<KnownList | undefined> {
  const at = timeAfter(clock, LISTS_PREFIX, await keysOf(store))
  const entries: z.input<typeof Entries> = { parties: [...parties] }
  await createRecord(store, keyOf(RECORDS.knownList, { time: at, list: crypto.randomUUID() }), {
    at,
    by,
    count: parties.length,
    ...(parties.length > 0 && { sealed: await inbox.seal(entries) }),
  })
  await removeFormerLists(store)
  return readKnownList(store)
}

/** Housekeeping calls it too. */
export async function removeFormerLists(store: Reader & Pick<Store, 'remove'>): Promise<void> {
  const former = (await keysOf(store)).slice(0, -1)
  await mapInBatches(former, (key) => store.remove(key))
}

async function readNewest(store: Reader): Promise<RecordValue<'knownList'> | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const key = (await keysOf(store)).at(-1)
    const list = key === undefined ? undefined : await readRecordOr(store, RECORDS.knownList, key, UNREADABLE_LIST)
    // A list without a value was replaced between the calls, and the next try finds the new one.
    if (list || key === undefined) return list
  }
  throw new StoreUnavailable('the list of known parties was replaced while it was read')
}

/** They are oldest first. */
const keysOf = (store: Reader): Promise<string[]> => listKeys(store, LISTS_PREFIX)
