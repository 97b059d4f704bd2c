/** The firm's list of clients and other parties, which conflict checks search. It is one record, encrypted to the inbox. */
import * as z from 'zod'
import type { Ports, StaffInbox, Store, Version } from '../ports.ts'
import { flatMapWithPauses } from '../store/batches.ts'
import { changeValue, keyOf, UNREADABLE, UNREADABLE_SEAL } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { lookUpIn, type PartyText, prepareParty, prepareText } from './party-match.ts'

export const ROLES = ['client', 'former client', 'prospective client', 'opponent', 'related', 'other'] as const

const KnownParty = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  email: z.string().optional(),
  telephone: z.string().optional(),
  /** Searches leave out this field. */
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

/** Names the list in its key and in the audit trail. */
export const LIST_SUBJECT = 'list'
const LIST_KEY = keyOf(RECORDS.knownList, { list: LIST_SUBJECT })
const Entries = z.object({ parties: z.array(KnownParty) })

/** A list that was removed stays as a record without entries. */
export type KnownList = RecordValue<'knownList'> & { version: Version }

/** Stands for a damaged list. Its count is 1, because it must not count as removed. */
const UNREADABLE_LIST: RecordValue<'knownList'> = { at: '', by: UNREADABLE, count: 1, ...UNREADABLE_SEAL }

/** False when there is no list, it was removed, or it cannot be opened. */
export const isSearched = ({ list, parties }: Awaited<ReturnType<typeof openKnownList>>): boolean =>
  (list?.count ?? 0) > 0 && parties !== undefined

/** @returns undefined when the firm never imported a list */
export async function readKnownList(store: Pick<Store, 'get'>): Promise<KnownList | undefined> {
  const found = await store.get(LIST_KEY)
  const list = RECORDS.knownList.value.safeParse(found?.value).data ?? UNREADABLE_LIST
  return found && { ...list, version: found.version }
}

/** @returns `list` as from `readKnownList`; `parties` as undefined when the list is damaged or encrypted to another key */
export async function openKnownList(store: Pick<Store, 'get'>, staffInbox: StaffInbox) {
  const list = await readKnownList(store)
  const opened = list?.sealed === undefined ? { parties: [] } : await staffInbox.open({ sealed: list.sealed })
  return { list, parties: Entries.safeParse(opened).data?.parties }
}

/**
 * If two lists are imported at the same time, the one that is written last replaces the other.
 * @param parties all entries; without entries the list is removed
 * @param leftOut sentences about the parts of the file that were not imported
 * @returns the version of the new list
 */
export async function replaceKnownList(
  { store, clock, inbox }: Pick<Ports, 'store' | 'clock' | 'inbox'>,
  parties: readonly KnownParty[],
  by: string,
  leftOut: string[] = [],
): Promise<Version | undefined> {
  const entries: z.input<typeof Entries> = { parties: [...parties] }
  const list: RecordValue<'knownList'> = {
    ...{ at: clock.now().toISOString(), by, count: parties.length },
    ...(parties.length > 0 && { sealed: await inbox.seal(entries) }),
    ...(leftOut.length > 0 && { leftOut }),
  }
  return changeValue(store, LIST_KEY, () => list)
}
