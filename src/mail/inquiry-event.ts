/**
 * Webhook event: an inquiry was received. Payload as in Standard Webhooks: type, timestamp and data.
 * No personal data: the receiver may be a third party.
 */
import { deskAddress } from './inquiry-notice.ts'
import type { Sender } from './letter.ts'

export interface InquiryEvent {
  kind: 'webhook'
  reference: string
  topic?: string | undefined
  /** ISO 8601, UTC. */
  receivedAt: string
}

export function inquiryEvent(sender: Pick<Sender, 'base'>, { reference, topic, receivedAt }: InquiryEvent) {
  return {
    type: 'inquiry.received',
    timestamp: receivedAt,
    data: { reference, topic: topic ?? null, receivedAt, link: deskAddress(sender, reference) },
  }
}
