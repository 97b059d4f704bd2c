/**
 * The outbox: messages waiting to be sent. A message is stored once, together with the inquiry or claim it is about. Each
 * try, each failure and the delivery are separate facts, from which the state of the message is derived.
 *
 * A sent message is removed at once, with its address, so the outbox contains open messages only. A fact without personal data
 * remains: if the same message is stored a second time, it is not sent a second time.
 */
import { type InquiryId, inquiryKey } from '../inquiries/inquiry-id.ts'
import type { Fact, Store, Ports } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { prefixOf, readFactOr, UNREADABLE, UnreadableFact } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'
import { Message, MESSAGES, type MessageKind } from './message.ts'
import type { EventRow, MailRow } from './letter.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SKEW_MS } from '../duration.ts'

/** Followed by the id of a message, `<time>/<kind>-<subject>`, and the name of a fact. */
export const OUTBOX_PREFIX = prefixOf(FACTS.message)
/** Followed by the id of a sent message. */
export const SENT_PREFIX = prefixOf(FACTS.sent)

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
/** A try without a result counts as failed after this time, which must be longer than the timeout of any channel. */
export const LEASE_MS = 2 * MINUTE_MS

/** Used when the record of a try is damaged: the message is retried now. */
const UNREADABLE_TRY = { at: new Date(0).toISOString(), step: 1, since: new Date(0).toISOString() }

type OutboxPorts = Pick<Ports, 'store' | 'clock'>

export type WaitingRecord = FactValue<'message'>

/** What a message may be about. `claim` is the id of a registration, `member` a staff id. */
interface Abouts {
  /** `copyTo` distinguishes copies for several members: it is the staff id. */
  inquiry: { inquiry: InquiryId; copyTo?: string; isErased?: true | undefined }
  claim: { claim: string }
  member: { member: string }
}

/** A message to store. */
export type Posting = {
  [Kind in MessageKind]: {
    /** Time of the event that the message reports, ISO 8601. Time, kind and subject are the id: posting a message twice has no effect. */
    at: string
    about: Abouts[(typeof MESSAGES)[Kind]['about']]
    message: Message & { kind: Kind }
    /** When the first try is due, if not at once. */
    dueAt?: string | undefined
  }
}[MessageKind]

/** The position of a message in the schedule. */
export interface ScheduleStep {
  /** Number of scheduled tries so far. */
  step: number
  /** When the last scheduled try began, milliseconds since 1970. */
  since: number
}

export interface OpenMessage extends ScheduleStep {
  id: string
  kind: string
  /** A reference, the id of a registration, or a staff id: no personal data. */
  subject: string
  /** Tries so far, including those requested by the staff. */
  tries: number
  state: 'waiting' | 'failing' | 'given up'
  /** Time of the next try, milliseconds since 1970; undefined when there is none. */
  dueAt: number | undefined
  /** Why the last try failed, in codes and fixed words; set by `withReason`. */
  reason?: string
  /** When the try that is under way counts as failed, milliseconds since 1970. */
  busyUntil?: number | undefined
}

export const messageKey = (id: string) => `${OUTBOX_PREFIX}${id}/message`
export const tryKey = (id: string, number: number) => `${OUTBOX_PREFIX}${id}/try-${number}`
/** Contains the position in the schedule, so that a list of keys is enough to know the state. */
export const failedKey = (id: string, number: number, { step, since }: ScheduleStep) =>
  `${OUTBOX_PREFIX}${id}/failed-${number}.${step}.${new Date(since).toISOString()}`
export const sentKey = (id: string) => SENT_PREFIX + id

/** The id without its time; used as `Message-ID` and `webhook-id`. */
export const messageName = (id: string) => id.slice(id.indexOf('/') + 1)
export const messageId = ({ key }: Pick<Fact, 'key'>) => key.slice(OUTBOX_PREFIX.length, key.lastIndexOf('/'))

/**
 * @param tryAt the present time if the calling process makes the first try, ISO 8601
 * @returns the fact that queues the message
 */
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

/** Stores a message about something that is stored already. The scheduled job sends it; `postAndSend` sends at once. */
export async function postMessage(ports: Pick<Ports, 'keys' | 'store'>, posting: Posting): Promise<void> {
  const { key, value } = await messageFact(ports, posting)
  await ports.store.create(key, value)
}

/**
 * @returns the message; undefined when its encryption key was removed
 * @throws UnreadableFact
 */
export async function openMessage({ keys }: Pick<Ports, 'keys'>, { sealed }: WaitingRecord) {
  const opened = await keys.unseal(PURPOSE, sealed)
  const { data } = Message.safeParse(opened)
  if (opened !== undefined && !data) throw new UnreadableFact(FACTS.message.pattern, ['sealed'])
  return data
}

/** The keys of each message in the outbox, including leftovers of sent messages. */
const keysById = async (store: Pick<Store, 'list'>) =>
  Map.groupBy(await store.list(OUTBOX_PREFIX), (key) => messageId({ key }))

/**
 * Lists all open messages, oldest first. Reads a message only if its first try is not recorded, or a try is under way.
 * @param processStartedAt earlier tries count as failed, because the process that made them has ended. Milliseconds since 1970
 */
export async function listOpen(ports: OutboxPorts, processStartedAt = 0): Promise<OpenMessage[]> {
  const groups = [...(await keysById(ports.store))]
  // If the clock was ahead when this process started, its own tries seem to be earlier than its start.
  const before = processStartedAt > ports.clock.now().getTime() ? 0 : processStartedAt
  const open = await mapInBatches(groups, ([id, keys]) => stateOf(ports, id, keys, before))
  return open.filter((message) => message !== undefined)
}

/** @returns undefined when the message was sent or is unknown */
export async function readOpen(ports: OutboxPorts, id: string): Promise<OpenMessage | undefined> {
  const message = await stateOf(ports, id, await ports.store.list(`${OUTBOX_PREFIX}${id}/`))
  return message && withReason(ports, message)
}

export async function withReason({ store }: Pick<Ports, 'store'>, message: OpenMessage): Promise<OpenMessage> {
  const { id, tries, state } = message
  if (state === 'waiting') return message
  const failure = await readFactOr(store, FACTS.failure, failedKey(id, tries, message), { reason: UNREADABLE })
  return { ...message, reason: failure?.reason ?? 'no answer' }
}

export const isUnderWay = ({ busyUntil = 0 }: OpenMessage, now: Date): boolean => busyUntil > now.getTime()

/** Removes all messages about some inquiries, registrations and members, whatever their kind, time and state. */
export async function removeMessages(
  store: Pick<Store, 'list' | 'read' | 'remove'>,
  inquiries: readonly InquiryId[],
  registrations: readonly string[] = [],
): Promise<void> {
  const subjects = new Set([...inquiries.map(({ reference }) => reference), ...registrations])
  if (subjects.size === 0) return
  for (const [id, keys] of await keysById(store)) {
    if (!subjects.has(parseMessageId(id).subject)) continue
    const { data } = FACTS.message.value.safeParse(await store.read(messageKey(id)))
    // Another inquiry may have the same reference. A damaged message can never be sent, so it is removed too.
    if (data?.about !== undefined && !inquiries.some((one) => inquiryKey(one) === data.about)) continue
    // The message goes first: without it, the other facts are ignored.
    await store.remove(messageKey(id))
    await Promise.all(keys.map((key) => store.remove(key)))
  }
}

/** Parses `kind-subject.copy`: the copy distinguishes several messages of one kind. */
export function parseMessageId(id: string): { kind: string; subject: string } {
  const [, kind = '', subject = ''] = /^(\w+)-([^.]*)/.exec(messageName(id)) ?? []
  return { kind, subject }
}

/** The state of a message that has these keys. Returns undefined when it was sent: facts without their message are leftovers. */
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
    ? await readFactOr(store, FACTS.try, tryKey(id, tries), UNREADABLE_TRY)
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

/** The first try, as recorded in the message. `at` is missing if the scheduled job is to make it. */
async function readFirstTry(store: Pick<Store, 'read'>, id: string) {
  const message = await store.read(messageKey(id))
  // A damaged message was never tried.
  const { tryAt: at, dueAt } = FACTS.message.value.safeParse(message).data ?? {}
  return message === undefined ? undefined : { at, step: 1, since: at ?? '', dueAt: dueAt ? Date.parse(dueAt) : 0 }
}

/** Adds the state and the time of the next try. If the last try lies in the future (the clock was wrong), the next one is due now. */
function scheduled(message: Omit<OpenMessage, 'state' | 'dueAt'>, now: number): OpenMessage {
  const { step, since, busyUntil = 0 } = message
  const backoff = BACKOFF_MS[step - 1]
  return backoff === undefined
    ? { ...message, state: 'given up', dueAt: undefined }
    : { ...message, state: 'failing', dueAt: since > now + SKEW_MS ? now : Math.max(busyUntil, since + backoff) }
}
