/**
 * To the firm: an inquiry came. Mail is read on telephones and passed on, so it holds neither the story nor how to reach
 * the person; these are at the desk.
 */
import { topicInWords } from '../firm/practice-area.ts'
import { PATHS } from '../site.ts'
import { type Sender, composeLetter } from './letter.ts'

export interface InquiryNotice {
  kind: 'notice'
  reference: string
  topic?: string | undefined
  /** As `firstNameOf` made it. */
  firstName: string
}

/** Longest name shown, characters. */
const MAX_NAME_LENGTH = 40

/**
 * The first word of a name, with nothing but letters: no line end, no mark that turns the text around, nothing that a mail
 * program would make a link of.
 */
export function firstNameOf(name: string): string {
  const [first = ''] = name.trim().split(/\s+/u)
  const letters = [...first.replace(/[^\p{L}\p{M}'’-]/gu, '')]
  return letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}…` : letters.join('')
}

export function inquiryNotice(sender: Sender, { reference, topic, firstName }: InquiryNotice) {
  return composeLetter(sender, {
    to: sender.firm.email,
    subject: `New inquiry ${reference}`,
    paragraphs: [
      'Somebody wrote to the firm by the web site.',
      [
        `Reference: ${reference}`,
        `Topic: ${topic ? topicInWords(topic, sender.practiceAreas) : 'none given'}`,
        `First name: ${firstName || 'cannot be shown here'}`,
      ],
      { href: deskAddress(sender, reference), label: 'Read it at the desk' },
    ],
  })
}

/** Where the staff read an inquiry. */
export const deskAddress = ({ base }: Pick<Sender, 'base'>, reference: string) =>
  `${base}${PATHS.deskInquiries}/${reference}`
