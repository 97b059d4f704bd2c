/**
 * Answers an inquiry by mail: the reply is recorded in its history and the audit trail and queued in one step, and sent after the response.
 */
import type { ChangeOutcome, Editor, InquiryChange } from '../inquiries/change.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { InquiryRequest } from '../inquiries/inquiry-request.ts'
import { type FirstTry, firstTry, sendAfterResponse } from '../mail/tries.ts'
import { letterLanguage } from '../mail/receipt.ts'
import { changeInquiry } from './change-inquiry.ts'
import type { Service } from './service.ts'

/**
 * Sends a reply to the person who wrote, in their language.
 * @param inquiry with the address that it gives
 * @param change the text of the reply, and what else changes with it
 * @throws StoreUnavailable when it could not be stored; then nothing is sent
 */
export async function replyToInquiry(
  service: Service,
  { reference, receivedAt, email, language }: InquiryId & Pick<InquiryRequest, 'email' | 'language'>,
  change: InquiryChange & { reply: string },
  editor: Omit<Editor, 'together' | 'traces'>,
): Promise<ChangeOutcome> {
  const queued: FirstTry[] = []
  const outcome = await changeInquiry(service, { reference, receivedAt }, change, {
    ...editor,
    async together(at) {
      const message = {
        kind: 'reply',
        to: email,
        reference,
        text: change.reply,
        language: letterLanguage(language, service.languages),
      } as const
      queued.push(await firstTry(service, { at, about: { inquiry: { reference, receivedAt } }, message }, false))
      return queued.map(({ fact }) => fact)
    },
  })
  if (outcome === 'done') sendAfterResponse(service, queued)
  return outcome
}
