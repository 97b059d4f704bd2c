/**
 * To a person: the link with which they confirm a claim. Nothing in it was written by whoever asked for it.
 */
import { PATHS } from '../site.ts'
import { type Sender, write } from './letter.ts'

export interface ClaimLink {
  kind: 'link'
  to: string
  /** The secret of the link. */
  link: string
}

export function claimLink(sender: Sender, { to, link }: ClaimLink) {
  const { firm, base } = sender
  return write(sender, {
    to,
    subject: `${firm.name}: does an AI agent act for you?`,
    language: 'en',
    paragraphs: [
      'An AI agent says that it acts for you, and somebody entered its code on our site.',
      { href: `${base}${PATHS.claimConfirm}?link=${link}`, label: 'Open this page to see what is asked, and to confirm or deny it' },
      'If you did not ask for this, choose Deny on that page, or do nothing: the request ends by itself after 72 hours.',
      firm.notices.inquiry,
    ],
  })
}
