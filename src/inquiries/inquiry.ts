/** Schemas of inquiries and receipts, ids by idempotency key, storing, and signs of spam. `record.ts` reads inquiries for the staff. */
import * as z from 'zod'
import { described } from '../described.ts'
import { Problem } from '../problem.ts'
import { StoreUnavailable, type Ports } from '../ports.ts'
import { dayAt } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { keyOf, readRecord, readValue, createRecord } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import type { Language } from '../language.ts'
import { isOffered, type Offering } from '../offers.ts'
import { createReference, erasedKey, type InquiryId } from './inquiry-id.ts'
import { putInquiry, readInquiry } from './sealed-inquiry.ts'
import { createHints } from '../store/hints.ts'
import type { StoredMessage } from '../store/stored-message.ts'
import { type AnyInquiryRequest, canonicalText } from './inquiry-request.ts'

/** An `agent` has a token. A `verified_person` is an agent of the person whose address is in the inquiry. */
export const Sender = z.enum(['anonymous', 'agent', 'verified_person'])
export type Sender = z.infer<typeof Sender>

export const RECEIPT_PROVES = 'proves acceptance and content, and says nothing about deadlines.'

const RECEIPT = 'The receipt of an inquiry.'

export const InquiryReceipt = described(RECEIPT, {
  reference: z.string().describe('What the person gives the firm as the reference, like K7QM-2F9D.'),
  status: z.literal('accepted').describe('The inquiry is stored.'),
  receivedAt: z.iso.datetime().describe('When it was received, UTC.'),
  sender: Sender.describe('How far the sender is identified.'),
  notice: z.string().describe('Show these notices to the person.'),
  receipt: z.string().describe(`Signed (JWS): ${RECEIPT_PROVES}`),
  status_url: z.url().describe('Private address for the person: where the inquiry stands.').optional(),
  emailSuggestion: z
    .string()
    .describe('The address may be mistyped: ask the person whether this one is meant.')
    .optional(),
})
export type InquiryReceipt = z.infer<typeof InquiryReceipt>

/** With a status page, every receipt has `status_url`. Without a status page, no receipt has it. */
export const receiptSchema = (firm: Offering): z.ZodObject =>
  (isOffered(firm, 'statusPage')
    ? InquiryReceipt.required({ status_url: true })
    : InquiryReceipt.omit({ status_url: true })
  ).describe(RECEIPT)

const StoredInquiry = z.object({
  version: z.literal(1),
  reference: z.string(),
  receivedAt: z.string(),
  via: z.enum(['api', 'form', 'mcp', 'telephone']),
  sender: Sender,
  /** Id of the registration that the access token belongs to. */
  registration: z.string().optional(),
  clientName: z.string().optional(),
  /** E-mail address of the person who vouched for the agent, if another address is in the inquiry. */
  vouchedBy: z.string().optional(),
  /** Staff id of the member who wrote down a call. */
  writtenBy: z.string().optional(),
  callBack: z.string().optional(),
  /** Version; '' if a member did not read the notice to the caller. */
  notice: z.string(),
  noticeLanguage: z.string(),
  noticeTicked: z.literal(true).optional(),
  /** Where the person confirmed what an assistant sends; absent if only the assistant says that they did. */
  confirmedIn: z.enum(['window', 'form']).optional(),
  /** Each is a `SpamSignal`. */
  suspicions: z.array(z.string()),
  /** The request is not checked against `inquiryRequest`, because rules and topics may have changed since. */
  request: z
    .object({ name: z.string(), message: z.string() })
    .catchall(z.union([z.string(), z.array(z.string()), z.literal(true)])),
})
export type ConfirmedIn = NonNullable<z.infer<typeof StoredInquiry>['confirmedIn']>

export interface InquiryRecord extends z.infer<typeof StoredInquiry> {
  request: AnyInquiryRequest
}

export const isInquiryRecord = (opened: unknown): opened is InquiryRecord => StoredInquiry.safeParse(opened).success

export interface Call {
  writtenBy: string
  isNoticeRead: boolean
  callBack?: string | undefined
  wantsReceipt: boolean
}

/** After an erasure, the same words count as a new inquiry if a person sends them, and as a repetition if a program does. */
const HUMAN_CHANNELS: ReadonlySet<InquiryRecord['via']> = new Set(['form', 'telephone'])

export interface Submission {
  request: AnyInquiryRequest
  via: InquiryRecord['via']
  sender: Sender
  registration?: string
  clientName?: string
  vouchedBy?: string
  call?: Call
  notice: { version: string; language: Language; text: string }
  noticeTicked?: true
  confirmedIn?: ConfirmedIn | undefined
  spamSignals?: SpamSignal[]
  /** The key is scoped to the caller: two callers may use the same key. */
  idempotency?: { key: string; caller: string }
}

export interface ChosenId extends InquiryId {
  /** A retry with the same key gets the same id, so the inquiry may be stored already. */
  isFromIdempotencyKey: boolean
  /** The inquiry was stored and then erased, so it must not be stored again. */
  isErased: boolean
  /** Version of the notice that was in force when the inquiry was received; '' if it was not read to a caller. */
  notice: string
}

/**
 * With an idempotency key, the choice is stored first, so crashes, lost responses and parallel copies end in one inquiry and one receipt.
 * An erased inquiry is not restored: a program gets the old id again, a person a new one.
 * @throws Problem `idempotency-key-reused` when the key was used with another body; StoreUnavailable
 */
export async function chooseInquiryId(ports: Pick<Ports, 'store' | 'clock' | 'keyedHash'>, submission: Submission) {
  const fresh = {
    reference: createReference(),
    receivedAt: ports.clock.now().toISOString(),
    notice: submission.call?.isNoticeRead === false ? '' : submission.notice.version,
  }
  if (submission.idempotency) {
    const recalled = await resolveIdempotency(ports, submission, fresh)
    if (!recalled.isErased || !HUMAN_CHANNELS.has(submission.via)) return { ...recalled, isFromIdempotencyKey: true }
  }
  return { ...fresh, isFromIdempotencyKey: false, isErased: false }
}

/**
 * @param mail messages about the arrival, which are stored with the inquiry
 * @returns false when an earlier request with the same idempotency key stored the inquiry
 * @throws StoreUnavailable when something was not stored, or the reference is taken
 */
export async function storeInquiry(
  { store, inbox }: Pick<Ports, 'store' | 'inbox'>,
  chosen: ChosenId,
  submission: Submission,
  mail: readonly StoredMessage[],
): Promise<boolean> {
  const { reference, receivedAt, notice, isFromIdempotencyKey } = chosen
  const { request, call, spamSignals: suspicions = [], idempotency: _, ...given } = submission
  const arrival = { reference, receivedAt, notice, noticeLanguage: given.notice.language }
  const { writtenBy, callBack } = call ?? {}
  const record: InquiryRecord = { version: 1, ...given, ...arrival, writtenBy, callBack, suspicions, request }
  const { date, urgent: isUrgent } = request
  const isSuspect = suspicions.length > 0 ? (true as const) : undefined
  const intake = { date, isUrgent, isSuspect, isCall: call && (true as const), callBack }
  const value = { sealed: await inbox.seal(record), intake, changes: [], mail: [...mail], hints: [] }
  if ((await putInquiry(store, record, { value })) !== 'changed') return true
  // Another inquiry has the same reference and millisecond. After the error, the sender tries again, so nothing is lost.
  if (!isFromIdempotencyKey) throw new StoreUnavailable('the reference was taken')
  await createHints(store, (await readInquiry(store, record))?.hints ?? [])
  return false
}

const IDEMPOTENCY_MS = DAY_MS

async function resolveIdempotency(
  ports: Pick<Ports, 'store' | 'clock' | 'keyedHash'>,
  { idempotency, request, via }: Submission,
  fresh: Pick<ChosenId, 'reference' | 'receivedAt' | 'notice'>,
): Promise<Omit<ChosenId, 'isFromIdempotencyKey'>> {
  const scope = JSON.stringify([via, idempotency?.caller, idempotency?.key])
  const [name, body] = await Promise.all([
    ports.keyedHash.mac('idempotency-key', scope),
    ports.keyedHash.mac('idempotency-body', canonicalText(request)),
  ])
  const candidate = { ...fresh, body }
  const first = await findFirstUse(ports.store, name, candidate)
  if (first.body !== body) throw new Problem('idempotency-key-reused')
  const { reference, receivedAt, notice } = first
  const now = Date.parse(fresh.receivedAt)
  const days = first === candidate ? [] : [dayAt(now), dayAt(now - IDEMPOTENCY_MS)]
  const erasures = await Promise.all(days.map((day) => readValue(ports.store, erasedKey(day, first))))
  return { reference, receivedAt, notice, isErased: erasures.some((erasure) => erasure !== undefined) }
}

/**
 * A key has a record for each day. To save a round trip, today's record is created while yesterday's is read, and removed again if the key
 * was first used yesterday, less than 24 hours ago.
 * @returns the candidate itself when this is the first use
 */
async function findFirstUse(store: Ports['store'], name: string, candidate: RecordValue<'idempotency'>) {
  const now = Date.parse(candidate.receivedAt)
  const keyOn = (time: number) => keyOf(RECORDS.idempotency, { day: dayAt(time), name })
  const [today, yesterday] = [keyOn(now), keyOn(now - DAY_MS)]
  const [isFirstToday, earlier] = await Promise.all([
    createRecord(store, today, candidate),
    readRecord(store, RECORDS.idempotency, yesterday),
  ])
  if (earlier && now - Date.parse(earlier.receivedAt) < IDEMPOTENCY_MS) {
    if (isFirstToday) await store.remove(today)
    return earlier
  }
  if (isFirstToday) return candidate
  const first = await readRecord(store, RECORDS.idempotency, today)
  if (!first) throw new StoreUnavailable('the record of an idempotency key was there and is gone')
  return first
}

/** An inquiry that may be spam is stored, and the staff decide. The sender gets the usual response, so that a bot learns nothing. */
export type SpamSignal = 'trap filled' | 'sent too fast' | 'no ticket' | 'many links'

/** From this score on, a message looks like advertising. */
const ADVERTISING_SCORE = 3
/** Points for each match. People paste a URL now and then; link markup is a sign of a bot. */
const LINK_SCORES: readonly [RegExp, number][] = [
  [/https?:\/\/(?:www\.)?|www\./gi, 1],
  [/<a\s|\[(?:url|link)\b|\]\(\s*https?:/gi, 2],
]

export function detectSpamSignals(message: string): SpamSignal[] {
  const score = LINK_SCORES.reduce((sum, [pattern, points]) => sum + points * (message.match(pattern)?.length ?? 0), 0)
  return score >= ADVERTISING_SCORE ? ['many links'] : []
}
