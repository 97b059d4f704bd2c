/**
 * Tells the firm about a new inquiry. The mail has neither message nor contact details, because mail is read on phones and forwarded. The
 * webhooks, for a new inquiry and for a retained client, have no personal data, because the receiver may be a third party.
 */
import * as z from 'zod'
import { topicInWords } from '../firm/topics.ts'
import { deskAddress, event, mail } from './letter.ts'

/** In characters. */
const MAX_NAME_LENGTH = 40

/** Keeps only letters, apostrophes and hyphens: no line breaks, bidirectional controls, or text that a mail program turns into a link. */
export function firstNameOf(name: string): string {
  const [first = ''] = name.trim().split(/\s+/u)
  const letters = [...first.replace(/[^\p{L}\p{M}'’-]/gu, '')]
  return letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}…` : letters.join('')
}

export const inquiryNotice = mail({
  about: 'inquiry',
  members: () => ({
    reference: z.string(),
    topic: z.string().optional(),
    firstName: z.string(),
  }),
  write: (sender, { reference, topic, firstName }) => ({
    subject: `New inquiry ${reference}`,
    paragraphs: [
      'Someone wrote to the firm through the website.',
      [
        `Reference: ${reference}`,
        `Topic: ${topic ? topicInWords(topic, sender.practiceAreas) : 'none given'}`,
        `First name: ${firstName || 'cannot be shown here'}`,
      ],
      { href: deskAddress(sender, reference), label: 'Read it at the desk' },
    ],
  }),
})

/** Standard Webhooks prescribes the members `type`, `timestamp` and `data`. */
export const inquiryEvent = event({
  about: 'inquiry',
  members: () => ({
    reference: z.string(),
    topic: z.string().optional(),
    /** ISO 8601, UTC. */
    receivedAt: z.string(),
  }),
  write: (sender, { reference, topic, receivedAt }) => ({
    type: 'inquiry.received',
    timestamp: receivedAt,
    data: { reference, topic: topic ?? null, receivedAt, link: deskAddress(sender, reference) },
  }),
})

export const retainedEvent = event({
  about: 'inquiry',
  members: () => ({
    reference: z.string(),
    /** ISO 8601, UTC. */
    retainedAt: z.string(),
  }),
  write: (sender, { reference, retainedAt }) => ({
    type: 'inquiry.retained',
    timestamp: retainedAt,
    data: { reference, retainedAt, link: deskAddress(sender, reference) },
  }),
})
