/** An inquiry is stored together with its messages, which are sent after the response. */
import { SECOND_MS } from '../duration.ts'
import { type AnyInquiryRequest, canonicalText } from '../inquiries/inquiry-request.ts'
import * as inquiries from '../inquiries/inquiry.ts'
import { inquiryKey } from '../inquiries/inquiry-id.ts'
import { sha256 } from '../keys/hashes.ts'
import type { Service, Caller } from './service.ts'
import { isSameEmail } from '../email-address.ts'
import type { Agent } from '../agents/tokens/access-token.ts'
import { receiptNotice } from '../firm/notices.ts'
import { suggestionFor } from '../inquiries/typing-slip.ts'
import { statusCapability, statusPath } from '../inquiries/status-address.ts'
import { sendAfterResponse } from '../mail/tries.ts'
import { inquiryMail } from '../mail/inquiry-mail.ts'
import type { Language } from '../language.ts'
import { isOffered } from '../offers.ts'
import { membersOnCall } from '../staff/staff-address.ts'
import { networkOf } from './rate-limit.ts'
import { type FirmFacts, readFirmFacts } from '../firm/published-facts.ts'
import { letterLanguage } from '../mail/person-letters.ts'

/** @param key the idempotency key @throws Problem, StoreUnavailable */
export async function submitProgramInquiry(
  service: Service,
  caller: Caller,
  agent: Agent | undefined,
  {
    request,
    via,
    key,
    confirmedIn,
  }: Pick<inquiries.Submission, 'request' | 'confirmedIn'> & { via: 'api' | 'mcp'; key?: string | undefined },
): Promise<inquiries.InquiryReceipt> {
  const { id, receipt } = await acceptInquiry(service, {
    request,
    via,
    confirmedIn,
    ...senderOf(agent, request),
    spamSignals: inquiries.detectSpamSignals(request.message),
    ...(key !== undefined && { idempotency: { key, caller: agent?.registration.id ?? networkOf(caller.address) } }),
  })
  return { ...receipt, receipt: await signReceipt(service, id, request), ...suggestionFor(request.email) }
}

/**
 * A person who confirmed an agent is responsible for inquiries with their own address only. For another address the agent is responsible,
 * and the staff see which person confirmed the agent.
 */
function senderOf(
  agent: Agent | undefined,
  { email }: AnyInquiryRequest,
): Pick<inquiries.Submission, 'sender' | 'registration' | 'clientName' | 'vouchedBy'> {
  if (!agent) return { sender: 'anonymous' }
  const { registration, email: vouchedBy } = agent
  const { id, clientName } = registration
  const asAgent = { sender: 'agent', registration: id, ...(clientName !== undefined && { clientName }) } as const
  if (vouchedBy === undefined) return asAgent
  return email !== undefined && isSameEmail(vouchedBy, email)
    ? { ...asAgent, sender: 'verified_person' }
    : { ...asAgent, vouchedBy }
}

/**
 * @returns the receipt, after everything is stored
 * @throws Problem `idempotency-key-reused`
 * @throws StoreUnavailable
 */
export const submitInquiry = async (service: Service, given: Given): Promise<inquiries.PlainReceipt> =>
  (await acceptInquiry(service, given)).receipt

interface Given extends Omit<inquiries.Submission, 'notice'> {
  /** Language of the page that showed the notices. A program gets them in the language of the inquiry. */
  shown?: Language
}

async function acceptInquiry(service: Service, { shown, ...given }: Given) {
  const { language, firm } = await personFacts(service, given.request, shown)
  const notice = { version: firm.notices.version, language, text: receiptNotice(firm.notices) }
  const submission: inquiries.Submission = { ...given, notice }
  const id = await inquiries.chooseInquiryId(service, submission)
  const status = await statusCapability(service, id)
  if (!id.isErased) {
    const { request, spamSignals = [] } = given
    const isCalling = request.urgent && spamSignals.length === 0
    const onCall = isCalling ? await membersOnCall(service) : new Map<string, string>()
    const mail = await inquiryMail(service, submission, id, { capability: status, onCall })
    if (await inquiries.storeInquiry(service, id, submission, mail)) sendAfterResponse(service, inquiryKey(id), mail)
  }
  service.log('inquiry.accepted', { reference: id.reference, via: submission.via, sender: submission.sender })
  const status_url = isOffered(service.firm, 'statusPage') ? service.base + statusPath(status) : undefined
  const { reference, receivedAt } = id
  const { sender } = submission
  const receipt = { reference, receivedAt, status: 'accepted', sender, notice: notice.text, status_url } as const
  return { id, receipt }
}

/**
 * The receipt proves that this service accepted exactly this text, and when. A repeated request gets the same claims. It is a compact JWS,
 * neither stored nor logged.
 */
function signReceipt(
  { keys, base }: Service,
  { reference, receivedAt, notice }: inquiries.ChosenId,
  request: AnyInquiryRequest,
) {
  // The `typ` distinguishes the receipt from other tokens that are signed with the same keys (RFC 8725 section 3.11).
  return keys.sign('receipt+jwt', {
    iss: base,
    sub: reference,
    iat: Math.floor(Date.parse(receivedAt) / SECOND_MS),
    notice,
    inquiry_sha256: sha256(canonicalText(request)),
  })
}

/** @param shown language of the page on which the person read the notices; it replaces the language of the inquiry */
export async function personFacts(
  service: Pick<Service, 'firm' | 'languages' | 'practiceAreas' | 'published'>,
  inquiry: Pick<AnyInquiryRequest, 'language'>,
  shown?: Language,
): Promise<FirmFacts & { language: Language }> {
  const language = shown ?? letterLanguage(inquiry.language, service.languages)
  return { language, ...(await readFirmFacts(language, service)) }
}
