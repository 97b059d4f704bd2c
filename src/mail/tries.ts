/**
 * A fact claims each try, so that only one process makes it. If a process ends after sending but before recording it, its claim expires
 * after `LEASE_MS` and the message is sent a second time. The fact that stores a message claims its first try too.
 */
import { appointmentIn } from '../inquiries/appointment.ts'
import { dayOf } from '../dates.ts'
import { readHistory } from '../inquiries/history.ts'
import { parseInquiryKey } from '../inquiries/inquiry-id.ts'
import { isOffered } from '../offers.ts'
import { NotDelivered, type Ports } from '../ports.ts'
import { readRecord, createRecord, readValue, listKeys } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { type Message, type MessageContext, MESSAGES, send } from './message.ts'
import * as outbox from './outbox.ts'
import { isFirstOfDay } from './person-letters.ts'

export type MailPorts = Pick<
  Ports,
  'store' | 'clock' | 'keyedHash' | 'keys' | 'mailer' | 'webhook' | 'waitUntil' | 'log'
> &
  MessageContext

/** `taken`: another process tries or has sent it. `dropped`: it must not be sent. `interrupted`: the store failed. */
export type TryOutcome = 'sent' | 'failed' | 'taken' | 'dropped' | 'interrupted'

interface ClaimedTry extends outbox.ScheduleStep {
  id: string
  number: number
}

export type FirstTry = Awaited<ReturnType<typeof firstTry>>

/** Store it together with other facts, and then call `sendAfterResponse`. Other callers use `postAndSend`. */
export const firstTry = ({ keys, clock }: Pick<MailPorts, 'keys' | 'clock'>, posting: outbox.Posting) =>
  outbox.messageFact({ keys }, posting, clock.now().toISOString())

export async function postAndSend(ports: MailPorts, posting: outbox.Posting): Promise<void> {
  const first = await firstTry(ports, posting)
  if (await createRecord(ports.store, first.key, first.value)) sendAfterResponse(ports, [first])
}

/** The response is written before the next timer. */
const responseSent = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** @param tries their messages were stored just now: if one existed before, another process has claimed the try */
export function sendAfterResponse(ports: MailPorts, tries: readonly FirstTry[]): void {
  for (const first of tries) {
    const claimed = { id: outbox.messageId(first), number: 1, step: 1, since: Date.parse(first.value.tryAt ?? '') }
    ports.waitUntil(responseSent().then(() => uninterrupted(ports, () => makeClaimedTry(ports, claimed))))
  }
}

/** It never rejects, as `uninterrupted`. */
export const tryMessage = (ports: MailPorts, message: outbox.OpenMessage): Promise<TryOutcome> =>
  uninterrupted(ports, async () => {
    const claimed = await claimTry(ports, message, true)
    return claimed ? makeClaimedTry(ports, claimed) : 'taken'
  })

/**
 * The message need not be due. Nothing is done while another try is under way, and the schedule does not change.
 * @throws StoreUnavailable when the try cannot be claimed
 */
export async function retryNow(ports: MailPorts, message: outbox.OpenMessage): Promise<void> {
  if (outbox.isUnderWay(message, ports.clock.now())) return
  // The first try of a message is always part of the schedule.
  const claimed = await claimTry(ports, message, message.tries === 0)
  if (claimed) ports.waitUntil(uninterrupted(ports, () => makeClaimedTry(ports, claimed)))
}

/** @returns undefined when another process has claimed it */
async function claimTry(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { id, tries, step, since }: outbox.OpenMessage,
  isScheduled: boolean,
): Promise<ClaimedTry | undefined> {
  const at = clock.now()
  const position = isScheduled ? { step: step + 1, since: at.getTime() } : { step, since }
  const claimed = { id, number: tries + 1, ...position }
  const value = { at: at.toISOString(), step: position.step, since: new Date(position.since).toISOString() }
  return (await createRecord(store, outbox.tryKey(id, claimed.number), value)) ? claimed : undefined
}

/** @throws StoreUnavailable, UnreadableRecord */
async function makeClaimedTry(ports: MailPorts, claimed: ClaimedTry): Promise<TryOutcome> {
  const { store } = ports
  const { id } = claimed
  const [waiting, sent] = await Promise.all([
    readRecord(store, RECORDS.message, outbox.messageKey(id)),
    readValue(store, outbox.sentKey(id)),
  ])
  // If `sent` exists, another process has sent the message and is still removing it, or ended before removing it.
  const outcome = !waiting || sent ? 'taken' : await makeTry(ports, claimed, waiting)
  if (outcome === 'failed') return outcome
  // A repeated submit must not send it twice.
  if (outcome === 'sent') await createRecord(store, outbox.sentKey(id), { at: ports.clock.now().toISOString() })
  // The message goes first: without it, the other facts are ignored.
  await store.remove(outbox.messageKey(id))
  const rest = await listKeys(store, `${outbox.OUTBOX_PREFIX}${id}/`)
  await Promise.all(rest.map((key) => store.remove(key)))
  return outcome
}

/** @throws StoreUnavailable when the failure cannot be recorded */
async function makeTry(
  ports: MailPorts,
  { id, number, ...position }: ClaimedTry,
  waiting: outbox.WaitingRecord,
): Promise<'sent' | 'failed' | 'dropped'> {
  const { store, clock, log } = ports
  const { kind, subject: about } = outbox.parseMessageId(id)
  try {
    const message = await openSendable(ports, id, waiting)
    if (!message) return 'dropped'
    await send(ports, outbox.messageName(id), message)
  } catch (error) {
    const reason = error instanceof NotDelivered ? error.message : error instanceof Error ? error.name : 'unknown'
    await createRecord(store, outbox.failedKey(id, number, position), { at: clock.now().toISOString(), reason })
    log('outbox.failed', { kind, about, number, reason })
    return 'failed'
  }
  log('outbox.sent', { kind, about, number })
  return 'sent'
}

/** It never rejects: if the store is down, that is logged and the claim expires. */
async function uninterrupted({ log }: Pick<Ports, 'log'>, perform: () => Promise<TryOutcome>): Promise<TryOutcome> {
  try {
    return await perform()
  } catch (error) {
    log('outbox.interrupted', { reason: error instanceof Error ? error.name : 'unknown' })
    return 'interrupted'
  }
}

/**
 * An address gets one receipt a day. While agents are off, the links about a claim lead nowhere. Mails about an appointment end when it has
 * begun, moved or ended.
 */
const isWanted = async (
  ports: MailPorts,
  message: Message,
  id: string,
  { at: postedAt, about }: outbox.WaitingRecord,
): Promise<boolean> =>
  (MESSAGES[message.kind].about !== 'claim' || isOffered(ports.firm, 'agents')) &&
  (await isCurrent(ports, message, about)) &&
  (message.kind !== 'receipt' || isFirstOfDay(ports, message, id, dayOf(postedAt)))

/** @param about key of the inquiry */
async function isCurrent({ store, clock }: MailPorts, message: Message, about = ''): Promise<boolean> {
  if (!('appointment' in message) || message.what === 'cancelled') return true
  const standing = appointmentIn(await readHistory(store, parseInquiryKey(about)))
  return standing?.seq === message.sequence && standing.startsAt > clock.now().toISOString()
}

/**
 * @returns undefined when its inquiry was never stored or was erased, or it is not wanted
 * @throws NotDelivered when the inquiry may not be stored yet, or the message cannot be decrypted
 */
async function openSendable(ports: MailPorts, id: string, waiting: outbox.WaitingRecord): Promise<Message | undefined> {
  if (waiting.about && (await readValue(ports.store, waiting.about)) === undefined) {
    // The message and its inquiry are stored in parallel, in any order.
    if (ports.clock.now().getTime() - Date.parse(waiting.at) < outbox.LEASE_MS)
      throw new NotDelivered('what it tells of is not stored yet')
    return undefined
  }
  const message = await outbox.openMessage(ports, waiting)
  if (!message) throw new NotDelivered('its key was dropped')
  return (await isWanted(ports, message, id, waiting)) ? message : undefined
}
