import type { ChosenId, Submission } from '../inquiries/inquiry.ts'
import { replyBy } from '../inquiries/overdue.ts'
import { safeEmail } from '../inquiries/safe-contact.ts'
import type { Ports } from '../ports.ts'
import type { StoredMessage } from '../store/stored-message.ts'
import { firstTry } from './tries.ts'
import { firstNameOf } from './inquiry-notice.ts'
import { canSend, type MessageContext } from './message.ts'
import type { Posting } from './outbox.ts'
import { letterLanguage } from './person-letters.ts'

/**
 * A telephone call causes no notice to the firm, and a receipt only on request. A person for whom mail is not safe gets none.
 * @param onCall e-mail addresses by staff id
 */
export async function inquiryMail(
  ports: Pick<Ports, 'keys' | 'clock' | 'mailer' | 'webhook'> & Pick<MessageContext, 'languages' | 'firm'>,
  { request, call }: Pick<Submission, 'request' | 'call'>,
  { reference, receivedAt }: ChosenId,
  { capability, onCall }: { capability: string; onCall: ReadonlyMap<string, string> },
): Promise<StoredMessage[]> {
  const { name, topic, language } = request
  const email = safeEmail(request)
  const at = receivedAt
  const about = { inquiry: { reference, receivedAt } }
  const postings: Posting[] = []
  if (!call) postings.push({ at, about, message: { kind: 'notice', reference, topic, firstName: firstNameOf(name) } })
  for (const [copy, to] of onCall)
    postings.push({ at, about: { ...about, copy }, message: { kind: 'urgent', to, reference } })
  if (email !== undefined && (call?.wantsReceipt ?? true)) {
    const message = {
      kind: 'receipt',
      to: email,
      reference,
      language: letterLanguage(language, ports.languages),
      status: capability,
      called: call && true,
      callBack: call?.callBack,
      answerBy: replyBy(receivedAt, ports.firm),
    } as const
    postings.push({ at, about, message })
  }
  postings.push({ at, about, message: { kind: 'webhook', reference, topic, receivedAt } })
  const possible = postings.filter(({ message }) => canSend(ports, message.kind))
  return Promise.all(possible.map((posting) => firstTry(ports, posting)))
}
