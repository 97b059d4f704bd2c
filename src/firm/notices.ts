/**
 * The notices shown to a person or an agent before an inquiry is sent, and in the response to it.
 * A lawyer of the firm writes them, in `notices.md`. Which surface carries which is in `surface-notices.ts`.
 */
import * as z from 'zod'
import { Day } from '../dates.ts'
import { paragraph } from './content-fields.ts'

const notice = (description: string) => paragraph(z.string().min(1).describe(description))

/** Frontmatter of `notices.md`, and the `notices` member of the firm. */
export const Notices = z
  .strictObject({
    version: Day.describe('Day this wording was adopted; stored with every inquiry.'),
    inquiry: notice(
      'Shown before sending and in the receipt: no attorney-client relationship, no legal advice, not for deadlines.',
    ),
    confidentiality: notice(
      'Shown before sending and in the receipt: what may and may not be treated as confidential before the firm agrees to act.',
    ),
    urgent: notice('What to do when there is no time to wait for an answer.'),
    telephone: notice('That a telephone number is optional and does not mean agreeing to texts or automated calls.'),
    automated: notice('Shown in every interface for programs: automated, not a lawyer, facts about the firm only.'),
    assistant: notice('Shown where an AI assistant sends for a person: its provider gets the conversation too.'),
    advertising: notice('The advertising notice at the foot of every page.'),
  })
  .describe('The notices in force.')
export type Notices = z.infer<typeof Notices>
