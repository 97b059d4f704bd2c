/**
 * An inquiry: how it is stored, so that it is never lost, and in what shape it is kept.
 * Not here: how it arrives (API, form) and how the staff read it.
 */
import * as z from 'zod'
import { Problem } from '../problem.ts'
import { type Fact, type Sealed, StoreUnavailable, type Ports } from '../ports.ts'
import { dayAt } from '../dates.ts'
import { wasErased } from './erasure-record.ts'
import { type InquiryId, inquiryKey } from './inquiry-id.ts'
import type { InquiryRequest } from './inquiry-request.ts'
import { createReference } from './reference.ts'
import type { SpamSignal } from './spam-signals.ts'
import { DAY_MS } from '../duration.ts'

/** Below this prefix there is one key per Idempotency-Key and day. */
export const IDEMPOTENCY_PREFIX = 'idempotency/'

/** How long an Idempotency-Key is remembered, milliseconds. */
const IDEMPOTENCY_MS = DAY_MS

/** Who sent it: nobody known, an agent with a token, or an agent that a person has claimed. */
export const Sender = z.enum(['anonymous', 'agent', 'verified_person'])
export type Sender = z.infer<typeof Sender>

/** What the sender is told. */
export const InquiryReceipt = z
  .object({
    reference: z.string().describe('What to quote when asking the firm about it, like K7QM-2F9D.'),
    status: z.literal('accepted').describe('The inquiry is stored.'),
    receivedAt: z.iso.datetime().describe('When it was received, UTC.'),
    sender: Sender.describe('How much is known of the sender.'),
    notice: z.string().describe('The notice in force. Show it to the person.'),
  })
  .describe('The receipt of an inquiry.')
export type InquiryReceipt = z.infer<typeof InquiryReceipt>

/** What is kept, encrypted, under the key of the inquiry. */
export interface InquiryRecord extends InquiryId {
  version: 1
  via: 'api' | 'form' | 'mcp'
  sender: Sender
  /** Id of the registration whose token was sent. */
  registration?: string
  /** Version of the notice in force: shown by the form, and sent to programs with the receipt. */
  notice: string
  /** Why it may be spam; empty for most. Shown to the staff, never a reason to drop it. */
  suspicions: SpamSignal[]
  request: InquiryRequest
}

/** What is remembered of an inquiry sent with an Idempotency-Key. Holds no personal data: the body is a keyed hash. */
interface IdempotencyRecord extends InquiryId {
  body: string
}

export interface Submission {
  request: InquiryRequest
  via: InquiryRecord['via']
  sender: Sender
  registration?: string
  notice: { version: string; text: string }
  spamSignals?: SpamSignal[]
  /** With the caller it belongs to: two callers may use the same key. */
  idempotency?: { key: string; caller: string }
}

/** The reference and time under which an inquiry is to be stored. */
export interface ChosenId extends InquiryId {
  /** Chosen under an idempotency key: whoever comes with the same key is given the same, and may have stored it already. */
  isShared: boolean
  /** It was stored and erased since, so it must not be stored again. */
  isErased: boolean
}

/**
 * Chooses reference and time. With an idempotency key the choice is a fact of its own, created before the inquiry; whoever
 * comes with the same key and body finishes that same inquiry. So a crash between the two writes, a lost reply and twenty
 * parallel copies all end in one stored inquiry and one receipt. What was erased meanwhile is not brought back by a retry; what
 * a person sends with the form once more is a new inquiry.
 * @throws Problem `idempotency-key-reused`
 * @throws StoreUnavailable
 */
export async function chooseInquiryId(
  ports: Pick<Ports, 'store' | 'clock' | 'keyedHash'>,
  submission: Submission,
): Promise<ChosenId> {
  const fresh = { reference: createReference(), receivedAt: ports.clock.now().toISOString() }
  if (submission.idempotency) {
    const recalled = await resolveIdempotency(ports, submission, fresh)
    if (!recalled.isErased || submission.via !== 'form') return { ...recalled, isShared: true }
  }
  return { ...fresh, isShared: false, isErased: false }
}

/**
 * Stores an inquiry, and in the same round trip the facts that belong to it.
 * @throws StoreUnavailable when it could not be stored
 */
export async function storeInquiry(
  ports: Pick<Ports, 'store' | 'inbox'>,
  { reference, receivedAt, isShared }: ChosenId,
  submission: Submission,
  facts: readonly Fact[],
): Promise<void> {
  const record: InquiryRecord = {
    version: 1,
    reference,
    receivedAt,
    via: submission.via,
    sender: submission.sender,
    ...(submission.registration && { registration: submission.registration }),
    notice: submission.notice.version,
    suspicions: submission.spamSignals ?? [],
    request: submission.request,
  }
  const sealed: Sealed = { sealed: await ports.inbox.seal(record) }
  const [isWritten] = await Promise.all([
    ports.store.create(inquiryKey(record), sealed),
    ...facts.map(({ key, value }) => ports.store.create(key, value)),
  ])
  // Another inquiry drew the same reference in the same millisecond. The sender is asked to try again: nothing is lost.
  if (!isWritten && !isShared) throw new StoreUnavailable('the reference was taken')
}

/** What the sender is told once it is stored. */
export const receiptOf = ({ reference, receivedAt }: InquiryId, { sender, notice }: Submission): InquiryReceipt => ({
  reference,
  receivedAt,
  status: 'accepted',
  sender,
  notice: notice.text,
})

/** @returns the reference and time chosen by whoever came first with this key, and whether their inquiry was erased since */
async function resolveIdempotency(
  ports: Pick<Ports, 'store' | 'clock' | 'keyedHash'>,
  { idempotency, request, via }: Submission,
  fresh: InquiryId,
): Promise<InquiryId & { isErased: boolean }> {
  const [name, body] = await Promise.all([
    ports.keyedHash.mac('idempotency-key', JSON.stringify([via, idempotency?.caller, idempotency?.key])),
    ports.keyedHash.mac('idempotency-body', JSON.stringify(Object.entries(request).sort())),
  ])
  // A fact is never changed, so a key that runs out cannot be taken anew: each day has its own, and yesterday's is looked at too.
  const now = Date.parse(fresh.receivedAt)
  const keyOn = (time: number) => `${IDEMPOTENCY_PREFIX}${dayAt(time)}/${name}`
  const candidate: IdempotencyRecord = { ...fresh, body }
  const [isCreated, yesterday] = await Promise.all([
    ports.store.create(keyOn(now), candidate),
    ports.store.read(keyOn(now - IDEMPOTENCY_MS)) as Promise<IdempotencyRecord | undefined>,
  ])
  const remembered = yesterday && now - Date.parse(yesterday.receivedAt) < IDEMPOTENCY_MS ? yesterday : undefined
  const first = remembered ?? (isCreated ? candidate : ((await ports.store.read(keyOn(now))) as IdempotencyRecord))
  if (first.body !== body) throw new Problem('idempotency-key-reused')
  const { reference, receivedAt } = first
  const isErased =
    first !== candidate && (await wasErased(ports.store, first, [dayAt(now), dayAt(now - IDEMPOTENCY_MS)]))
  return { reference, receivedAt, isErased }
}
