/**
 * How an inquiry is stored, once and without loss. How it arrives (API, MCP, form) is in `src/service`; how the staff
 * read it is in `reader.ts`.
 */
import * as z from 'zod'
import { Problem } from '../problem.ts'
import { type Fact, type Sealed, StoreUnavailable, type Ports } from '../ports.ts'
import { dayAt } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { keyOf, readFact } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'
import type { Language } from '../language.ts'
import { isOffered, type Offering } from '../offers.ts'
import { wasErased } from './erasure-record.ts'
import { type InquiryId, inquiryKey } from './inquiry-id.ts'
import { type AnyInquiryRequest, canonicalText } from './inquiry-request.ts'
import { createReference } from './reference.ts'
import type { SpamSignal } from './spam-signals.ts'

/** Who sent it: an unknown sender, an agent with a token, or an agent of the person whose address the inquiry gives. */
export const Sender = z.enum(['anonymous', 'agent', 'verified_person'])
export type Sender = z.infer<typeof Sender>

/** What a signed receipt is good for. Ends a sentence. */
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

/** The same, as a firm answers: always with the private address, or never. */
export const receiptSchema = (firm: Offering): z.ZodObject =>
  (isOffered(firm, 'statusPage')
    ? InquiryReceipt.required({ status_url: true })
    : InquiryReceipt.omit({ status_url: true })
  ).describe(RECEIPT)
/** The receipt of the contact form, which is not signed. */
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
  /** Address of the person who vouched for the agent, if it is not the one that the inquiry gives. */
  vouchedBy: z.string().optional(),
  /** Staff id of the member who wrote a telephone call down. */
  writtenBy: z.string().optional(),
  /** Day by which that caller is called back. */
  callBack: z.string().optional(),
  /** Version of the notice in force: shown by the form, sent to agents in the receipt, read to callers; '' for one who was not read it. */
  notice: z.string(),
  /** Language in which it was shown or sent: a tag. */
  noticeLanguage: z.string(),
  /** Whether the person ticked in the form that they had read it; forms before this had no tick. */
  noticeTicked: z.literal(true).optional(),
  /** Where the person said yes to an assistant: in its window, by a click, or in a form of its own; absent where only the assistant says so. */
  confirmedIn: z.enum(['window', 'form']).optional(),
  /** Why it may be spam: a `SpamSignal`. Shown to the staff; the inquiry is stored all the same. */
  suspicions: z.array(z.string()),
  /** An `InquiryRequest`. Not checked again with its schema: rules and topics may have changed since. */
  request: z
    .object({ name: z.string(), message: z.string() })
    .catchall(z.union([z.string(), z.array(z.string()), z.literal(true)])),
})
export type ConfirmedIn = NonNullable<z.infer<typeof StoredInquiry>['confirmedIn']>

/** The stored inquiry, encrypted to the staff key. */
export interface InquiryRecord extends z.infer<typeof StoredInquiry> {
  request: AnyInquiryRequest
}

export const isInquiryRecord = (opened: unknown): opened is InquiryRecord => StoredInquiry.safeParse(opened).success

export interface Call {
  writtenBy: string
  isNoticeRead: boolean
  /** Day by which the person is called back, if they were promised one. */
  callBack?: string | undefined
  wantsReceipt: boolean
}

/** Channels of people, who may send the same words again after they were erased; programs repeat themselves. */
const OF_PEOPLE: ReadonlySet<InquiryRecord['via']> = new Set(['form', 'telephone'])

export interface Submission {
  request: AnyInquiryRequest
  via: InquiryRecord['via']
  sender: Sender
  registration?: string
  clientName?: string
  vouchedBy?: string
  call?: Call
  notice: { version: string; language: Language; text: string }
  /** The person ticked that they had read it. */
  noticeTicked?: true
  confirmedIn?: ConfirmedIn | undefined
  spamSignals?: SpamSignal[]
  /** The key is scoped to the caller: two callers may use the same key. */
  idempotency?: { key: string; caller: string }
}

export interface ChosenId extends InquiryId {
  /** Chosen under an idempotency key: retries get the same id and may have stored the inquiry already. */
  isShared: boolean
  /** It was stored and then erased, so it must not be stored again. */
  isErased: boolean
  /** Version of the notice in force when it was received. */
  notice: string
}

/**
 * Chooses reference and time. With an idempotency key the choice is stored first, as a separate fact, and retries with the
 * same key and body use the same id. So a crash between the two writes, a lost response and parallel copies all end in one
 * stored inquiry and one receipt. A retry does not restore an erased inquiry; what people send again after erasure is a new one.
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
    if (!recalled.isErased || !OF_PEOPLE.has(submission.via)) return { ...recalled, isShared: true }
  }
  return { ...fresh, isShared: false, isErased: false }
}

/**
 * Stores an inquiry and, in parallel, the facts that belong to it.
 * @returns those of the facts that this call stored; the others were there
 * @throws StoreUnavailable when not all of it was stored, or the reference is taken
 */
export async function storeInquiry(
  ports: Pick<Ports, 'store' | 'inbox'>,
  { reference, receivedAt, notice, isShared }: ChosenId,
  submission: Submission,
  facts: readonly Fact[],
): Promise<Fact[]> {
  const record: InquiryRecord = {
    version: 1,
    reference,
    receivedAt,
    via: submission.via,
    sender: submission.sender,
    ...(submission.registration && { registration: submission.registration }),
    ...(submission.clientName && { clientName: submission.clientName }),
    ...(submission.vouchedBy && { vouchedBy: submission.vouchedBy }),
    ...(submission.call && { writtenBy: submission.call.writtenBy }),
    ...(submission.call?.callBack && { callBack: submission.call.callBack }),
    notice,
    noticeLanguage: submission.notice.language,
    ...(submission.noticeTicked && { noticeTicked: true }),
    ...(submission.confirmedIn && { confirmedIn: submission.confirmedIn }),
    suspicions: submission.spamSignals ?? [],
    request: submission.request,
  }
  const sealed: Sealed = { sealed: await ports.inbox.seal(record) }
  const [isWritten, ...areWritten] = await Promise.all([
    ports.store.create(inquiryKey(record), sealed),
    ...facts.map(({ key, value }) => ports.store.create(key, value)),
  ])
  // Another inquiry drew the same reference in the same millisecond. The error makes the sender retry: nothing is lost.
  if (!isWritten && !isShared) throw new StoreUnavailable('the reference was taken')
  return facts.filter((_, index) => areWritten[index])
}

/** @param statusUrl private address of the inquiry, where there is one */
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
  ...(statusUrl !== undefined && { status_url: statusUrl }),
})

/** How long an idempotency key is remembered. */
const IDEMPOTENCY_MS = DAY_MS

/** @returns what the first use of this key chose, and whether that inquiry was erased since */
async function resolveIdempotency(
  ports: Pick<Ports, 'store' | 'clock' | 'keyedHash'>,
  { idempotency, request, via }: Submission,
  fresh: Pick<ChosenId, 'reference' | 'receivedAt' | 'notice'>,
): Promise<Omit<ChosenId, 'isShared'>> {
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

/**
 * Finds what the first use of an idempotency key in the last 24 hours chose, or makes this use the first. Each day has its own fact. To
 * save a round trip, that of today is created before it is known whether the key was used yesterday, and removed if it was.
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
