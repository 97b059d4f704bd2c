/**
 * The outbox: messages waiting to be sent. A message is stored once, together with the inquiry or claim it is about. Each
 * try, each failure and the delivery are separate facts, from which the state of the message is derived.
 *
 * A sent message is removed at once, with its address. A fact without personal data remains, so that the same message is
 * not sent again if it is stored again. So the outbox contains open messages only.
 */
import { type InquiryId, inquiryKey } from '../inquiries/inquiry-id.ts'
import type { Fact, Store, Ports } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { prefixOf, readFactOr, UNREADABLE, UnreadableFact } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'
import { Message, MESSAGES, type MessageKind } from './message.ts'
import type { EventRow, MailRow } from './letter.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SKEW_MS } from '../duration.ts'

/** Below this prefix: the id of a message, `<time>/<kind>-<subject>`, then its facts. */
export const OUTBOX_PREFIX = prefixOf(FACTS.message)
/** One key per sent message: its id. */
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
/** A try without a result counts as failed after this. Longer than the timeout of any channel. */
export const LEASE_MS = 2 * MINUTE_MS

/** In place of a try that cannot be read: the next one is due. */
const LONG_AGO = { at: new Date(0).toISOString(), step: 1, since: new Date(0).toISOString() }

type OutboxPorts = Pick<Ports, 'store' | 'clock'>

export type WaitingRecord = FactValue<'message'>

/** What each kind of message is about: an inquiry, a registration by its id, a member of the staff by theirs. */
interface Abouts {
  /** `copyTo`: what tells messages of a kind and a moment apart, like the staff id where several members get one. */
  inquiry: { inquiry: InquiryId; copyTo?: string }
  claim: { claim: string }
  member: { member: string }
}

/** A message to store, and what it is about: of a message about an inquiry, that inquiry. */
export type Posting = {
  [Kind in MessageKind]: {
    /** When what it tells of happened, ISO 8601. With kind and subject it is the id: posting a message twice has no effect. */
    at: string
    about: Abouts[(typeof MESSAGES)[Kind]['about']]
    message: Message & { kind: Kind }
  }
}[MessageKind]

/** Where a message is in the schedule: how many of its tries belong to it, and when the last of these began, milliseconds since 1970. */
export interface ScheduleStep {
  step: number
  since: number
}

export interface OpenMessage extends ScheduleStep {
  id: string
  kind: string
  /** Id of what it is about, without personal data: a reference, a registration or a staff id. */
  subject: string
  /** Tries so far, including those requested by the staff. */
  tries: number
  state: 'waiting' | 'failing' | 'given up'
  /** Time of the next try, milliseconds since 1970; undefined when there is none. */
  dueAt: number | undefined
  /** Why the last try failed, in codes and fixed words; only where it was read. */
  reason?: string
  /** Until when it counts as being tried, milliseconds since 1970. */
  busyUntil?: number | undefined
}

export const messageKey = (id: string) => `${OUTBOX_PREFIX}${id}/message`
export const tryKey = (id: string, number: number) => `${OUTBOX_PREFIX}${id}/try-${number}`
/** Says where the message is in the schedule after its try, so that a list of keys is enough. */
export const failedKey = (id: string, number: number, { step, since }: ScheduleStep) =>
  `${OUTBOX_PREFIX}${id}/failed-${number}.${step}.${new Date(since).toISOString()}`
export const sentKey = (id: string) => SENT_PREFIX + id

/** The id without its time; used as `Message-ID` and `webhook-id`. */
export const messageName = (id: string) => id.slice(id.indexOf('/') + 1)
export const messageId = ({ key }: Pick<Fact, 'key'>) => key.slice(OUTBOX_PREFIX.length, key.lastIndexOf('/'))

/**
 * @param tryAt now, if the process that stores it makes the first try; ISO 8601
 * @returns the fact to store in order to queue the message
 */
export async function messageFact({ keys }: Pick<Ports, 'keys'>, { at, about, message }: Posting, tryAt?: string) {
  const subject = 'inquiry' in about ? about.inquiry.reference : 'claim' in about ? about.claim : about.member
  const key = 'inquiry' in about ? inquiryKey(about.inquiry) : undefined
  const row: MailRow | EventRow = MESSAGES[message.kind]
  const copyTo = 'inquiry' in about ? about.copyTo : undefined
  const copy = row.isRepeated ? crypto.randomUUID() : copyTo
  const value: WaitingRecord = {
    at,
    ...(tryAt && { tryAt }),
    ...(key && { about: key }),
    sealed: await keys.seal(PURPOSE, message),
  }
  return { key: messageKey(`${at}/${message.kind}-${subject}${copy ? `.${copy}` : ''}`), value }
}

/**
 * Stores a message about something that is stored already, and leaves sending it to the next run. What can send it itself uses
 * `postAndSend`.
 */
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

/** The messages in the outbox, each with its keys; leftovers of sent ones too. */
const keysById = async (store: Pick<Store, 'list'>) =>
  Map.groupBy(await store.list(OUTBOX_PREFIX), (key) => messageId({ key }))

/**
 * Lists all open messages, oldest first. Reads only those of which a try is under way or was not begun.
 * @param abandonedBefore tries begun before this time count as failed: their process has ended. Milliseconds since 1970
 */
export async function listOpen(ports: OutboxPorts, abandonedBefore = 0): Promise<OpenMessage[]> {
  const groups = [...(await keysById(ports.store))]
  // A process that started in the future, because the clock was ahead, has begun later tries before that time.
  const before = abandonedBefore > ports.clock.now().getTime() ? 0 : abandonedBefore
  const open = await mapInBatches(groups, ([id, keys]) => stateOf(ports, id, keys, before))
  return open.filter((message) => message !== undefined)
}

/** Reads one open message, with the reason. Returns undefined when it was sent or is unknown. */
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
    // Another inquiry may have the same reference. One that cannot be read can never be sent, so it goes too.
    if (data?.about !== undefined && !inquiries.some((one) => inquiryKey(one) === data.about)) continue
    // The message goes first: without it, the other facts are ignored.
    await store.remove(messageKey(id))
    await Promise.all(keys.map((key) => store.remove(key)))
  }
}

/** The kind of a message, and the id of what it is about. A kind that repeats, and one that goes to several, has another part after a full stop. */
export function parseMessageId(id: string): { kind: string; subject: string } {
  const [, kind = '', subject = ''] = /^(\w+)-([^.]*)/.exec(messageName(id)) ?? []
  return { kind, subject }
}

/** The state of a message that has these keys. Returns undefined when it was sent: facts without their message are leftovers. */
async function stateOf(
  { store, clock }: OutboxPorts,
  id: string,
  keys: readonly string[],
  abandonedBefore = 0,
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
    ? await readFactOr(store, FACTS.try, tryKey(id, tries), LONG_AGO)
    : await readFirstTry(store, id)
  if (begun === undefined) return undefined
  if (begun.at === undefined) return { ...about, tries: 0, step: 0, since: 0, state: 'waiting', dueAt: 0 }
  const at = Date.parse(begun.at)
  const message = { ...about, tries, step: begun.step, since: Date.parse(begun.since) }
  if (at >= abandonedBefore && at <= now + SKEW_MS) return scheduled({ ...message, busyUntil: at + LEASE_MS }, now)
  const next = scheduled(message, now)
  // Its process ended in it. A try that the staff asked for changes nothing of the schedule.
  return next.state === 'failing' && at === message.since ? { ...next, dueAt: Math.min(at, now) } : next
}

/** What the process that stored the message says of the first try: no time when it left that to a run, nothing when the message is gone. */
async function readFirstTry(store: Pick<Store, 'read'>, id: string) {
  const message = await store.read(messageKey(id))
  // Of a message that cannot be read, no try was begun.
  const at = FACTS.message.value.safeParse(message).data?.tryAt
  return message === undefined ? undefined : { at, step: 1, since: at ?? '' }
}

/** @param now after a try that was begun later than this, while the clock was ahead, the next one is due at once */
function scheduled(message: Omit<OpenMessage, 'state' | 'dueAt'>, now: number): OpenMessage {
  const { step, since, busyUntil = 0 } = message
  const backoff = BACKOFF_MS[step - 1]
  return backoff === undefined
    ? { ...message, state: 'given up', dueAt: undefined }
    : { ...message, state: 'failing', dueAt: since > now + SKEW_MS ? now : Math.max(busyUntil, since + backoff) }
}
