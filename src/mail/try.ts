/**
 * One try of a message: claimed, made, and recorded.
 *
 * A try is claimed by a fact, so that only one of several processes makes it. If a process ends after sending but before
 * recording it, its claim expires after `LEASE_MS` and the message is sent a second time.
 */
import { dayOf } from '../dates.ts'
import { NotDelivered, type Ports } from '../ports.ts'
import { readFact } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { addDue } from './due-index.ts'
import { type Message, type MessageContext, send } from './message.ts'
import {
  BACKOFF_MS,
  failedKey,
  LEASE_MS,
  messageKey,
  messageName,
  openMessage,
  OUTBOX_PREFIX,
  parseMessageId,
  sentKey,
  tryKey,
  type WaitingRecord,
} from './outbox.ts'
import { isFirstOfDay } from './receipt.ts'

export type MailPorts = Pick<
  Ports,
  'store' | 'clock' | 'keyedHash' | 'keys' | 'mailer' | 'webhook' | 'waitUntil' | 'log'
> &
  MessageContext

/**
 * The outcome of a try. `taken`: by another process or sent already; `dropped`: it must not be sent; `interrupted`: the store
 * failed.
 */
export type TryOutcome = 'sent' | 'failed' | 'taken' | 'dropped' | 'interrupted'

/** A try that this process has claimed. */
interface ClaimedTry {
  id: string
  number: number
  /** Milliseconds since 1970. */
  begunAt: number
}

/** Claims and makes a try of a stored message. Never rejects, as `uninterrupted`. */
export function tryMessage(ports: MailPorts, id: string, number: number): Promise<TryOutcome> {
  return uninterrupted(ports, async () => {
    const { store, clock } = ports
    const begunAt = clock.now()
    if (!(await store.create(tryKey(id, number), { at: begunAt.toISOString() }))) return 'taken'
    const [waiting, sent] = await Promise.all([readFact(store, FACTS.message, messageKey(id)), store.read(sentKey(id))])
    // Sent by another process that is still removing it, or that ended before removing it.
    const outcome =
      !waiting || sent
        ? 'taken'
        : await makeTry(ports, { id, number, begunAt: begunAt.getTime() }, () => openSendable(ports, id, waiting))
    if (outcome === 'failed') return outcome
    if (outcome === 'sent') await recordSent(ports, id)
    // The `message` fact goes first: without it, the other facts are ignored.
    await store.remove(messageKey(id))
    const rest = await Array.fromAsync(store.list(`${OUTBOX_PREFIX}${id}/`))
    await Promise.all(rest.map((key) => store.remove(key)))
    return outcome
  })
}

/**
 * Makes a try, and records it if it fails.
 * @param find the message; undefined when it must not be sent
 * @throws StoreUnavailable when the failure cannot be recorded
 */
export async function makeTry(
  ports: MailPorts,
  { id, number, begunAt }: ClaimedTry,
  find: () => Promise<Message | undefined>,
): Promise<'sent' | 'failed' | 'dropped'> {
  const { store, clock, log } = ports
  const { kind, subject: about } = parseMessageId(id)
  try {
    const message = await find()
    if (!message) return 'dropped'
    await send(ports, messageName(id), message)
  } catch (error) {
    const reason = error instanceof NotDelivered ? error.message : error instanceof Error ? error.name : 'unknown'
    const backoff = BACKOFF_MS[number - 1]
    await Promise.all([
      store.create(failedKey(id, number), { at: clock.now().toISOString(), reason }),
      backoff !== undefined && addDue(store, id, begunAt + backoff),
    ])
    log('outbox.failed', { kind, about, number, reason })
    return 'failed'
  }
  log('outbox.sent', { kind, about, number })
  return 'sent'
}

/** Stores that a message was sent, so that it is not sent again if it is stored again. */
export async function recordSent({ store, clock }: Pick<Ports, 'store' | 'clock'>, id: string): Promise<void> {
  await store.create(sentKey(id), { at: clock.now().toISOString() })
}

/** Performs a try. Never rejects: if the store is down that is logged, and the claim expires. */
export async function uninterrupted(
  { log }: Pick<Ports, 'log'>,
  perform: () => Promise<TryOutcome>,
): Promise<TryOutcome> {
  try {
    return await perform()
  } catch (error) {
    log('outbox.interrupted', { reason: error instanceof Error ? error.name : 'unknown' })
    return 'interrupted'
  }
}

/** Whether a message should be sent: false for a receipt if its address already got one that day. */
export const isWanted = async (ports: MailPorts, message: Message, id: string, postedAt: string): Promise<boolean> =>
  message.kind !== 'receipt' || isFirstOfDay(ports, message, id, dayOf(postedAt))

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
  return (await isWanted(ports, message, id, waiting.at)) ? message : undefined
}
