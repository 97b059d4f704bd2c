/**
 * To a program of the firm's, where it named one: an inquiry came. By Standard Webhooks: what happened, when, and the data.
 * Nothing personal: the program may belong to somebody else.
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
