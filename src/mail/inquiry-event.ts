/**
 * Webhook event: an inquiry was received. Payload as in Standard Webhooks: type, timestamp and data.
 * No personal data: the receiver may be a third party.
 */
import * as z from 'zod'
import { deskAddress } from './inquiry-notice.ts'
import type { EventRow } from './letter.ts'

const InquiryEvent = z.object({
  kind: z.literal('webhook'),
  reference: z.string(),
  topic: z.string().optional(),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
})

export const inquiryEvent: EventRow<z.infer<typeof InquiryEvent>, 'inquiry'> = {
  label: 'Webhook',
  about: 'inquiry',
  channel: 'webhook',
  data: InquiryEvent,
  samples: [{ kind: 'webhook', reference: 'K7QM-2F9D', receivedAt: '2026-11-21T15:04:05.000Z' }],
  write: (sender, { reference, topic, receivedAt }) => ({
    type: 'inquiry.received',
    timestamp: receivedAt,
    data: { reference, topic: topic ?? null, receivedAt, link: deskAddress(sender, reference) },
  }),
}
