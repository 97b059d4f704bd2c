/** Removes inquiries, on request or after the retention period, and on request kept names and the records about an e-mail address. */
import type { AgentPorts } from '../agents/agent-ports.ts'
import { type AddressTraces, countTraces, registrationsOf, removeTraces } from '../agents/claims/forget.ts'
import { revokeRegistration } from '../agents/claims/claim-record.ts'
import { forgetNames, removePartyIndex } from '../conflicts/party-search.ts'
import { keptNamesKey, sealNames } from '../conflicts/kept-names.ts'
import { dayAt, dayOf } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { isHeld } from '../inquiries/change.ts'
import { ERASED_PREFIX, erasedKey, type InquiryId, inquiryKey, parseInquiryKey } from '../inquiries/inquiry-id.ts'
import { openSealed } from '../inquiries/record.ts'
import { type FoundInquiry, getUndamaged, type SealedInquiry, stateOf } from '../inquiries/sealed-inquiry.ts'
import { isFinished, SPAM_STATUS } from '../inquiries/status.ts'
import { removeMail, storeMail } from '../mail/outbox.ts'
import { type Ports, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { mailsAboutErasure } from './appointment-mails.ts'
import type { Service } from './service.ts'
import { recordAudit } from '../staff/audit.ts'
import { countInTime, mapInBatches } from '../store/batches.ts'
import { removeHinted } from '../store/hints.ts'
import { changeValue, createRecord, listKeys, MAX_TRIES, readRecordOr } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'

/** A repeated request that is under way during an erasure may store the inquiry again, so housekeeping repeats erasures for a week. */
const RECHECK_MS = 7 * DAY_MS

type ErasePorts = Pick<Ports, 'store' | 'clock'>

interface Eraser {
  /** Staff id. */
  by: string
  /** Whether the names are kept for conflict checks. */
  keepsNames: boolean
}

/** Inquiries that are damaged or under a legal hold stay. @returns the references by outcome; `held` includes damaged ones */
export async function eraseInquiries(service: Service, inbox: StaffInbox, ids: readonly InquiryId[], eraser: Eraser) {
  const references: Record<'erased' | 'held' | 'gone', string[]> = { erased: [], held: [], gone: [] }
  // One after the other, so that after an interruption the audit trail names only inquiries whose erasure began.
  for (const id of ids) references[await eraseInquiry(service, inbox, id, eraser)].push(id.reference)
  await service.store.scrub?.()
  return references
}

/** A change that is made meanwhile is erased too, but a legal hold that begins meanwhile keeps the inquiry. */
async function eraseInquiry(service: Service, inbox: StaffInbox, id: InquiryId, { by, keepsNames }: Eraser) {
  const { store, clock } = service
  const at = clock.now().toISOString()
  const erasure = erasedKey(dayOf(at), id)
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await getUndamaged(store, id)
    if (found === 'gone') return 'gone'
    if (found === 'damaged' || isHeld(found.value.changes)) {
      if (tries > 0) await Promise.all([store.remove(erasure), store.remove(keptNamesKey(id))])
      return 'held'
    }
    const { status } = stateOf(found.value)
    const opened = keepsNames && status !== SPAM_STATUS ? await openSealed(inbox, found.value) : undefined
    const names = opened?.record && (await sealNames(service, opened.record.request, { status, endedAt: at }))
    if (tries === 0) {
      await recordAudit(service, by, 'inquiry.erased', id.reference)
      // Copies of e-mailed answers that wait to be sent have records of their own.
      await removeMail(store, [id.reference])
      // With this record, housekeeping finishes an interrupted erasure. It cannot decrypt the names, so they are stored first.
      if (names) await createRecord(store, keptNamesKey(id), names)
      const value: RecordValue<'erasure'> = { at, by, ...(!keepsNames && { forgetsNames: true }) }
      // Another owner may erase it too: then the names are kept only if both keep them.
      await changeValue(store, erasure, (before) =>
        before === undefined ? value : keepsNames ? undefined : { ...before, forgetsNames: true },
      )
    }
    // Mails that cancel an appointment get records of their own, because the inquiry is removed.
    const mails = await mailsAboutErasure(service, id, found.value)
    const posts = await Promise.all(mails.map((message) => storeMail(store, message)))
    if (await removeInquiry(store, id, found, names)) {
      if (!keepsNames) await forgetNames(store, id)
      return 'erased'
    }
    await mapInBatches(posts, async (key) => key && removeHinted(store, key))
  }
  throw new StoreUnavailable('the inquiry never stayed the same')
}

/**
 * @param names the names to keep. They are stored before the removal, and are not used while the inquiry is stored
 * @returns false when the inquiry has changed or is gone; then nothing is removed
 */
async function removeInquiry(
  store: Store,
  id: InquiryId,
  { value, version }: FoundInquiry,
  names: SealedInquiry['names'],
) {
  const isNew = names !== undefined && (await createRecord(store, keptNamesKey(id), names))
  const isRemoved = await store.remove(inquiryKey(id), version)
  if (isRemoved) await Promise.all([removePartyIndex(store, id), ...value.hints.map((hint) => store.remove(hint))])
  // If someone else has removed the inquiry, they decided about the names.
  else if (isNew && (await store.get(inquiryKey(id)))) await store.remove(keptNamesKey(id))
  return isRemoved
}

/** Housekeeping finishes interrupted erasures, and removes inquiries that were stored again. */
export async function finishErasures({ store, clock }: ErasePorts): Promise<void> {
  const keyAgo = (ms: number) => ERASED_PREFIX + dayAt(clock.now().getTime() - ms)
  const keys = (await listKeys(store, ERASED_PREFIX)).filter((key) => key >= keyAgo(RECHECK_MS))
  await mapInBatches(keys, async (key) => {
    const id = parseInquiryKey(key)
    const erasure = await readRecordOr(store, RECORDS.erasure, key, undefined)
    const found = await getUndamaged(store, id)
    const mayRemove = typeof found !== 'string' && !isHeld(found.value.changes)
    if (mayRemove) await removeInquiry(store, id, found, erasure?.forgetsNames ? undefined : found.value.names)
    if (found === 'gone') await store.remove(inquiryKey(id))
    if (erasure?.forgetsNames) await store.remove(keptNamesKey(id))
    // Only for about a day: later, this would needlessly remove an index that was made since.
    if (key >= keyAgo(DAY_MS)) await removePartyIndex(store, id)
  })
}

/** @param ids all inquiries, the newest first @param endsAt as for `countInTime`, whose result this returns */
export async function removeExpired(
  { store, clock }: ErasePorts,
  ids: readonly InquiryId[],
  retentionDays: number,
  endsAt: number,
) {
  // Counted in whole days, so that an inquiry finished late in a day is kept for the full period.
  const until = dayAt(clock.now().getTime() - (retentionDays + 1) * DAY_MS)
  // An inquiry that was received later cannot have been finished before.
  const old = ids.filter(({ receivedAt }) => dayOf(receivedAt) <= until).reverse()
  return countInTime(old, { clock, endsAt }, async (id) => {
    const found = await getUndamaged(store, id)
    // An interrupted removal leaves a key without a record.
    if (found === 'gone') await store.remove(inquiryKey(id))
    const isDue = typeof found !== 'string' && (finishedDay(found.value) ?? '~') <= until
    return isDue && removeInquiry(store, id, found, found.value.names)
  })
}

/** @returns the UTC day of the last change of status; undefined when the inquiry is not finished, or is under a legal hold */
function finishedDay({ changes }: SealedInquiry): string | undefined {
  const last = changes.at(-1)
  const lastStatusChange = changes.findLast(({ changed }) => changed.includes('status'))
  return last && lastStatusChange && isFinished(last.status) && !isHeld(changes)
    ? dayOf(lastStatusChange.at)
    : undefined
}

export async function eraseNames(ports: ErasePorts, id: InquiryId, by: string): Promise<void> {
  await recordAudit(ports, by, 'inquiry.names', id.reference)
  await forgetNames(ports.store, id)
}

/** Forgets an e-mail address, ends its registrations and removes their mail. Can be repeated after a failure. @param member staff id */
export async function forgetWithMail(ports: AgentPorts, traces: AddressTraces, member: string): Promise<void> {
  const ended = registrationsOf(traces)
  const { remembered, requests } = countTraces(traces)
  await recordAudit(ports, member, 'address.forgotten', `remembered ${remembered}, requests ${requests}`)
  for (const registration of ended) await recordAudit(ports, member, 'registration.revoked', registration)
  await mapInBatches(ended, (registration) => revokeRegistration(ports, registration, 'staff', member))
  // The claims lead to the mail, so the mail is removed first.
  await removeMail(ports.store, ended)
  await removeTraces(ports, traces)
  await ports.store.scrub?.()
}
