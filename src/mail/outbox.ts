/**
 * The outbox: messages waiting to be sent. A message is stored once, together with the inquiry or claim it is about. Each
 * try, each failure and the delivery are separate facts, from which the state of the message is derived.
 *
 * A sent message is removed at once, with its address. A fact without personal data remains, so that the same message is
 * not sent again if it is stored again. So the outbox contains open messages only.
 */
import { type InquiryId, inquiryKey } from '../inquiries/inquiry-id.ts'
import type { Descending, Fact, Store, Ports } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { prefixOf, readFact, UnreadableFact } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'
import { groupKeys } from '../store/group-keys.ts'
import { takeFirst } from '../store/newest-keys.ts'
import { Message, MESSAGES, type MessageKind } from './message.ts'
import type { MailRow, EventRow } from './message-row.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'

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

/** The stored fact of a message. */
export type WaitingRecord = FactValue<'message'>

/** What each kind of message is about: an inquiry, a registration by its id, a member of the staff by theirs. */
interface Abouts {
  inquiry: { inquiry: InquiryId }
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

/** A message that was not sent yet. */
export interface OpenMessage {
  id: string
  kind: string
  /** Id of what it is about, without personal data: a reference, a registration or a staff id. */
  subject: string
  /** Tries so far, including those requested by the staff. */
  tries: number
  state: 'waiting' | 'failing' | 'given up'
  /** Time of the next try, milliseconds since 1970; undefined when there is none. */
  dueAt: number | undefined
  /** Why the last try failed. */
  reason?: string
  /** Until when it counts as being tried, milliseconds since 1970; infinite when the staff asked for a try that has not begun. */
  busyUntil?: number | undefined
}

export const messageKey = (id: string) => `${OUTBOX_PREFIX}${id}/message`
export const tryKey = (id: string, number: number) => `${OUTBOX_PREFIX}${id}/try-${number}`
export const failedKey = (id: string, number: number) => `${OUTBOX_PREFIX}${id}/failed-${number}`
/** Records that the staff requested a retry after this try; that retry does not count in the schedule. */
export const againKey = (id: string, number: number) => `${OUTBOX_PREFIX}${id}/again-${number}`
export const sentKey = (id: string) => SENT_PREFIX + id

/** The id without its time; used as `Message-ID` and `webhook-id`. */
export const messageName = (id: string) => id.slice(id.indexOf('/') + 1)
/** The id of a stored message. */
export const messageId = ({ key }: Pick<Fact, 'key'>) => key.slice(OUTBOX_PREFIX.length, key.lastIndexOf('/'))

/**
 * @param tryAt now, if the process that stores it makes the first try; ISO 8601
 * @returns the fact to store in order to queue the message
 */
export async function messageFact(
  { keys }: Pick<Ports, 'keys'>,
  { at, about, message }: Posting,
  tryAt?: string,
): Promise<Fact> {
  const subject = 'inquiry' in about ? about.inquiry.reference : 'claim' in about ? about.claim : about.member
  const key = 'inquiry' in about ? inquiryKey(about.inquiry) : undefined
  const row: MailRow | EventRow = MESSAGES[message.kind]
  const copy = row.isRepeated ? `.${crypto.randomUUID()}` : ''
  const value: WaitingRecord = {
    at,
    ...(tryAt && { tryAt }),
    ...(key && { about: key }),
    sealed: await keys.seal(PURPOSE, message),
  }
  return { key: messageKey(`${at}/${message.kind}-${subject}${copy}`), value }
}

/**
 * Stores a message about something that is stored already, and leaves sending it to the next run. What can send it itself uses
 * `postAndSend`.
 * @throws StoreUnavailable
 */
export async function postMessage(ports: Pick<Ports, 'keys' | 'store'>, posting: Posting): Promise<void> {
  const { key, value } = await messageFact(ports, posting)
  await ports.store.create(key, value)
}

/**
 * @returns the message; undefined when its encryption key was removed
 * @throws UnreadableFact
 */
export async function openMessage(
  { keys }: Pick<Ports, 'keys'>,
  { sealed }: WaitingRecord,
): Promise<Message | undefined> {
  const opened = await keys.unseal(PURPOSE, sealed)
  const { data } = Message.safeParse(opened)
  if (opened !== undefined && !data) throw new UnreadableFact(FACTS.message.pattern, ['sealed'])
  return data
}

/** The messages in the outbox, each with its keys; leftovers of sent ones too. */
const keysById = (store: Pick<Store, 'list'>, order?: Descending) =>
  groupKeys(store.list(OUTBOX_PREFIX, order), (key) => messageId({ key }))

/** Open messages, newest first, each with its keys. Facts without their message are leftovers of a sent one. */
async function* openKeysById(
  store: Pick<Store, 'list'>,
  before?: string,
): AsyncGenerator<[id: string, keys: readonly string[]]> {
  const order: Descending = {
    descending: true,
    before: before === undefined ? undefined : `${OUTBOX_PREFIX}${before}/`,
  }
  for await (const [id, keys] of keysById(store, order)) if (keys.includes(messageKey(id))) yield [id, keys]
}

/** Which open messages. */
interface ListOptions {
  /** Only messages older than the one with this id. */
  before?: string | undefined
  /** Tries begun before this time count as failed: their process has ended. Milliseconds since 1970. */
  abandonedBefore?: number | undefined
}

/**
 * Lists the newest open messages, oldest first.
 * @param max most messages to list; what the others hold is not read
 */
export async function listOpen(
  { store }: Pick<Ports, 'store'>,
  max: number,
  { before, abandonedBefore = 0 }: ListOptions = {},
): Promise<OpenMessage[]> {
  const found = await takeFirst(openKeysById(store, before), max)
  return mapInBatches(found.reverse(), ([id, keys]) => messageStatus(store, id, keys, abandonedBefore))
}

/** @returns an open message; undefined when it was sent or is unknown */
export async function readOpen(
  { store }: Pick<Ports, 'store'>,
  id: string,
  abandonedBefore = 0,
): Promise<OpenMessage | undefined> {
  const keys = await Array.fromAsync(store.list(`${OUTBOX_PREFIX}${id}/`))
  return keys.includes(messageKey(id)) ? messageStatus(store, id, keys, abandonedBefore) : undefined
}

/**
 * The ids of the open messages that `listOpen` leaves out, newest first.
 * @param max as given to `listOpen`
 */
export async function* olderThanListed({ list }: Pick<Store, 'list'>, max: number): AsyncGenerator<string> {
  let position = 0
  for await (const [id] of openKeysById({ list })) if (++position > max) yield id
}

/**
 * Removes all messages about some inquiries, registrations and members, whatever their kind, time and state.
 * @throws StoreUnavailable
 */
export async function removeMessages(
  store: Pick<Store, 'list' | 'read' | 'remove'>,
  inquiries: readonly InquiryId[],
  registrations: readonly string[] = [],
): Promise<void> {
  const subjects = new Set([...inquiries.map(({ reference }) => reference), ...registrations])
  if (subjects.size === 0) return
  for await (const [id, keys] of keysById(store)) {
    if (!subjects.has(parseMessageId(id).subject)) continue
    const { data } = FACTS.message.value.safeParse(await store.read(messageKey(id)))
    // Another inquiry may have the same reference. One that cannot be read can never be sent, so it goes too.
    if (data?.about !== undefined && !inquiries.some((one) => inquiryKey(one) === data.about)) continue
    // The message goes first: without it, the other facts are ignored.
    await store.remove(messageKey(id))
    await Promise.all(keys.map((key) => store.remove(key)))
  }
}

/**
 * The kind of a message, and the id of what it is about. A kind that repeats has a random part after a full stop.
 * @param id of the message
 */
export function parseMessageId(id: string): { kind: string; subject: string } {
  const [, kind = '', subject = ''] = /^(\w+)-([^.]*)/.exec(messageName(id)) ?? []
  return { kind, subject }
}

/** When a try began, ISO 8601; no time when it did not, nothing when the message is gone. */
type Begin = { at?: string | undefined } | undefined

async function messageStatus(
  store: Store,
  id: string,
  keys: readonly string[],
  abandonedBefore: number,
): Promise<OpenMessage> {
  const { kind, subject } = parseMessageId(id)
  const beginOf = async (number: number): Promise<Begin> => {
    if (keys.includes(tryKey(id, number))) return readFact(store, FACTS.try, tryKey(id, number))
    // The first try stands in the message, if the process that stored it began it. One that cannot be read was not begun.
    const message = await store.read(messageKey(id))
    return message === undefined ? undefined : { at: FACTS.message.value.safeParse(message).data?.tryAt }
  }
  let tries = 1
  while (keys.includes(tryKey(id, tries + 1))) tries++
  // Retries requested by the staff do not count in the schedule.
  const scheduled = range(tries).filter((number) => number === 1 || !keys.includes(againKey(id, number - 1)))
  const lastScheduled = scheduled.at(-1) ?? tries
  const hasFailed = keys.includes(failedKey(id, tries))
  const [last, failure, lastScheduledTry] = await Promise.all([
    beginOf(tries),
    hasFailed ? readFact(store, FACTS.failure, failedKey(id, tries)) : undefined,
    lastScheduled === tries ? undefined : beginOf(lastScheduled),
  ])
  const common = { id, kind, subject, tries }
  // It was sent after the list.
  if (!last) return { ...common, state: 'waiting', dueAt: undefined }
  if (last.at === undefined) return { ...common, tries: 0, state: 'waiting', dueAt: 0 }
  const begunAt = Date.parse(last.at)
  const busyUntil = hasFailed || begunAt < abandonedBefore ? undefined : begunAt + LEASE_MS
  const freeAt = busyUntil ?? begunAt
  const reason = failure?.reason ?? 'no answer'
  const failing = { ...common, state: 'failing', reason, busyUntil } as const
  if (keys.includes(againKey(id, tries))) return { ...failing, dueAt: freeAt, busyUntil: Infinity }
  const backoff = BACKOFF_MS[scheduled.length - 1]
  if (backoff === undefined) return { ...failing, state: 'given up', dueAt: undefined }
  const isAbandoned = !hasFailed && begunAt < abandonedBefore && lastScheduled === tries
  return {
    ...failing,
    dueAt: isAbandoned ? begunAt : Math.max(freeAt, Date.parse(lastScheduledTry?.at ?? last.at) + backoff),
  }
}

const range = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
