/**
 * The outbox: messages waiting to be sent. A message is stored once, together with the inquiry or claim it is about. Each
 * try, each failure and the delivery are separate facts, from which the state of the message is derived.
 *
 * A sent message is removed at once, with its address. A fact without personal data remains, so that the same message is
 * not sent again if it is stored again. So the outbox contains open messages only, and listing it is cheap.
 */
import type { Fact, Store, Ports } from '../ports.ts'
import type { MessageKind, Message } from './message.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'

/** Below this prefix: `<time>/<kind>-<subject>/`, then `message`, `try-<number>`, `failed-<number>`, `again-<number>`. */
export const OUTBOX_PREFIX = 'outbox/'
/** One key per sent message: its id. */
export const SENT_PREFIX = 'sent/'

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
export interface WaitingRecord {
  /** ISO 8601. */
  at: string
  /** Key of the fact it is about; if that does not exist, the message is not sent. */
  about?: string
  /** The message, encrypted with the service's key because it contains an address. */
  sealed: string
}

/** A message to store. */
export interface OutboxEntry {
  /** ISO 8601. Time, kind and subject form the id, so storing a message twice has no effect. */
  at: string
  /** Id of what it is about, without personal data: a reference or a registration. */
  subject: string
  about?: string
  message: Message
}

/** A message that was not sent yet. */
export interface OpenMessage {
  id: string
  kind: MessageKind
  subject: string
  /** Tries so far, including those requested by the staff. */
  tries: number
  state: 'waiting' | 'failing' | 'given up'
  /** Time of the next try, milliseconds since 1970; undefined when there is none. */
  dueAt: number | undefined
  /** Why the last try failed. */
  reason?: string
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

/** @returns the fact to store in order to queue the message */
export async function createOutboxFact(
  { keys }: Pick<Ports, 'keys'>,
  { at, subject, about, message }: OutboxEntry,
): Promise<Fact> {
  const value: WaitingRecord = { at, ...(about && { about }), sealed: await keys.seal(PURPOSE, message) }
  return { key: messageKey(`${at}/${message.kind}-${subject}`), value }
}

/** @returns the message; undefined when its encryption key was removed */
export async function openMessage(
  { keys }: Pick<Ports, 'keys'>,
  { sealed }: WaitingRecord,
): Promise<Message | undefined> {
  return (await keys.unseal(PURPOSE, sealed)) as Message | undefined
}

/**
 * Lists open messages, oldest first.
 * @param abandonedBefore tries begun before this time count as failed: their process has ended. Milliseconds since 1970
 */
export async function listOpen({ store }: Pick<Ports, 'store'>, abandonedBefore = 0): Promise<OpenMessage[]> {
  const found = new Map<string, string[]>()
  for await (const key of store.list(OUTBOX_PREFIX)) {
    const id = messageId({ key })
    found.set(id, [...(found.get(id) ?? []), key])
  }
  // Facts without their message are leftovers of a sent one.
  const open = [...found].filter(([id, keys]) => keys.includes(messageKey(id)))
  return Promise.all(open.map(([id, keys]) => messageStatus(store, id, new Set(keys), abandonedBefore)))
}

/**
 * Removes all messages about a subject, whatever their state.
 * @param at time of the messages, ISO 8601
 * @param subject reference or registration
 */
export async function removeMessages(
  store: Pick<Store, 'list' | 'remove'>,
  at: string,
  subject: string,
): Promise<void> {
  const keys = (await Array.fromAsync(store.list(`${OUTBOX_PREFIX}${at}/`))).filter(
    (key) => parseMessageId(messageId({ key })).subject === subject,
  )
  // The message goes first: without it, the other facts are ignored.
  const [messages, rest] = [
    keys.filter((key) => key === messageKey(messageId({ key }))),
    keys.filter((key) => key !== messageKey(messageId({ key }))),
  ]
  for (const some of [messages, rest]) await Promise.all(some.map((key) => store.remove(key)))
}

function parseMessageId(id: string): { kind: string; subject: string } {
  const [, kind = '', subject = ''] = /^(\w+)-(.*)$/s.exec(messageName(id)) ?? []
  return { kind, subject }
}

async function messageStatus(
  store: Store,
  id: string,
  keys: ReadonlySet<string>,
  abandonedBefore: number,
): Promise<OpenMessage> {
  const { kind, subject } = parseMessageId(id)
  let tries = 0
  while (keys.has(tryKey(id, tries + 1))) tries++
  const common = { id, kind: kind as MessageKind, subject, tries }
  if (tries === 0) return { ...common, state: 'waiting', dueAt: 0 }
  // Retries requested by the staff do not count in the schedule.
  const scheduled = range(tries).filter((number) => number === 1 || !keys.has(againKey(id, number - 1)))
  const lastScheduled = scheduled.at(-1) ?? tries
  const hasFailed = keys.has(failedKey(id, tries))
  const [last, failure, lastScheduledTry] = (await Promise.all([
    store.read(tryKey(id, tries)),
    hasFailed ? store.read(failedKey(id, tries)) : undefined,
    lastScheduled === tries ? undefined : store.read(tryKey(id, lastScheduled)),
  ])) as [{ at: string } | undefined, { reason: string } | undefined, { at: string } | undefined]
  // It was sent after the list.
  if (!last) return { ...common, state: 'waiting', dueAt: undefined }
  const begunAt = Date.parse(last.at)
  const freeAt = hasFailed || begunAt < abandonedBefore ? begunAt : begunAt + LEASE_MS
  const reason = failure?.reason ?? 'no answer'
  if (keys.has(againKey(id, tries))) return { ...common, state: 'failing', dueAt: freeAt, reason }
  const backoff = BACKOFF_MS[scheduled.length - 1]
  if (backoff === undefined) return { ...common, state: 'given up', dueAt: undefined, reason }
  const isAbandoned = !hasFailed && begunAt < abandonedBefore && lastScheduled === tries
  return {
    ...common,
    state: 'failing',
    dueAt: isAbandoned ? begunAt : Math.max(freeAt, Date.parse((lastScheduledTry ?? last).at) + backoff),
    reason,
  }
}

const range = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
