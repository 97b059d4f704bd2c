/** The person can answer a question of the firm at the private address of the inquiry, and any mail of the firm by e-mail. */
import * as z from 'zod'
import { described } from '../described.ts'
import { comparableEmail } from '../email-address.ts'
import type { ChangeRecord } from './change.ts'
import { type InquiryState, isFinished, PUBLIC_STATUSES } from './status.ts'
import { messageText } from './inquiry-request.ts'

/** The limit for all questions about an inquiry together. Answers by e-mail do not count. */
const MAX_ANSWERS = 10

export const InquiryAnswer = described('An answer to what the firm asked.', {
  answer: messageText('what the person answers').describe('What the person answers, in their own words.'),
})

export const AnswerReceipt = described('The answer is stored.', {
  reference: z.string().describe('The reference of the inquiry.'),
  receivedAt: z.string().meta({ format: 'date-time', description: 'When the answer was received, UTC.' }),
  status: z.enum(PUBLIC_STATUSES).describe('Where the inquiry stands now.'),
})
export type AnswerReceipt = z.infer<typeof AnswerReceipt>

export const answersLeft = ({ asked }: InquiryState, history: readonly ChangeRecord[]): number =>
  asked ? MAX_ANSWERS - history.filter(({ changed, mail }) => changed.includes('answer') && !mail).length : 0

/** @returns the earlier answer that is repeated: the one with the same key or, without a key, the same text since the last question */
export function answerBefore<Change extends ChangeRecord>(
  history: readonly Change[],
  { key, body }: NonNullable<ChangeRecord['sent']>,
): Change | undefined {
  if (key !== undefined) return history.find(({ sent }) => sent?.key === key)
  const lastQuestion = history.findLastIndex(({ changed }) => changed.includes('ask'))
  return history.slice(lastQuestion + 1).find(({ sent }) => sent?.body === body)
}

/** An answer by e-mail after the end of an inquiry is hidden until the inquiry is opened again. */
export const isLateMail = ({ answer, mail, status }: ChangeRecord, present: Pick<InquiryState, 'status'>): boolean =>
  answer !== undefined && mail !== undefined && isFinished(status) && isFinished(present.status)

/** The last line of an answer by e-mail, for the staff. */
export const mailedFrom = (address: string): string => `[By e-mail from ${comparableEmail(address)}]`
