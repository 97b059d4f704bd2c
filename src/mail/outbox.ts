/**
 * Tries, failures and the delivery of a message are separate facts, from which its state is derived.
 * A sent message is removed at once, with its address. A fact without personal data remains, so that it is not sent a second time.
 */
import { type InquiryId, inquiryKey } from '../inquiries/inquiry-id.ts'
import type { NewRecord, Store, Ports } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import {
  prefixOf,
  readRecordOr,
  UNREADABLE,
  UnreadableRecord,
  createRecord,
  listKeys,
  readValue,
} from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { Message, MESSAGES, type MessageKind } from './message.ts'
import type { EventRow, MailRow } from './letter.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SKEW_MS } from '../duration.ts'

/** The id of a message follows, `<time>/<kind>-<subject>`, and the name of a fact. */
export const OUTBOX_PREFIX = prefixOf(RECORDS.message)
/** The id of a sent message follows. */
export const SENT_PREFIX = prefixOf(RECORDS.sent)

const PURPOSE = 'outbox'

/** Delay after each scheduled try: nine tries in three days, then the message is given up. */
export const BACKOFF_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  DAY_MS,
] as const
export const MAX_SCHEDULED_TRIES = BACKOFF_MS.length + 1
/** A try without a result fails after this time, which must be longer than the timeout of any channel. */
export const LEASE_MS = 2 * MINUTE_MS

/** A message with a damaged try is retried now. */
const UNREADABLE_TRY = { at: new Date(0).toISOString(), step: 1, since: new Date(0).toISOString() }

type OutboxPorts = Pick<Ports, 'store' | 'clock'>

export type WaitingRecord = RecordValue<'message'>

/** `claim` is the id of a registration, `member` a staff id. */
interface Abouts {
  /** `copyTo` is the staff id that distinguishes copies for several members. */
  inquiry: { inquiry: InquiryId; copyTo?: string; isErased?: true | undefined }
  claim: { claim: string }
  member: { member: string }
}

export type Posting = {
  [Kind in MessageKind]: {
    /** ISO 8601. Time of the event, kind and subject are the id: posting a message twice has no effect. */
    at: string
    about: Abouts[(typeof MESSAGES)[Kind]['about']]
    message: Message & { kind: Kind }
    /** The first try is due then, if not at once. */
    dueAt?: string | undefined
  }
}[MessageKind]

export interface ScheduleStep {
  step: number
  /** Milliseconds since 1970. */
  since: number
}

export interface OpenMessage extends ScheduleStep {
  id: string
  kind: string
  /** A reference, the id of a registration, or a staff id: no personal data. */
  subject: string
  /** Tries that the staff requested count too. */
  tries: number
  state: 'waiting' | 'failing' | 'given up'
  /** Milliseconds since 1970; undefined when there is no next try. */
  dueAt: number | undefined
  /** Why the last try failed, in codes and fixed words; set by `withReason`. */
  reason?: string
  /** A try that is under way then counts as failed. Milliseconds since 1970. */
  busyUntil?: number | undefined
}

export const messageKey = (id: string) => `${OUTBOX_PREFIX}${id}/message`
export const tryKey = (id: string, number: number) => `${OUTBOX_PREFIX}${id}/try-${number}`
/** The key has the position in the schedule, so that a list of keys is enough to know the state. */
export const failedKey = (id: string, number: number, { step, since }: ScheduleStep) =>
  `${OUTBOX_PREFIX}${id}/failed-${number}.${step}.${new Date(since).toISOString()}`
export const sentKey = (id: string) => SENT_PREFIX + id

/** The id without its time is used as `Message-ID` and `webhook-id`. */
export const messageName = (id: string) => id.slice(id.indexOf('/') + 1)
export const messageId = ({ key }: Pick<NewRecord, 'key'>) => key.slice(OUTBOX_PREFIX.length, key.lastIndexOf('/'))

/** @param tryAt the present time if the calling process makes the first try, ISO 8601 */
export async function messageFact(
  { keys }: Pick<Ports, 'keys'>,
  { at, about, message, dueAt }: Posting,
  tryAt?: string,
) {
  const subject = 'inquiry' in about ? about.inquiry.reference : 'claim' in about ? about.claim : about.member
  const key = 'inquiry' in about && !about.isErased ? inquiryKey(about.inquiry) : undefined
  const row: MailRow | EventRow = MESSAGES[message.kind]
  const copyTo = 'inquiry' in about ? about.copyTo : undefined
  const copy = row.isRepeated ? crypto.randomUUID() : copyTo
  const value: WaitingRecord = {
    at,
    ...(tryAt && { tryAt }),
    ...(dueAt && { dueAt }),
    ...(key && { about: key }),
    sealed: await keys.seal(PURPOSE, message),
  }
  return { key: messageKey(`${at}/${message.kind}-${subject}${copy ? `.${copy}` : ''}`), value }
}

/** The scheduled job sends it; `postAndSend` sends at once. */
export async function postMessage(ports: Pick<Ports, 'keys' | 'store'>, posting: Posting): Promise<void> {
  const { key, value } = await messageFact(ports, posting)
  await createRecord(ports.store, key, value)
}

/** @returns undefined when its encryption key was removed @throws UnreadableRecord */
export async function openMessage({ keys }: Pick<Ports, 'keys'>, { sealed }: WaitingRecord) {
  const opened = await keys.unseal(PURPOSE, sealed)
  const { data } = Message.safeParse(opened)
  if (opened !== undefined && !data) throw new UnreadableRecord(RECORDS.message.pattern, ['sealed'])
  return data
}

/** Leftovers of sent messages are included. */
const keysById = async (store: Pick<Store, 'list'>) =>
  Map.groupBy(await listKeys(store, OUTBOX_PREFIX), (key) => messageId({ key }))

/** Most messages are not read, only their keys. @param processStartedAt earlier tries failed with their process; milliseconds since 1970 */
export async function listOpen(ports: OutboxPorts, processStartedAt = 0): Promise<OpenMessage[]> {
  const groups = [...(await keysById(ports.store))]
  // If the clock was ahead when this process started, its own tries seem to be earlier than its start.
  const before = processStartedAt > ports.clock.now().getTime() ? 0 : processStartedAt
  const open = await mapInBatches(groups, ([id, keys]) => stateOf(ports, id, keys, before))
  return open.filter((message) => message !== undefined)
}

/** @returns undefined when the message was sent or is unknown */
export async function readOpen(ports: OutboxPorts, id: string): Promise<OpenMessage | undefined> {
  const message = await stateOf(ports, id, await listKeys(ports.store, `${OUTBOX_PREFIX}${id}/`))
  return message && withReason(ports, message)
}

export async function withReason({ store }: Pick<Ports, 'store'>, message: OpenMessage): Promise<OpenMessage> {
  const { id, tries, state } = message
  if (state === 'waiting') return message
  const failure = await readRecordOr(store, RECORDS.failure, failedKey(id, tries, message), { reason: UNREADABLE })
  return { ...message, reason: failure?.reason ?? 'no answer' }
}

export const isUnderWay = ({ busyUntil = 0 }: OpenMessage, now: Date): boolean => busyUntil > now.getTime()

export async function removeMessages(
  store: Pick<Store, 'list' | 'get' | 'remove'>,
  inquiries: readonly InquiryId[],
  registrations: readonly string[] = [],
): Promise<void> {
  const subjects = new Set([...inquiries.map(({ reference }) => reference), ...registrations])
  if (subjects.size === 0) return
  for (const [id, keys] of await keysById(store)) {
    const { subject } = parseMessageId(id)
    if (!subjects.has(subject)) continue
    const { data } = RECORDS.message.value.safeParse(await readValue(store, messageKey(id)))
    // Another inquiry may have the same reference, and mails that follow from an erasure name no inquiry. Both stay. A damaged message can
    // never be sent, so it is removed too.
    if (data && !registrations.includes(subject) && !inquiries.some((one) => inquiryKey(one) === data.about)) continue
    // The message goes first: without it, the other facts are ignored.
    await store.remove(messageKey(id))
    await Promise.all(keys.map((key) => store.remove(key)))
  }
}

/** The form is `kind-subject.copy`: the copy distinguishes several messages of one kind. */
export function parseMessageId(id: string): { kind: string; subject: string } {
  const [, kind = '', subject = ''] = /^(\w+)-([^.]*)/.exec(messageName(id)) ?? []
  return { kind, subject }
}

/** Facts without their message are leftovers of a sent one, so the result is undefined. */
async function stateOf(
  { store, clock }: OutboxPorts,
  id: string,
  keys: readonly string[],
  processStartedAt = 0,
): Promise<OpenMessage | undefined> {
  if (!keys.includes(messageKey(id))) return undefined
  const about = { id, ...parseMessageId(id) }
  const tries = Math.max(1, ...keys.map((key) => Number(/\/(?:try|failed)-(\d+)[^/]*$/.exec(key)?.[1] ?? 1)))
  const failure = keys
    .map((key) => /\/failed-(\d+)\.(\d+)\.([^/]+)$/.exec(key))
    .find((found) => Number(found?.[1]) === tries)
  const now = clock.now().getTime()
  if (failure) return scheduled({ ...about, tries, step: Number(failure[2]), since: Date.parse(failure[3] ?? '') }, now)
  const begun = keys.includes(tryKey(id, tries))
    ? await readRecordOr(store, RECORDS.try, tryKey(id, tries), UNREADABLE_TRY)
    : await readFirstTry(store, id)
  if (begun === undefined) return undefined
  if (begun.at === undefined)
    return { ...about, tries: 0, step: 0, since: 0, state: 'waiting', dueAt: 'dueAt' in begun ? begun.dueAt : 0 }
  const at = Date.parse(begun.at)
  const message = { ...about, tries, step: begun.step, since: Date.parse(begun.since) }
  if (at >= processStartedAt && at <= now + SKEW_MS) return scheduled({ ...message, busyUntil: at + LEASE_MS }, now)
  const next = scheduled(message, now)
  // The process died during this try. Manual retries do not move the schedule.
  return next.state === 'failing' && at === message.since ? { ...next, dueAt: Math.min(at, now) } : next
}

/** The message records its first try. `at` is missing if the scheduled job is to make it. */
async function readFirstTry(store: Pick<Store, 'get'>, id: string) {
  const message = await readValue(store, messageKey(id))
  // A damaged message was never tried.
  const { tryAt: at, dueAt } = RECORDS.message.value.safeParse(message).data ?? {}
  return message === undefined ? undefined : { at, step: 1, since: at ?? '', dueAt: dueAt ? Date.parse(dueAt) : 0 }
}

/** If the last try lies in the future, the clock was wrong, and the next try is due now. */
function scheduled(message: Omit<OpenMessage, 'state' | 'dueAt'>, now: number): OpenMessage {
  const { step, since, busyUntil = 0 } = message
  const backoff = BACKOFF_MS[step - 1]
  return backoff === undefined
    ? { ...message, state: 'given up', dueAt: undefined }
    : { ...message, state: 'failing', dueAt: since > now + SKEW_MS ? now : Math.max(busyUntil, since + backoff) }
}
