/**
 * The messages of an inquiry: the notice to the firm, the receipt to the person, and the webhook event.
 */
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { InquiryRequest } from '../inquiries/inquiry-request.ts'
import type { Fact, Ports } from '../ports.ts'
import { firstNameOf } from './inquiry-notice.ts'
import { canSend } from './message.ts'
import { type Posting, messageFact } from './outbox.ts'
import { letterLanguage } from './receipt.ts'

/**
 * Creates the messages of an inquiry; none for a channel that is not configured.
 * @returns the facts to store together with the inquiry
 */
export function inquiryMail(
  ports: Pick<Ports, 'keys' | 'mailer' | 'webhook'>,
  { name, email, topic, language }: InquiryRequest,
  { reference, receivedAt }: InquiryId,
): Promise<Fact[]> {
  const posted = { at: receivedAt, about: { inquiry: { reference, receivedAt } } }
  const postings: Posting[] = [
    { ...posted, message: { kind: 'notice', reference, topic, firstName: firstNameOf(name) } },
    { ...posted, message: { kind: 'receipt', to: email, reference, language: letterLanguage(language) } },
    { ...posted, message: { kind: 'webhook', reference, topic, receivedAt } },
  ]
  const possible = postings.filter(({ message }) => canSend(ports, message.kind))
  return Promise.all(possible.map((posting) => messageFact(ports, posting)))
}
