/**
 * The messages of an inquiry: the notice to the firm, the receipt to the person, and the webhook event.
 */
import { inquiryKey } from '../inquiries/inquiry-id.ts'
import type { InquiryRequest } from '../inquiries/inquiry-request.ts'
import type { Fact, Ports } from '../ports.ts'
import { firstNameOf } from './inquiry-notice.ts'
import { canSend, type Message } from './message.ts'
import { createOutboxFact } from './outbox.ts'
import { letterLanguage } from './receipt.ts'

/**
 * Creates the messages of an inquiry; none for a channel that is not configured.
 * @returns the facts to store together with the inquiry
 */
export function inquiryMail(
  ports: Pick<Ports, 'keys' | 'mailer' | 'webhook'>,
  { name, email, topic, language }: InquiryRequest,
  inquiry: { reference: string; receivedAt: string },
): Promise<Fact[]> {
  const { reference, receivedAt } = inquiry
  const messages: Message[] = [
    { kind: 'notice', reference, topic, firstName: firstNameOf(name) },
    { kind: 'receipt', to: email, reference, language: letterLanguage(language) },
    { kind: 'webhook', reference, topic, receivedAt },
  ]
  const possible = messages.filter(({ kind }) => canSend(ports, kind))
  return Promise.all(
    possible.map((message) =>
      createOutboxFact(ports, { at: receivedAt, subject: reference, about: inquiryKey(inquiry), message }),
    ),
  )
}
