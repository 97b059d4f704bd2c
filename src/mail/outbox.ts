/**
 * The outbox: messages that wait to be sent. A message is stored once, together with what it tells of; each try, each
 * failure and the delivery are facts of their own, and where a message stands is read off them.
 *
 * What was sent leaves the outbox at once, and its address with it; a fact without personal data stays behind, so that the
 * same message, stored again, is not sent again. So the outbox holds what is open, and listing it costs no more than that.
 */
import type { Fact, Store, Ports } from '../ports.ts'
import type { MessageKind, Message } from './message.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'

/** Below this prefix: `<time>/<kind>-<subject>/`, then `message`, `try-<number>`, `failed-<number>`, `again-<number>`. */
export const OUTBOX_PREFIX = 'outbox/'
/** Below this prefix there is one key per message that was sent: its id. */
export const SENT_PREFIX = 'sent/'

const PURPOSE = 'outbox'

/** How long after each try of the clock's the next one comes: nine in three days, then it is given up. */
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
export const MAX_CODE_TRIES = BACKOFF_MS.length + 1
/** How long a try counts as under way when nothing is heard of it. Longer than any channel takes. */
export const LEASE_MS = 2 * MINUTE_MS

/** What is stored of a message. */
export interface WaitingRecord {
  /** ISO 8601. */
  at: string
  /** Key of the fact it tells of: without that fact it is not sent. */
  about?: string
  /** The message, sealed with the service's own key: it holds an address. */
  sealed: string
}

/** A message to be stored. */
export interface OutboxEntry {
  /** ISO 8601; with the kind and the subject it makes the id, so who stores it twice stores it once. */
  at: string
  /** What it belongs to, without personal data: a reference, a registration. */
  subject: string
  about?: string
  message: Message
}

/** A message that is open. */
export interface OpenMessage {
  id: string
  kind: MessageKind
  subject: string
  /** Tries so far, those that the staff asked for among them. */
  tries: number
  state: 'waiting' | 'failing' | 'given up'
  /** When it is tried next, milliseconds since 1970; undefined when it is not. */
  dueAt: number | undefined
  /** Why the last try failed. */
  reason?: string
}

export const messageKey = (id: string) => `${OUTBOX_PREFIX}${id}/message`
export const tryKey = (id: string, number: number) => `${OUTBOX_PREFIX}${id}/try-${number}`
export const failedKey = (id: string, number: number) => `${OUTBOX_PREFIX}${id}/failed-${number}`
/** That the staff asked for a try after this one: the next one is theirs and counts for nothing in the schedule. */
export const againKey = (id: string, number: number) => `${OUTBOX_PREFIX}${id}/again-${number}`
export const sentKey = (id: string) => SENT_PREFIX + id

/** The name of a message without its time: what mail servers and webhooks know it by. */
export const messageName = (id: string) => id.slice(id.indexOf('/') + 1)
/** The id of a stored message. */
export const messageId = ({ key }: Pick<Fact, 'key'>) => key.slice(OUTBOX_PREFIX.length, key.lastIndexOf('/'))

/** @returns the fact that makes a message wait */
export async function createOutboxFact(
  { keys }: Pick<Ports, 'keys'>,
  { at, subject, about, message }: OutboxEntry,
): Promise<Fact> {
  const value: WaitingRecord = { at, ...(about && { about }), sealed: await keys.seal(PURPOSE, message) }
  return { key: messageKey(`${at}/${message.kind}-${subject}`), value }
}

/** @returns the message; undefined when the key that sealed it was dropped */
export async function openMessage(
  { keys }: Pick<Ports, 'keys'>,
  { sealed }: WaitingRecord,
): Promise<Message | undefined> {
  return (await keys.unseal(PURPOSE, sealed)) as Message | undefined
}

/**
 * What is open, oldest first.
 * @param abandonedBefore tries begun before this moment, milliseconds since 1970, ended with the process that made them
 */
export async function listOpen({ store }: Pick<Ports, 'store'>, abandonedBefore = 0): Promise<OpenMessage[]> {
  const found = new Map<string, string[]>()
  for await (const key of store.list(OUTBOX_PREFIX)) {
    const id = messageId({ key })
    found.set(id, [...(found.get(id) ?? []), key])
  }
  // Without the message itself they are left-overs of one that was sent.
  const open = [...found].filter(([id, keys]) => keys.includes(messageKey(id)))
  return Promise.all(open.map(([id, keys]) => messageStatus(store, id, new Set(keys), abandonedBefore)))
}

/**
 * Removes the messages about something, wherever they stand.
 * @param at time (ISO 8601) with which they were stored
 * @param subject what they belong to
 */
export async function removeMessages(
  store: Pick<Store, 'list' | 'remove'>,
  at: string,
  subject: string,
): Promise<void> {
  const keys = (await Array.fromAsync(store.list(`${OUTBOX_PREFIX}${at}/`))).filter(
    (key) => parseMessageId(messageId({ key })).subject === subject,
  )
  // The message first: what is left without it counts for nothing.
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
  // Tries that the staff asked for stand beside the schedule: it goes by those of the clock alone.
  const scheduled = range(tries).filter((number) => number === 1 || !keys.has(againKey(id, number - 1)))
  const lastScheduled = scheduled.at(-1) ?? tries
  const hasFailed = keys.has(failedKey(id, tries))
  const [last, failure, lastScheduledTry] = (await Promise.all([
    store.read(tryKey(id, tries)),
    hasFailed ? store.read(failedKey(id, tries)) : undefined,
    lastScheduled === tries ? undefined : store.read(tryKey(id, lastScheduled)),
  ])) as [{ at: string } | undefined, { reason: string } | undefined, { at: string } | undefined]
  // It was sent while we looked.
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
