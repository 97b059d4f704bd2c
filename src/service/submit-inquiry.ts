/** Accepts inquiries from programs, forms and telephone calls. Messages are stored with the inquiry, and sent after the response. */
import { SECOND_MS } from '../duration.ts'
import { type AnyInquiryRequest, canonicalText } from '../inquiries/inquiry-request.ts'
import * as inquiries from '../inquiries/inquiry.ts'
import { type InquiryId, inquiryKey } from '../inquiries/inquiry-id.ts'
import { replyBy } from '../inquiries/overdue.ts'
import { safeEmail } from '../inquiries/safe-contact.ts'
import { sha256 } from '../keys/hashes.ts'
import type { Service, Caller } from './service.ts'
import { isSameEmail } from '../email-address.ts'
import type { Agent } from '../agents/tokens/access-token.ts'
import { receiptNotice } from '../firm/notices.ts'
import { suggestionFor } from '../inquiries/typing-slip.ts'
import { statusCapability, statusPath } from '../inquiries/status-address.ts'
import { firstNameOf } from '../mail/inquiry-notice.ts'
import { canSend } from '../mail/message.ts'
import type { Posting } from '../mail/outbox.ts'
import { firstTry, sendAfterResponse } from '../mail/tries.ts'
import type { Language } from '../language.ts'
import { isOffered } from '../offers.ts'
import { membersOnCall } from '../staff/staff-address.ts'
import { networkOf } from './rate-limit.ts'
import { type FirmFacts, readFirmFacts } from '../firm/published-facts.ts'
import { letterLanguage } from '../mail/person-letters.ts'
import type { StoredMessage } from '../store/stored-message.ts'
import { changeInquiry } from './change-inquiry.ts'

/**
 * The receipt (compact JWS, not stored or logged) proves that this text was accepted, and when. A repeated request gets the same claims.
 * @param given `key` is the idempotency key @throws Problem `idempotency-key-reused`, StoreUnavailable
 */
export async function submitProgramInquiry(
  service: Service,
  caller: Caller,
  agent: Agent | undefined,
  { key, ...given }: Pick<inquiries.Submission, 'request' | 'via' | 'confirmedIn'> & { key?: string | undefined },
): Promise<inquiries.InquiryReceipt> {
  const { request } = given
  const { id, receipt } = await acceptInquiry(service, {
    ...given,
    ...senderOf(agent, request),
    spamSignals: inquiries.detectSpamSignals(request.message),
    ...(key !== undefined && { idempotency: { key, caller: agent?.registration.id ?? networkOf(caller.address) } }),
  })
  const iat = Math.floor(Date.parse(id.receivedAt) / SECOND_MS)
  const accepted = { sub: id.reference, iat, notice: id.notice, inquiry_sha256: sha256(canonicalText(request)) }
  // The `typ` distinguishes the receipt from other tokens that are signed with the same keys (RFC 8725 section 3.11).
  const signed = await service.keys.sign('receipt+jwt', { iss: service.base, ...accepted })
  return { ...receipt, receipt: signed, ...suggestionFor(request.email) }
}

/**
 * If a person confirmed the agent, an inquiry with the address of that person comes from a `verified_person`. An inquiry with another
 * address comes from the agent, and the staff see who confirmed the agent (`vouchedBy`).
 */
function senderOf(
  agent: Agent | undefined,
  { email }: AnyInquiryRequest,
): Pick<inquiries.Submission, 'sender' | 'registration' | 'clientName' | 'vouchedBy'> {
  if (!agent) return { sender: 'anonymous' }
  const { registration, email: vouchedBy } = agent
  const { id, clientName } = registration
  const asAgent = { sender: 'agent', registration: id, clientName } as const
  if (vouchedBy === undefined) return asAgent
  return email !== undefined && isSameEmail(vouchedBy, email)
    ? { ...asAgent, sender: 'verified_person' }
    : { ...asAgent, vouchedBy }
}

/** @returns the receipt, after everything is stored @throws Problem `idempotency-key-reused`, StoreUnavailable */
export const submitInquiry = async (service: Service, given: Given) => (await acceptInquiry(service, given)).receipt

interface Given extends Omit<inquiries.Submission, 'notice'> {
  /** The language of the page that showed the notices. Without it, the receipt has them in the language of the inquiry. */
  shown?: Language
}

/**
 * Stores a telephone call as a new inquiry, and assigns it to the member who wrote it down. The same content sent twice, as with a double
 * click, is stored once.
 * @returns the reference @throws StoreUnavailable when something was not stored; sending the same call again stores the rest
 */
export async function writeDownCall(
  service: Service,
  request: AnyInquiryRequest,
  call: inquiries.Call,
): Promise<string> {
  const { writtenBy, isNoticeRead, wantsReceipt, callBack } = call
  const about = { isNoticeRead: String(isNoticeRead), wantsReceipt: String(wantsReceipt), callBack }
  const key = canonicalText({ ...request, ...about })
  const { reference, receivedAt } = await submitInquiry(service, {
    request,
    via: 'telephone',
    sender: 'anonymous',
    call,
    idempotency: { key, caller: writtenBy },
  })
  // With `seen: 0`, nothing happens if the call was sent before, and the inquiry was changed or erased since.
  const inquiry = { id: { reference, receivedAt }, record: { request, writtenBy } }
  await changeInquiry(service, inquiry, { assignee: writtenBy }, { seen: 0, by: writtenBy })
  return reference
}

async function acceptInquiry(service: Service, { shown, ...given }: Given) {
  const { language, firm } = await personFacts(service, given.request, shown)
  const notice = { version: firm.notices.version, language, text: receiptNotice(firm.notices) }
  const submission: inquiries.Submission = { ...given, notice }
  const id = await inquiries.chooseInquiryId(service, submission)
  const capability = await statusCapability(service, id)
  if (!id.isErased) {
    const mail = await mailOfInquiry(service, submission, id, capability)
    if (await inquiries.storeInquiry(service, id, submission, mail)) sendAfterResponse(service, inquiryKey(id), mail)
  }
  const { reference, receivedAt } = id
  const { via, sender } = submission
  service.log('inquiry.accepted', { reference, via, sender })
  const status_url = isOffered(service.firm, 'statusPage') ? service.base + statusPath(capability) : undefined
  const receipt = { reference, receivedAt, status: 'accepted', sender, notice: notice.text, status_url } as const
  return { id, receipt }
}

/** A telephone call causes no mail of the kind `notice`, and a receipt only on request. If mail is not safe, there is no receipt. */
async function mailOfInquiry(
  service: Service,
  { request, call, spamSignals = [] }: inquiries.Submission,
  { reference, receivedAt }: InquiryId,
  capability: string,
): Promise<StoredMessage[]> {
  const { name, topic } = request
  const [at, about] = [receivedAt, { inquiry: { reference, receivedAt } }]
  const email = safeEmail(request)
  const onCall = request.urgent && spamSignals.length === 0 ? await membersOnCall(service) : []
  const postings: Posting[] = []
  if (!call) postings.push({ at, about, message: { kind: 'notice', reference, topic, firstName: firstNameOf(name) } })
  for (const { id: member } of onCall)
    postings.push({ at, about: { ...about, copy: member }, message: { kind: 'urgent', member, reference } })
  if (email !== undefined && (call?.wantsReceipt ?? true)) {
    const language = letterLanguage(request.language, service.languages)
    const when = { callBack: call?.callBack, answerBy: replyBy(receivedAt, service.firm) }
    const person = { to: email, language, status: capability, called: call && (true as const) }
    postings.push({ at, about, message: { kind: 'receipt', reference, ...person, ...when } })
  }
  postings.push({ at, about, message: { kind: 'webhook', reference, topic, receivedAt } })
  const possible = postings.filter(({ message }) => canSend(service, message.kind))
  return Promise.all(possible.map((posting) => firstTry(service, posting)))
}

/** @param shown as in `Given` @returns the facts for the person, in `shown` or else in the language of the inquiry */
export async function personFacts(
  service: Pick<Service, 'firm' | 'languages' | 'practiceAreas' | 'published'>,
  inquiry: Pick<AnyInquiryRequest, 'language'>,
  shown?: Language,
): Promise<FirmFacts & { language: Language }> {
  const language = shown ?? letterLanguage(inquiry.language, service.languages)
  return { language, ...(await readFirmFacts(language, service)) }
}
