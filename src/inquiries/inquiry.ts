/** Stores an inquiry, once and without loss. `src/service` receives inquiries (API, MCP, form), and `record.ts` reads them for the staff. */
import * as z from 'zod'
import { Problem } from '../problem.ts'
import { type Fact, type Sealed, StoreUnavailable, type Ports, type Store } from '../ports.ts'
import { dayAt } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { keyOf, readFact } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'
import type { Language } from '../language.ts'
import { isOffered, type Offering } from '../offers.ts'
import { createReference, erasedKey, type InquiryId, inquiryKey } from './inquiry-id.ts'
import { type AnyInquiryRequest, canonicalText } from './inquiry-request.ts'
import type { SpamSignal } from './spam-signals.ts'

/** An unknown sender, an agent with a token, or an agent of the person whose address is in the inquiry. */
export const Sender = z.enum(['anonymous', 'agent', 'verified_person'])
export type Sender = z.infer<typeof Sender>

/** The end of a sentence about a signed receipt. */
export const RECEIPT_PROVES = 'proves acceptance and content, and says nothing about deadlines.'

const RECEIPT = 'The receipt of an inquiry.'

export const InquiryReceipt = z
  .object({
    reference: z.string().describe('What to quote to the firm, like K7QM-2F9D.'),
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
  .describe(RECEIPT)
export type InquiryReceipt = z.infer<typeof InquiryReceipt>

/** The schema of a firm's receipts: they always have the private address, or never. */
export const receiptSchema = (firm: Offering): z.ZodObject =>
  (isOffered(firm, 'statusPage')
    ? InquiryReceipt.required({ status_url: true })
    : InquiryReceipt.omit({ status_url: true })
  ).describe(RECEIPT)
/** The receipt of the contact form is not signed. */
export type PlainReceipt = Omit<InquiryReceipt, 'receipt'>

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
  /** Staff id of the member who wrote a telephone call down. */
  writtenBy: z.string().optional(),
  /** Day by which the firm calls back. */
  callBack: z.string().optional(),
  /** Version of the notice that the form showed, the receipt contained, or a member read to the caller; '' if it was not read. */
  notice: z.string(),
  /** Language tag of the notice. */
  noticeLanguage: z.string(),
  /** Whether the person ticked in the form that they had read the notice. */
  noticeTicked: z.literal(true).optional(),
  /** Where the person agreed to what an assistant sends: in its window, or in a form of its program. Absent if only the assistant says so. */
  confirmedIn: z.enum(['window', 'form']).optional(),
  /** Each is a `SpamSignal`, shown to the staff. */
  suspicions: z.array(z.string()),
  /** An `InquiryRequest`. It is not checked against that schema, because rules and topics may have changed since. */
  request: z
    .object({ name: z.string(), message: z.string() })
    .catchall(z.union([z.string(), z.array(z.string()), z.literal(true)])),
})
export type ConfirmedIn = NonNullable<z.infer<typeof StoredInquiry>['confirmedIn']>

/** An inquiry as it is encrypted and stored. */
export interface InquiryRecord extends z.infer<typeof StoredInquiry> {
  request: AnyInquiryRequest
}

export const isInquiryRecord = (opened: unknown): opened is InquiryRecord => StoredInquiry.safeParse(opened).success

/** Whether an inquiry exists. This reads it, because a list may still have a key that was just removed. */
export const inquiryExists = async (store: Pick<Store, 'read'>, id: InquiryId): Promise<boolean> =>
  (await store.read(inquiryKey(id))) !== undefined

export interface Call {
  writtenBy: string
  isNoticeRead: boolean
  /** Day by which the firm promised to call back. */
  callBack?: string | undefined
  wantsReceipt: boolean
}

/** When people send the same words again after an erasure, it is a new inquiry. When programs do, it is a repetition. */
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
  /** True if a retry with the same key gets the same id, so the inquiry may be stored already. */
  isFromIdempotencyKey: boolean
  /** The inquiry was stored and then erased, so it must not be stored again. */
  isErased: boolean
  /** Version of the notice in force when the inquiry was received. */
  notice: string
}

/**
 * Chooses reference and time. With an idempotency key, the choice is stored first, as a separate fact, and retries with the
 * same key and body use the same id. So a crash between the two writes, a lost response and parallel copies all end in one
 * stored inquiry and one receipt. A retry does not restore an erased inquiry.
 * @throws Problem `idempotency-key-reused` when the key was used with another body
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
 * Stores an inquiry and, in parallel, the facts that belong to it.
 * @returns the facts that this call stored; the others existed already
 * @throws StoreUnavailable when something was not stored, or the reference is taken
 */
export async function storeInquiry(
  ports: Pick<Ports, 'store' | 'inbox'>,
  { reference, receivedAt, notice, isFromIdempotencyKey }: ChosenId,
  submission: Submission,
  facts: readonly Fact[],
): Promise<Fact[]> {
  const { request, via, sender, registration, clientName, vouchedBy, call, noticeTicked, confirmedIn } = submission
  const record: InquiryRecord = {
    version: 1,
    ...{ reference, receivedAt, via, sender, registration, clientName, vouchedBy },
    writtenBy: call?.writtenBy,
    callBack: call?.callBack,
    notice,
    noticeLanguage: submission.notice.language,
    noticeTicked,
    confirmedIn,
    suspicions: submission.spamSignals ?? [],
    request,
  }
  const sealed: Sealed = { sealed: await ports.inbox.seal(record) }
  const [isWritten, ...areWritten] = await Promise.all([
    ports.store.create(inquiryKey(record), sealed),
    ...facts.map(({ key, value }) => ports.store.create(key, value)),
  ])
  // Another inquiry has the same reference and millisecond. After the error, the sender tries again, so nothing is lost.
  if (!isWritten && !isFromIdempotencyKey) throw new StoreUnavailable('the reference was taken')
  return facts.filter((_, index) => areWritten[index])
}

/** @param statusUrl the private address, if the firm offers the status page */
export const receiptOf = (
  { reference, receivedAt }: InquiryId,
  { sender, notice }: Submission,
  statusUrl: string | undefined,
): PlainReceipt => ({
  reference,
  receivedAt,
  status: 'accepted',
  sender,
  notice: notice.text,
  status_url: statusUrl,
})

/** How long an idempotency key is remembered. */
const IDEMPOTENCY_MS = DAY_MS

/** @returns the id that the first use of this key chose, and whether that inquiry was erased since */
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
  const isErased =
    first !== candidate && (await wasErased(ports.store, first, [dayAt(now), dayAt(now - IDEMPOTENCY_MS)]))
  return { reference, receivedAt, notice, isErased }
}

async function wasErased(store: Pick<Store, 'read'>, id: InquiryId, days: readonly string[]): Promise<boolean> {
  const records = await Promise.all(days.map((day) => store.read(erasedKey(day, id))))
  return records.some((record) => record !== undefined)
}

/**
 * Finds the first use of an idempotency key in the last 24 hours, or makes this use the first. Each day has its own fact. To save a round
 * trip, today's fact is created while yesterday's is read, and removed if the key was used yesterday.
 * @returns the candidate itself when this is the first use
 */
async function findFirstUse(store: Ports['store'], name: string, candidate: FactValue<'idempotency'>) {
  const now = Date.parse(candidate.receivedAt)
  const keyOn = (time: number) => keyOf(FACTS.idempotency, { day: dayAt(time), name })
  const [today, yesterday] = [keyOn(now), keyOn(now - DAY_MS)]
  const [isFirstToday, earlier] = await Promise.all([
    store.create(today, candidate),
    readFact(store, FACTS.idempotency, yesterday),
  ])
  if (earlier && now - Date.parse(earlier.receivedAt) < IDEMPOTENCY_MS) {
    if (isFirstToday) await store.remove(today)
    return earlier
  }
  if (isFirstToday) return candidate
  const first = await readFact(store, FACTS.idempotency, today)
  if (!first) throw new StoreUnavailable('the fact of an idempotency key was there and is gone')
  return first
}
