/**
 * Makes the tries of messages, after a response or in the scheduled job. If a process ends after it has sent a message and before it has recorded
 * that, its claim of the try expires after `LEASE_MS`, and the message is sent again.
 */
import { dayOf } from '../dates.ts'
import { DAY_MS, SECOND_MS, SKEW_MS } from '../duration.ts'
import { INQUIRIES_PREFIX, parseInquiryKey } from '../inquiries/inquiry-id.ts'
import { replyAddress } from '../inquiries/status-address.ts'
import { isOffered } from '../offers.ts'
import { NotDelivered, type Ports } from '../ports.ts'
import { removeHint } from '../store/hints.ts'
import type { StoredMessage } from '../store/stored-message.ts'
import { canSend, type Message, type MessageContext, MESSAGES, send } from './message.ts'
import * as outbox from './outbox.ts'
import { recordReceiptOfDay } from './person-letters.ts'

type MailPorts = Pick<Ports, 'store' | 'clock' | 'keyedHash' | 'keys' | 'mailer' | 'webhook' | 'waitUntil' | 'log'> &
  MessageContext & { inboundMail?: string | undefined }

/** `dropped`: the message must not be sent any more. `interrupted`: the try could not be claimed or recorded, because the store failed. */
type Outcome = 'sent' | 'failed' | 'dropped' | 'interrupted'
type Result = { outcome: 'sent' | 'dropped' } | { outcome: 'failed'; reason: string }

/** A run tries the messages of this many records at the same time. */
const BATCH_SIZE = 5
/** A run starts no try after this: a scheduled function has 30 seconds. */
const MAX_RUN_MS = 10 * SECOND_MS
/** No retry is due later than this. So a message that is due later is a reminder, or was tried while the clock was ahead: `isTryDue` decides. */
const FAR_MS = DAY_MS + SKEW_MS

/** Makes a message whose first try is claimed. Store it in the record of its inquiry, and then call `sendAfterResponse`; or use `postAndSend`. */
export const firstTry = ({ keys, clock }: Pick<MailPorts, 'keys' | 'clock'>, posting: outbox.Posting) =>
  outbox.newMessage({ keys }, posting, clock.now().toISOString())

export async function postAndSend(ports: MailPorts, posting: outbox.Posting): Promise<void> {
  const first = await firstTry(ports, posting)
  const key = await outbox.storeMail(ports.store, first)
  if (key !== undefined) sendAfterResponse(ports, key, [first])
}

/** A timer runs after the response is written. */
const responseSent = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** @param key of the record that was stored just now @param mail its messages; those with a claimed try are sent */
export function sendAfterResponse(ports: MailPorts, key: string, mail: readonly StoredMessage[]): void {
  const claimed = mail.filter(isClaimed)
  if (claimed.length === 0) return
  const perform = async () => {
    await responseSent()
    // The record may be gone, or another process may have claimed the next try.
    const stored = (await outbox.readMail(ports.store, key)) ?? []
    const isFirstTry = ({ id }: StoredMessage) => stored.some((one) => one.id === id && one.tries === 1)
    return sendAll(ports, key, claimed.filter(isFirstTry))
  }
  ports.waitUntil(neverRejecting(ports, perform))
}

/**
 * Tries a message that need not be due. Does nothing while another try is under way. Only a first try counts in the schedule.
 * @throws StoreUnavailable when the try cannot be claimed
 */
export async function retryNow(ports: MailPorts, { key, id, tries }: outbox.UnsentMail): Promise<void> {
  const now = ports.clock.now()
  const claimed = await outbox.changeMail(ports.store, key, (one) => {
    const isWanted = one.id === id && one.tries === tries && !outbox.isUnderWay(one, now)
    return isWanted ? outbox.withTry(one, now.getTime(), tries === 0) : one
  })
  ports.waitUntil(neverRejecting(ports, () => sendAll(ports, key, claimed)))
}

/**
 * The scheduled job calls this to try each message that is due, beginning with the one that is due longest.
 * @param startedAt when this process started, milliseconds since 1970. Only the first run of a process that has the store for itself gets it.
 * That run looks at all messages, and counts tries that began earlier as failed
 */
export async function runOutbox(ports: MailPorts, startedAt?: number) {
  const { store, clock, log } = ports
  const now = () => clock.now().getTime()
  const runAt = now()
  const all = await outbox.listDue(store)
  const due = all.filter(({ time }) => startedAt !== undefined || time <= runAt || time > runAt + FAR_MS)
  // If the clock was ahead when this process started, its own tries seem older than its start, so `startedAt` cannot be used.
  const before = startedAt === undefined || startedAt > runAt ? 0 : startedAt
  const outcomes: Outcome[] = []
  for (let start = 0; start < due.length && now() - runAt < MAX_RUN_MS; start += BATCH_SIZE) {
    const batch = due.slice(start, start + BATCH_SIZE)
    const runs = batch.map((one) => neverRejecting(ports, () => runRecord(ports, one, before)))
    outcomes.push(...(await Promise.all(runs)).flat())
  }
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  const open = due.length > 0 ? await outbox.listDue(store) : all
  const counts = { sent: count('sent'), failed: count('failed') + count('interrupted'), open: open.length }
  if (all.length > 0) log('outbox.run', counts)
  return counts
}

async function runRecord(ports: MailPorts, { key, hint }: { key: string; hint: string }, startedAt: number) {
  const now = ports.clock.now().getTime()
  const changed = await outbox.changeMail(ports.store, key, (one) => {
    if (!outbox.isTryDue(one, now, startedAt)) return one
    return canSend(ports, outbox.parseMessageId(one.id).kind) ? outbox.withTry(one, now) : outbox.postponed(one, now)
  })
  if (changed.length === 0) await removeHint(ports.store, key, hint)
  return sendAll(ports, key, changed.filter(isClaimed))
}

const isClaimed = ({ busyUntil }: StoredMessage) => busyUntil !== undefined

/** @throws StoreUnavailable, UnreadableRecord when the results cannot be recorded */
async function sendAll(ports: MailPorts, key: string, claimed: readonly StoredMessage[]): Promise<Outcome[]> {
  if (claimed.length === 0) return []
  const results = await Promise.all(claimed.map((one) => trySending(ports, key, one)))
  const at = ports.clock.now().toISOString()
  await outbox.changeMail(ports.store, key, (one) => {
    // A try that was claimed since then belongs to another process.
    const result = results[claimed.findIndex(({ id, tries }) => id === one.id && tries === one.tries)]
    if (!result) return one
    if (result.outcome === 'failed') return outbox.withFailure(one, result.reason)
    return result.outcome === 'sent' ? outbox.withoutContent(one, at) : undefined
  })
  return results.map(({ outcome }) => outcome)
}

async function trySending(ports: MailPorts, key: string, stored: StoredMessage): Promise<Result> {
  const { log } = ports
  const { id, tries: number } = stored
  const { kind, subject: about } = outbox.parseMessageId(id)
  try {
    const message = await outbox.openMessage(ports, stored)
    if (!message) throw new NotDelivered('its key was dropped')
    if (!(await isWanted(ports, message, stored))) return { outcome: 'dropped' }
    // Of the messages of an inquiry, only letters to the person have a language.
    const inbound = 'language' in message && key.startsWith(INQUIRIES_PREFIX) ? ports.inboundMail : undefined
    const replyTo = inbound && (await replyAddress(ports, inbound, parseInquiryKey(key)))
    await send({ ...ports, replyTo }, id, message)
  } catch (error) {
    const reason = error instanceof NotDelivered ? error.message : error instanceof Error ? error.name : 'unknown'
    log('outbox.failed', { kind, about, number, reason })
    return { outcome: 'failed', reason }
  }
  log('outbox.sent', { kind, about, number })
  return { outcome: 'sent' }
}

/** False after `until`, for a second receipt to an address on a day, and for mails about claims while agents are off: their links lead nowhere. */
const isWanted = async (ports: MailPorts, message: Message, { id, at, until }: StoredMessage): Promise<boolean> =>
  (until === undefined || until > ports.clock.now().toISOString()) &&
  (MESSAGES[message.kind].about !== 'claim' || isOffered(ports.firm, 'agents')) &&
  (message.kind !== 'receipt' || recordReceiptOfDay(ports, message, id, dayOf(at)))

/** Never rejects. If a try cannot be claimed or its result recorded, that is logged, and the claim expires. */
async function neverRejecting({ log }: Pick<Ports, 'log'>, perform: () => Promise<Outcome[]>): Promise<Outcome[]> {
  try {
    return await perform()
  } catch (error) {
    log('outbox.interrupted', { reason: error instanceof Error ? error.name : 'unknown' })
    return ['interrupted']
  }
}
