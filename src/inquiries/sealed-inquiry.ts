/** An inquiry as it is stored: one record. A write succeeds only if the record still has the version that was read. */
import type { Store, Version } from '../ports.ts'
import { type HintedWrite, mailHintPaths, withoutNonce, putHinted } from '../store/hints.ts'
import { getRecord, keyOf, prefixOf, readRecordOr, UnreadableRecord } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { type ChangeRecord, CHANGES, type NumberedChange, UNREADABLE_CHANGE } from './change.ts'
import { type InquiryId, inquiryKey } from './inquiry-id.ts'
import { INITIAL_STATE, type InquiryState, isOpen } from './status.ts'

export type SealedInquiry = Omit<RecordValue<'inquiry'>, 'changes'> & { changes: ChangeRecord[] }

export interface FoundInquiry {
  value: SealedInquiry
  version: Version
}

/** Larger records would take long to read with each page. */
const MAX_CHARACTERS = 512 * 1024

const ROW = { ...RECORDS.inquiry, value: RECORDS.inquiry.value.extend({ changes: CHANGES }) }

/** A damaged inquiry counts as open, with a conflict and a hold: that is the safe side. */
export const UNREADABLE_INQUIRY: SealedInquiry = {
  sealed: '',
  intake: {},
  changes: [UNREADABLE_CHANGE],
  mail: [],
  hints: [],
}

/** @returns undefined when it does not exist @throws UnreadableRecord, because a damaged inquiry must not be overwritten */
export const getInquiry = (store: Pick<Store, 'get'>, id: InquiryId): Promise<FoundInquiry | undefined> =>
  getRecord(store, ROW, inquiryKey(id))

/** Use it for reading only, because a damaged inquiry is returned as `UNREADABLE_INQUIRY`. */
export const readInquiry = (store: Pick<Store, 'get'>, id: InquiryId): Promise<SealedInquiry | undefined> =>
  readRecordOr(store, ROW, inquiryKey(id), UNREADABLE_INQUIRY)

export async function getUndamaged(store: Pick<Store, 'get'>, id: InquiryId) {
  try {
    return (await getInquiry(store, id)) ?? 'gone'
  } catch (error) {
    if (error instanceof UnreadableRecord) return 'damaged'
    throw error
  }
}

export const historyOf = ({ changes }: Pick<SealedInquiry, 'changes'>): NumberedChange[] =>
  changes.map((change, index) => ({ ...change, seq: index + 1 }))

/** @param change a list of one, or an empty list for the state before the first change */
export function stateAfter([change]: readonly ChangeRecord[]) {
  if (!change) return { status: INITIAL_STATE.status }
  const { status, assignee, lastFinding, followUp, contactedOn, appointmentAt, asked, answeredAt } = change
  return { status, assignee, lastFinding, followUp, contactedOn, appointmentAt, asked, answeredAt }
}

export const stateOf = ({ intake, changes }: Pick<SealedInquiry, 'intake' | 'changes'>): InquiryState => ({
  ...intake,
  ...stateAfter(changes.slice(-1)),
  seq: changes.length,
})

/** Prefix of the hints that lead to inquiries that are open or have an appointment. */
export const OPEN_PREFIX = prefixOf(RECORDS.open)

const openHintPath = ({ receivedAt: time, reference }: InquiryId): string =>
  withoutNonce(keyOf(RECORDS.open, { time, reference, nonce: '' }))

/** @returns as `putHinted`, or `full` when a change makes the record too large */
export async function putInquiry(
  store: Pick<Store, 'get' | 'put' | 'remove'>,
  id: InquiryId,
  { value, ...write }: Omit<HintedWrite<SealedInquiry>, 'key' | 'paths'>,
): Promise<'done' | 'changed' | 'full'> {
  if (write.before && JSON.stringify(value).length > MAX_CHARACTERS) return 'full'
  const key = inquiryKey(id)
  const { status, appointmentAt } = stateOf(value)
  const isListed = isOpen(status) || appointmentAt !== undefined
  const paths = [...(isListed ? [openHintPath(id)] : []), ...mailHintPaths(key, value.mail)]
  return putHinted(store, { key, value, paths, ...write })
}
