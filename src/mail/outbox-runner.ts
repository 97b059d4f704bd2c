/**
 * Delivery: messages of the outbox are tried, at once after they were stored and again by the clock until they are sent.
 *
 * Each try is claimed first, by creating its fact: of fifty who want to make the same try one may. A process that ends
 * between sending and the fact that it was sent leaves a claim behind that runs out, and the message goes out once more.
 */
import { dayOf } from '../dates.ts'
import { type Fact, NotDelivered, type Ports } from '../ports.ts'
import { canSend, type MessageContext, type Message, send } from './message.ts'
import {
  failedKey,
  messageId,
  LEASE_MS,
  listOpen,
  messageKey,
  messageName,
  openMessage,
  OUTBOX_PREFIX,
  type OpenMessage,
  sentKey,
  tryKey,
  type WaitingRecord,
} from './outbox.ts'
import { isFirstOfDay } from './receipt.ts'
import { SECOND_MS } from '../duration.ts'

export type MailPorts = Pick<
  Ports,
  'store' | 'clock' | 'keyedHash' | 'keys' | 'mailer' | 'webhook' | 'waitUntil' | 'log'
> &
  MessageContext

/** Messages tried together. */
const BATCH_SIZE = 5
/** A run begins no try after this, milliseconds: a scheduled function has 30 seconds. */
const MAX_RUN_MS = 10 * SECOND_MS

/** What became of a try: `taken` by another runner, or `dropped` because it must not be sent. */
type TryOutcome = 'sent' | 'failed' | 'taken' | 'dropped'

/**
 * Tries what was just stored, after the answer is out.
 * @param facts as they were stored
 */
export function sendAfterResponse(ports: MailPorts, facts: readonly Fact[]): void {
  if (facts.length > 0)
    ports.waitUntil(
      nextTurn()
        .then(() => Promise.all(facts.map((fact) => tryMessage(ports, messageId(fact), 1))))
        .then(() => undefined),
    )
}

/** The next turn: the answer goes first. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/**
 * Tries what is due.
 * @param abandonedBefore where one process alone uses the store: when it started, milliseconds since 1970
 * @returns how many were sent, how many failed, and how many stay open
 */
export async function runOutbox(
  ports: MailPorts,
  abandonedBefore?: number,
): Promise<{ sent: number; failed: number; open: number }> {
  const startedAt = ports.clock.now().getTime()
  const open = await listOpen(ports, abandonedBefore)
  const due = open.filter(({ kind, dueAt }) => dueAt !== undefined && dueAt <= startedAt && canSend(ports, kind))
  const outcomes: TryOutcome[] = []
  for (let start = 0; start < due.length && ports.clock.now().getTime() - startedAt < MAX_RUN_MS; start += BATCH_SIZE) {
    outcomes.push(
      ...(await Promise.all(
        due.slice(start, start + BATCH_SIZE).map(({ id, tries }: OpenMessage) => tryMessage(ports, id, tries + 1)),
      )),
    )
  }
  const count = (wanted: TryOutcome) => outcomes.filter((outcome) => outcome === wanted).length
  const counts = { sent: count('sent'), failed: count('failed'), open: open.length - count('sent') - count('dropped') }
  if (open.length > 0) ports.log('outbox.run', counts)
  return counts
}

/** One try. Never rejects: what went wrong is a fact, or, where the store is down, a line in the log and a claim that runs out. */
async function tryMessage(ports: MailPorts, id: string, number: number): Promise<TryOutcome> {
  const { store, log } = ports
  const now = () => ports.clock.now().toISOString()
  try {
    if (!(await store.create(tryKey(id, number), { at: now() }))) return 'taken'
    const [waiting, sent] = await Promise.all([
      store.read(messageKey(id)) as Promise<WaitingRecord | undefined>,
      store.read(sentKey(id)),
    ])
    // Whoever sent it is clearing up, or was ended before they could.
    if (!waiting || sent) return await removeMessage(ports, id, number, 'taken')
    const kind = messageName(id).split('-', 1)[0] ?? ''
    try {
      const message = await openSendable(ports, id, waiting)
      if (!message) return await removeMessage(ports, id, number, 'dropped')
      await send(ports, messageName(id), message)
    } catch (error) {
      const reason = error instanceof NotDelivered ? error.message : error instanceof Error ? error.name : 'unknown'
      await store.create(failedKey(id, number), { at: now(), reason })
      log('outbox.failed', { kind, number, reason })
      return 'failed'
    }
    await store.create(sentKey(id), { at: now() })
    log('outbox.sent', { kind, number })
    return await removeMessage(ports, id, number, 'sent')
  } catch (error) {
    log('outbox.interrupted', { reason: error instanceof Error ? error.name : 'unknown' })
    return 'failed'
  }
}

/**
 * Opens a message, if it is to be sent.
 * @returns undefined when it is not: what it tells of was never stored or is gone, or its address had its receipt of that day
 * @throws NotDelivered when that cannot be said yet, or it cannot be opened
 */
async function openSendable(ports: MailPorts, id: string, waiting: WaitingRecord): Promise<Message | undefined> {
  if (waiting.about && (await ports.store.read(waiting.about)) === undefined) {
    // Stored in the same moment: it may be on its way.
    if (ports.clock.now().getTime() - Date.parse(waiting.at) < LEASE_MS)
      throw new NotDelivered('what it tells of is not stored yet')
    return undefined
  }
  const message = await openMessage(ports, waiting)
  if (!message) throw new NotDelivered('its key was dropped')
  const isRepeated = message.kind === 'receipt' && !(await isFirstOfDay(ports, message, id, dayOf(waiting.at)))
  return isRepeated ? undefined : message
}

/** Removes a message that is settled, the message first: what is left without it counts for nothing. */
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
