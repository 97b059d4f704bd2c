/**
 * After an erasure, the firm keeps names for conflict checks (rule 4-1.18: it has duties to people who never became clients). The names
 * are added to the inquiry's record when the staff finish the inquiry, because housekeeping erases it later and cannot open it.
 */
import * as z from 'zod'
import type { Ports, Sealed, StaffInbox, Store } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { keyOf, prefixOf, readRecordOr, UNREADABLE_SEAL, listKeys } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { monthOf } from '../dates.ts'
import { type InquiryId, keyPath, parseInquiryKey } from '../inquiries/inquiry-id.ts'
import { type InquiryState, isFinished, SPAM_STATUS, STATUSES } from '../inquiries/status.ts'

const PREFIX = prefixOf(RECORDS.keptNames)

const KeptNames = z.object({
  name: z.string(),
  otherParty: z.string().optional(),
  topic: z.string().optional(),
  /** The last status. `endedAt`: when the inquiry got this status or was erased, ISO 8601. */
  status: z.enum(STATUSES),
  endedAt: z.string(),
})
type KeptNames = z.infer<typeof KeptNames>

export const keptNamesKey = ({ receivedAt: time, reference }: InquiryId): string =>
  keyOf(RECORDS.keptNames, { month: monthOf(time), time, reference })

/** Tells whether a change finishes an inquiry that was not spam, so that its names are kept. `storeChange` drops the names of spam. */
export const finishesWithNames = (before: Pick<InquiryState, 'status'>, { status }: Pick<InquiryState, 'status'>) =>
  before.status !== status && before.status !== SPAM_STATUS && isFinished(status)

export async function sealNames(
  { inbox }: Pick<Ports, 'inbox'>,
  request: Pick<KeptNames, 'name'> & { otherParty?: string | undefined; topic?: string | undefined },
  ended: Pick<KeptNames, 'status' | 'endedAt'>,
): Promise<Sealed> {
  const { name, otherParty, topic } = request
  return { sealed: await inbox.seal({ name, otherParty, topic, ...ended }) }
}

/** Lists the inquiries with kept names, some of which may still be stored. */
export const listKeptNames = async (store: Pick<Store, 'list'>): Promise<InquiryId[]> =>
  (await listKeys(store, PREFIX)).map(parseInquiryKey)

/** @returns undefined when no names are kept, or no key opens them */
export async function openKeptNames(store: Pick<Store, 'get'>, staffInbox: StaffInbox, id: InquiryId) {
  const record = await readRecordOr(store, RECORDS.keptNames, keptNamesKey(id), UNREADABLE_SEAL)
  return record && KeptNames.safeParse(await staffInbox.open(record)).data
}

export interface SearchedInquiry {
  id: InquiryId
  /** The inquiry is gone, and only its names are kept. */
  namesOnly?: true
}

/** @returns the inquiries of both lists, newest first; `namesOnly` marks those that are only in `kept` */
export function withNamesOnly(listed: readonly InquiryId[], kept: readonly InquiryId[]): SearchedInquiry[] {
  if (kept.length === 0) return listed.map((id) => ({ id }))
  const stored = new Set(listed.map(keyPath))
  const gone = kept.filter((id) => !stored.has(keyPath(id)))
  const all = [...listed.map((id) => ({ id })), ...gone.map((id) => ({ id, namesOnly: true as const }))]
  return gone.length === 0 ? all : all.sort((one, other) => (keyPath(one.id) < keyPath(other.id) ? 1 : -1))
}

export async function findKeptNames(store: Pick<Store, 'list' | 'get'>, staffInbox: StaffInbox, reference: string) {
  const found = (await listKeptNames(store)).filter((id) => id.reference === reference)
  const opened = await mapInBatches(found, async (id) => ({ id, names: await openKeptNames(store, staffInbox, id) }))
  return opened.flatMap(({ id, names }) => (names ? [{ id, names }] : []))
}
