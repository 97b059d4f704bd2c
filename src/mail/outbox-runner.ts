/**
 * Delivery of the outbox: a message is tried right after it was stored, and again on a schedule until it is sent.
 *
 * A runner claims a try by creating its fact, so that only one of several runners makes it. If a process ends after sending
 * but before recording it, its claim expires after `LEASE_MS` and the message is sent a second time.
 */
import { dayOf } from '../dates.ts'
import { type Fact, NotDelivered, type Ports } from '../ports.ts'
import { canSend, type MessageContext, type Message, send } from './message.ts'
import { addDue, indexedMessages, listDue, moveDue } from './due-index.ts'
import {
  BACKOFF_MS,
  failedKey,
  messageId,
  LEASE_MS,
  listOpen,
  messageKey,
  messageName,
  openMessage,
  olderThanListed,
  OUTBOX_PREFIX,
  type OpenMessage,
  readOpen,
  sentKey,
  tryKey,
  type WaitingRecord,
} from './outbox.ts'
import { isFirstOfDay } from './receipt.ts'
import { readFact } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { mapInBatches } from '../store/batches.ts'
import { HOUR_MS, SECOND_MS } from '../duration.ts'

export type MailPorts = Pick<
  Ports,
  'store' | 'clock' | 'keyedHash' | 'keys' | 'mailer' | 'webhook' | 'waitUntil' | 'log'
> &
  MessageContext

/** Messages sent in parallel. */
const BATCH_SIZE = 5
/** A run starts no try after this: a scheduled function has 30 seconds. */
const MAX_RUN_MS = 10 * SECOND_MS

/** Most messages that a run examines: as many of the newest, and as many of those that are due. */
export const MAX_EXAMINED = 500
/** After this, a message whose channel is missing is looked at again. */
const MISSING_CHANNEL_MS = HOUR_MS

/**
 * The outcome of a try. `taken`: by another runner or sent already; `dropped`: it must not be sent; `interrupted`: the store
 * failed.
 */
type TryOutcome = 'sent' | 'failed' | 'taken' | 'dropped' | 'interrupted'

/**
 * Sends newly stored messages after the response.
 * @param facts the stored facts of the messages
 */
export function sendAfterResponse(ports: MailPorts, facts: readonly Fact[]): void {
  if (facts.length > 0)
    ports.waitUntil(
      nextTurn()
        .then(() => Promise.all(facts.map((fact) => tryMessage(ports, messageId(fact), 1))))
        .then(() => undefined),
    )
}

/** The next turn of the event loop, so that the response is sent first. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/**
 * Tries due messages: of the newest, and of those that the index names. Whatever is left is due in the next run.
 * @param abandonedBefore start time of the process, if no other process uses the store, milliseconds since 1970
 * @returns how many were sent, failed, and are still open of those that were examined
 * @throws StoreUnavailable
 */
export async function runOutbox(
  ports: MailPorts,
  abandonedBefore?: number,
): Promise<{ sent: number; failed: number; open: number }> {
  const startedAt = ports.clock.now().getTime()
  const [newest, entries] = await Promise.all([
    listOpen(ports, MAX_EXAMINED, { abandonedBefore }),
    listDue(ports.store, startedAt, MAX_EXAMINED),
  ])
  const open = new Map(newest.map((message) => [message.id, message]))
  // If there are no more than the newest, the others that the index names were sent.
  if (newest.length === MAX_EXAMINED) {
    const others = [...new Set(entries.map(({ id }) => id))].filter((id) => !open.has(id))
    for (const message of await mapInBatches(others, (id) => readOpen(ports, id, abandonedBefore)))
      if (message) open.set(message.id, message)
  }
  const due = [...open.values()]
    .filter((message) => isDue(ports, message, startedAt))
    .sort((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
  const outcomes = new Map<string, TryOutcome>()
  for (let start = 0; start < due.length && ports.clock.now().getTime() - startedAt < MAX_RUN_MS; start += BATCH_SIZE) {
    await Promise.all(
      due
        .slice(start, start + BATCH_SIZE)
        .map(async ({ id, tries }) => outcomes.set(id, await tryMessage(ports, id, tries + 1))),
    )
  }
  await moveDue(ports.store, entries, (id) => {
    const message = open.get(id)
    const outcome = outcomes.get(id)
    if (outcome) return outcome === 'taken' || outcome === 'interrupted' ? 'next run' : undefined
    if (message?.dueAt === undefined || message.dueAt > startedAt) return message?.dueAt
    return canSend(ports, message.kind) ? 'next run' : startedAt + MISSING_CHANNEL_MS
  })
  const count = (wanted: TryOutcome) => [...outcomes.values()].filter((outcome) => outcome === wanted).length
  const counts = {
    sent: count('sent'),
    failed: count('failed') + count('interrupted'),
    open: open.size - count('sent') - count('dropped'),
  }
  if (open.size > 0) ports.log('outbox.run', counts)
  return counts
}

/**
 * Tries one message, if it is due. Never rejects for a failed try.
 * @throws StoreUnavailable
 */
export async function tryIfDue(ports: MailPorts, id: string): Promise<void> {
  const message = await readOpen(ports, id)
  if (message && isDue(ports, message, ports.clock.now().getTime())) await tryMessage(ports, id, message.tries + 1)
}

const isDue = (ports: MailPorts, { kind, dueAt }: OpenMessage, now: number) =>
  dueAt !== undefined && dueAt <= now && canSend(ports, kind)

/**
 * Adds to the index what a run does not examine and the index lacks: messages of an earlier version, and tries in which a
 * process ended. Called at the start on one machine, and by housekeeping.
 * @param abandonedBefore as of `runOutbox`
 * @param until begins nothing after this, milliseconds since 1970
 * @throws StoreUnavailable
 */
export async function indexOlderMessages(
  ports: Pick<MailPorts, 'store' | 'clock'>,
  { abandonedBefore, until = Number.POSITIVE_INFINITY }: { abandonedBefore?: number; until?: number } = {},
): Promise<void> {
  const { store, clock } = ports
  let indexed: Set<string> | undefined
  for await (const id of olderThanListed(store, MAX_EXAMINED)) {
    if (clock.now().getTime() >= until) return
    indexed ??= await indexedMessages(store)
    if (indexed.has(id)) continue
    const message = await readOpen(ports, id, abandonedBefore)
    if (message?.dueAt !== undefined) await addDue(store, id, Math.max(message.dueAt, clock.now().getTime()))
  }
}

/** Makes one try. Never rejects: a failure is stored as a fact or, if the store is down, logged, and the claim expires. */
async function tryMessage(ports: MailPorts, id: string, number: number): Promise<TryOutcome> {
  const { store, log } = ports
  const now = () => ports.clock.now().toISOString()
  const begunAt = ports.clock.now()
  try {
    if (!(await store.create(tryKey(id, number), { at: begunAt.toISOString() }))) return 'taken'
    const [waiting, sent] = await Promise.all([readFact(store, FACTS.message, messageKey(id)), store.read(sentKey(id))])
    // Sent by another process that is still removing it, or that ended before removing it.
    if (!waiting || sent) return await removeMessage(ports, id, number, 'taken')
    const kind = messageName(id).split('-', 1)[0] ?? ''
    try {
      const message = await openSendable(ports, id, waiting)
      if (!message) return await removeMessage(ports, id, number, 'dropped')
      await send(ports, messageName(id), message)
    } catch (error) {
      const reason = error instanceof NotDelivered ? error.message : error instanceof Error ? error.name : 'unknown'
      const backoff = BACKOFF_MS[number - 1]
      await Promise.all([
        store.create(failedKey(id, number), { at: now(), reason }),
        backoff !== undefined && addDue(store, id, begunAt.getTime() + backoff),
      ])
      log('outbox.failed', { kind, number, reason })
      return 'failed'
    }
    await store.create(sentKey(id), { at: now() })
    log('outbox.sent', { kind, number })
    return await removeMessage(ports, id, number, 'sent')
  } catch (error) {
    log('outbox.interrupted', { reason: error instanceof Error ? error.name : 'unknown' })
    return 'interrupted'
  }
}

/**
 * Decrypts a message if it should be sent.
 * @returns undefined when its inquiry was never stored or was erased, or the address already got a receipt that day
 * @throws NotDelivered when the inquiry may not be stored yet, or the message cannot be decrypted
 */
async function openSendable(ports: MailPorts, id: string, waiting: WaitingRecord): Promise<Message | undefined> {
  if (waiting.about && (await ports.store.read(waiting.about)) === undefined) {
    // The two are stored in parallel: the inquiry may follow.
    if (ports.clock.now().getTime() - Date.parse(waiting.at) < LEASE_MS)
      throw new NotDelivered('what it tells of is not stored yet')
    return undefined
  }
  const message = await openMessage(ports, waiting)
  if (!message) throw new NotDelivered('its key was dropped')
  const isRepeated = message.kind === 'receipt' && !(await isFirstOfDay(ports, message, id, dayOf(waiting.at)))
  return isRepeated ? undefined : message
}

/** Removes a finished message. Its `message` fact goes first: without it, the other facts are ignored. */
async function removeMessage(
  { store }: MailPorts,
  id: string,
  number: number,
  outcome: TryOutcome,
): Promise<TryOutcome> {
  await store.remove(messageKey(id))
  const rest = number === 1 ? [tryKey(id, 1)] : await Array.fromAsync(store.list(`${OUTBOX_PREFIX}${id}/`))
  await Promise.all(rest.map((key) => store.remove(key)))
  return outcome
}
