/** The schema of the notices, which a lawyer of the firm writes. Most functions load `notices.ts` only, to start faster. */
import * as z from 'zod'
import { Day } from '../dates.ts'
import { paragraph, Reviewed } from './content-fields.ts'

const notice = (description: string) => paragraph(z.string().min(1).describe(description))

export const NoticesFile = z.strictObject({
  version: Day.describe('Day this wording was adopted; stored with every inquiry.'),
  inquiry: notice(
    'Shown before sending and in the receipt: no attorney-client relationship, no legal advice, not for deadlines.',
  ),
  confidentiality: notice('Shown before sending: what may not be confidential before the firm agrees to talk.'),
  urgent: notice('What to do when there is no time to wait for an answer.'),
  telephone: notice('Shown at the telephone number: giving it does not mean agreeing to texts or automated calls.'),
  call: notice('Read to a person who calls, before anything else: names first, no advice, not the story yet.'),
  answer: notice(
    'Shown before a person answers what the firm asked: confidential as the rules require, no client, no deadline.',
  ),
  reply: notice('At the foot of a reply: not a client yet, no advice.'),
  automated: notice(
    'Shown in every interface for programs: automated, not a lawyer, facts about the firm and general information about the law.',
  ),
  assistant: notice('Shown where an AI assistant sends for a person: its provider gets the conversation too.'),
  advertising: notice('The advertising notice at the foot of every page.'),
  reviewed: Reviewed,
})

export const Notices = z
  .strictObject({
    demonstration: z.string().optional().describe('Only where the firm does not exist: that it does not.'),
    ...NoticesFile.omit({ reviewed: true }).shape,
  })
  .describe('The notices in force.')
export type Notices = z.infer<typeof Notices>
