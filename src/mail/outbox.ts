/**
 * The record of an inquiry also stores the messages that the inquiry or a change of it caused. Any other message has a record of its own. A
 * process claims a try by a write that names the version it read, so only one process makes the try. A sent message loses its content at once.
 */
import * as z from 'zod'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import { type Ports, type Store, StoreUnavailable } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { dueSince, isMailHint, mailHintPaths, withoutNonce, putHinted, recordOf, removeHinted } from '../store/hints.ts'
import { getRecord, keyOf, listKeys, MAX_TRIES, prefixOf, readRecordOr } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { isStuck, MESSAGE_MS, StoredMessage } from '../store/stored-message.ts'
import { type Message, MESSAGES, type MessageKind, parseMessage } from './message.ts'
import type { MessageRow } from './letter.ts'
import { HOUR_MS, MINUTE_MS, SKEW_MS } from '../duration.ts'

const PURPOSE = 'outbox'

/** The delay after each scheduled try but the last: nine tries in three days, and then the message is given up. */
export const BACKOFF_MS = [1, 5, 30, 120, 360, 720, 1440, 1440].map((minutes) => minutes * MINUTE_MS)
/** A try without a result counts as failed after this time, which must be longer than the timeout of any channel. */
export const LEASE_MS = 2 * MINUTE_MS
/** The `reason` of a message while a try is under way. It stays if the process ends during the try. */
export const NO_ANSWER = 'no answer'

/** `claim` is the id of a registration, `member` a staff id. */
interface Abouts {
  /** `copy` distinguishes messages of one kind about one inquiry. */
  inquiry: { inquiry: InquiryId; copy?: string | number }
  claim: { claim: string }
  member: { member: string }
}

export type Posting = {
  [Kind in MessageKind]: {
    /** When the message is queued, ISO 8601. */
    at: string
    about: Abouts[(typeof MESSAGES)[Kind]['about']]
    message: Message & { kind: Kind }
    /** When the first try is due, if not at once. */
    dueAt?: string | undefined
    /** The message is not sent after this time. */
    until?: string | undefined
  }
}[MessageKind]

/** The content of messages that this process made, so that it need not decrypt them for the first try. */
const contents = new WeakMap<StoredMessage, Message>()

/** @param tryAt the present time, ISO 8601, to claim the first try for the calling process */
export async function newMessage(
  { keys }: Pick<Ports, 'keys'>,
  { at, about, message, dueAt = at, until }: Posting,
  tryAt?: string,
): Promise<StoredMessage> {
  const subject = 'inquiry' in about ? about.inquiry.reference : 'claim' in about ? about.claim : about.member
  const row: MessageRow = MESSAGES[message.kind]
  const given = 'inquiry' in about ? about.copy : undefined
  const copy = given ?? (row.isRepeated ? crypto.randomUUID() : undefined)
  const id = `${message.kind}-${subject}${copy === undefined ? '' : `.${copy}`}`
  const waiting = { id, at, sealed: await keys.seal(PURPOSE, message), tries: 0, step: 0, dueAt, until }
  const made = tryAt === undefined ? waiting : withTry(waiting, Date.parse(tryAt))
  contents.set(made, message)
  return made
}

/** Claims a try. @param now milliseconds since 1970 @param isScheduled false for a try that the staff requested */
export function withTry(message: StoredMessage, now: number, isScheduled = true): StoredMessage {
  const schedule = isScheduled ? { step: message.step + 1, since: isoOf(now) } : message
  const { step, since } = schedule
  const busyUntil = isoOf(now + LEASE_MS)
  const next = afterBackoff(schedule)
  const dueAt = next && (next > busyUntil ? next : busyUntil)
  return { ...message, tries: message.tries + 1, step, since, busyUntil, reason: NO_ANSWER, dueAt }
}

export function withFailure({ busyUntil: _, ...message }: StoredMessage, reason: string): StoredMessage {
  return { ...message, reason, dueAt: afterBackoff(message) }
}

/** Delays by an hour a message whose channel is not set, so that it does not hold up others. @param now milliseconds since 1970 */
export function postponed({ busyUntil: _, ...message }: StoredMessage, now: number): StoredMessage {
  return { ...message, dueAt: isoOf(now + HOUR_MS) }
}

export function withoutContent({ id, at, tries, step }: StoredMessage, sentAt: string): StoredMessage {
  return { id, at, tries, step, sentAt }
}

/** @returns undefined when all scheduled tries were made */
function afterBackoff({ step, since = '' }: Pick<StoredMessage, 'step' | 'since'>): string | undefined {
  const backoff = BACKOFF_MS[step - 1]
  return backoff === undefined ? undefined : isoOf(Date.parse(since) + backoff)
}

const isoOf = (time: number): string => new Date(time).toISOString()

/** Decrypts a message. @returns undefined when the encryption key was removed @throws UnreadableRecord */
export async function openMessage({ keys }: Pick<Ports, 'keys'>, stored: StoredMessage) {
  const { sealed = '' } = stored
  if (contents.has(stored)) return contents.get(stored)
  const opened = await keys.unseal(PURPOSE, sealed)
  return opened === undefined ? undefined : parseMessage(opened)
}

/** Stores a message in a record of its own. @returns the key of the record; undefined when there is one with the same `at` and id */
export async function storeMail(store: Pick<Store, 'get' | 'put' | 'remove'>, message: StoredMessage) {
  const key = keyOf(RECORDS.mail, { time: message.at, message: message.id })
  const value = { at: message.at, mail: [message], hints: [] }
  return (await putHinted(store, { key, value, paths: mailHintPaths(key, value.mail) })) === 'changed' ? undefined : key
}

/** Stores a message for the scheduled job to send. */
export async function postMessage(ports: Pick<Ports, 'keys' | 'store'>, posting: Posting): Promise<void> {
  await storeMail(ports.store, await newMessage(ports, posting))
}

/** A record with messages. When they change, its other fields stay as they are. */
const WithMail = { pattern: 'mail', value: z.looseObject({ mail: z.array(StoredMessage), hints: z.array(z.string()) }) }

/** Whether a key belongs to a kind of record that has messages. The desk checks the keys in its forms with it. */
export const hasMail = (key: string): boolean =>
  [RECORDS.inquiry, RECORDS.mail].some((row) => key.startsWith(prefixOf(row)))

/** @returns the messages of a record; undefined when it is gone or damaged */
export const readMail = async (store: Pick<Store, 'get'>, key: string): Promise<StoredMessage[] | undefined> =>
  (await readRecordOr(store, WithMail, key, undefined))?.mail

/**
 * @param decide gets each message that was not sent, and returns the same object, a changed copy, or undefined to remove the message
 * @returns the changed messages, without those that were removed
 */
export async function changeMail(
  store: Pick<Store, 'get' | 'put' | 'remove'>,
  key: string,
  decide: (message: StoredMessage) => StoredMessage | undefined,
): Promise<StoredMessage[]> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await getRecord(store, WithMail, key)
    if (!found) return []
    const before = found.value.mail
    const mail = before.flatMap((one) => (one.sealed === undefined ? one : (decide(one) ?? [])))
    const changed = mail.filter((one) => !before.includes(one))
    if (changed.length === 0 && mail.length === before.length) return []
    const others = found.value.hints.filter((hint) => !isMailHint(hint)).map(withoutNonce)
    const paths = [...others, ...mailHintPaths(key, mail)]
    const value = { ...found.value, mail }
    if ((await putHinted(store, { key, value, before: found, paths })) !== 'changed') return changed
  }
  throw new StoreUnavailable('the record of a message never stayed the same')
}

export interface UnsentMail extends StoredMessage {
  /** Key of the record that has the message. */
  key: string
  kind: string
  /** A reference, the id of a registration, or a staff id: no personal data. */
  subject: string
  state: 'waiting' | 'failing' | 'given up'
  /** True if the desk shows the message in red. */
  isAlarming: boolean
}

/** Describes a message without decrypting it. @returns undefined for a message that was sent */
export function asUnsent(key: string, message: StoredMessage): UnsentMail | undefined {
  if (message.sealed === undefined) return undefined
  const state = message.dueAt === undefined ? 'given up' : message.tries === 0 ? 'waiting' : 'failing'
  return { ...message, key, ...parseMessageId(message.id), state, isAlarming: isStuck(message) }
}

/** @param seq number of the change with the reply */
export const replyIn = (mail: readonly StoredMessage[], seq: number): StoredMessage | undefined =>
  mail.find(({ id }) => id.startsWith('reply-') && id.endsWith(`.${seq}`))

/** @param id `kind-subject` or `kind-subject.copy` */
export function parseMessageId(id: string): { kind: string; subject: string } {
  const [, kind = '', subject = ''] = /^(\w+)-([^.]*)/.exec(id) ?? []
  return { kind, subject }
}

export const isUnderWay = ({ busyUntil = '' }: StoredMessage, now: Date): boolean => busyUntil > now.toISOString()

/** Times are milliseconds since 1970. @param startedAt when this process started: a try that began earlier ended with an earlier process */
export function isTryDue({ dueAt, since = '', busyUntil = '' }: StoredMessage, now: number, startedAt = 0): boolean {
  if (dueAt === undefined) return false
  const began = Date.parse(busyUntil) - LEASE_MS
  // If a try began in the future, the clock was ahead then, and the next try is due now.
  return (
    Date.parse(dueAt) <= now || began < startedAt || [began, Date.parse(since)].some((time) => time > now + SKEW_MS)
  )
}

/** @returns hints to all records with messages to be tried, now or later; the earliest due come first. `time`: milliseconds since 1970 */
export async function listDue(store: Pick<Store, 'list'>) {
  const hints = await listKeys(store, prefixOf(RECORDS.due))
  return hints.map((hint) => ({ hint, time: Date.parse(dueSince(hint)), key: recordOf(hint) }))
}

/** @returns keys of all records with unsent messages; the records with a stuck message come first */
export async function listOpenRecords(store: Pick<Store, 'list'>): Promise<string[]> {
  const rows = [RECORDS.stuck, RECORDS.due]
  const hints = (await Promise.all(rows.map((row) => listKeys(store, prefixOf(row))))).flat()
  return [...new Set(hints.map(recordOf))]
}

/** Housekeeping calls this to remove messages that have not been sent within 30 days. */
export async function dropOldMail({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<void> {
  const oldest = isoOf(clock.now().getTime() - MESSAGE_MS)
  await mapInBatches(await listOpenRecords(store), async (key) => {
    if ((await readMail(store, key))?.some(({ at }) => at < oldest))
      await changeMail(store, key, (one) => (one.at < oldest ? undefined : one))
  })
}

/** Counts the messages that have records of their own and an id that begins with `start`. */
export const countPosts = async (store: Pick<Store, 'list'>, start: string): Promise<number> =>
  (await listKeys(store, prefixOf(RECORDS.mail))).filter((key) => key.includes(`/${start}`)).length

/** Removes the messages about `subjects` that have records of their own. @param subjects references, or ids of registrations or members */
export async function removeMail(store: Pick<Store, 'list' | 'get' | 'remove'>, subjects: readonly string[]) {
  const keys = await listKeys(store, prefixOf(RECORDS.mail))
  const theirs = keys.filter((key) => subjects.includes(parseMessageId(key.slice(key.lastIndexOf('/') + 1)).subject))
  await mapInBatches(theirs, (key) => removeHinted(store, key))
}

/** A message counts as waiting only if its first try is due within this time. Others, like reminders, are scheduled for later. */
const SOON_MS = 10 * MINUTE_MS
/** The desk reads at most this many records with unsent messages, all at the same time. */
const MAX_RECORDS = 300

/** If messages are held up for longer than this, it is an outage. */
const OUTAGE_MS = 5 * MINUTE_MS
/** Reasons that do not mean that the mail server is down: a fault of one message, or of the webhook. */
const NOT_MAIL_SERVER = /^(EENVELOPE|EMESSAGE|HTTP|no e-mail address|its key was dropped|no connection)/

/** @returns since when a message is held up, ISO 8601. Mails with `until` may be queued days ahead, so `since` replaces their `at`. */
const heldSince = ({ at, tries, dueAt = at, since = at, until }: UnsentMail): string =>
  tries === 0 ? dueAt : until === undefined ? at : since

/** @returns the number of messages that an outage of the mail server holds up, and since when, ISO 8601; undefined without an outage */
function outageIn(open: readonly UnsentMail[], now: number) {
  const held = open.filter(({ state, reason = '' }) => state !== 'given up' && !NOT_MAIL_SERVER.test(reason))
  const times = held.map(heldSince).filter((time) => Date.parse(time) <= now)
  const [since] = times.sort()
  return since !== undefined && now - Date.parse(since) >= OUTAGE_MS ? { since, count: times.length } : undefined
}

/** Counts the records with a stuck message, by their hints. */
export const countStuck = async ({ store }: Pick<Ports, 'store'>): Promise<number> =>
  (await store.list(prefixOf(RECORDS.stuck))).length

export async function outboxStatus({ store, clock }: Pick<Ports, 'store' | 'clock'>) {
  const keys = await listOpenRecords(store)
  const opened = await mapInBatches(keys.slice(0, MAX_RECORDS), (key) => readUnsent(store, key), MAX_RECORDS)
  const open = opened.flat().sort((one, other) => (one.at < other.at ? -1 : 1))
  const inState = (wanted: UnsentMail['state']) => open.filter(({ state }) => state === wanted)
  const now = clock.now().getTime()
  return {
    waiting: inState('waiting').filter(({ dueAt = '' }) => dueAt <= isoOf(now + SOON_MS)).length,
    failing: inState('failing'),
    givenUp: inState('given up'),
    isAlarming: open.some(({ isAlarming }) => isAlarming),
    outage: outageIn(open, now),
    hasMore: keys.length > MAX_RECORDS,
  }
}

const readUnsent = async (store: Pick<Store, 'get'>, key: string): Promise<UnsentMail[]> =>
  ((await readMail(store, key)) ?? []).flatMap((message) => asUnsent(key, message) ?? [])

/** A `lost` reply was never sent, and has no message any more. */
export type ReplyStatus = UnsentMail | 'sent' | 'lost'

/** @param seq number of the change with the reply */
export function replyStatus(mail: readonly StoredMessage[], seq: number): ReplyStatus {
  const found = replyIn(mail, seq)
  return found ? (asUnsent('', found) ?? 'sent') : 'lost'
}
