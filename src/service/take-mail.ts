/** An e-mail that arrives is stored with its inquiry, or handed on to the firm's mailbox, before it is acknowledged. */
import { mailedFrom } from '../inquiries/change.ts'
import { findReplyAddress } from '../inquiries/status-address.ts'
import { type InboundMessage, readMessage } from '../mail/inbound-message.ts'
import { canSend } from '../mail/message.ts'
import { MAX_COPY, NO_INQUIRY } from '../mail/staff-letters.ts'
import { postAndSend } from '../mail/tries.ts'
import { storeFromPerson } from './answer-inquiry.ts'
import { consumeRateLimit } from './rate-limit.ts'
import type { Service } from './service.ts'

const [MAX_CHARACTERS, MAX_NAMED] = [4000, 8]

/** @param raw RFC 5322, not trusted @throws Problem `rate-limited`, StoreUnavailable when it was neither stored nor handed on */
export async function takeMail(service: Service, raw: Buffer): Promise<void> {
  const { keyedHash, clock, firm } = service
  const message = await readMessage(raw)
  const { mail, words = '', from, recipients = '', id: messageId = raw.toString('latin1') } = message ?? {}
  const answer = message && mail === 'answer' ? answerOf(message) : undefined
  const id = await findReplyAddress(service, recipients)
  await consumeRateLimit('inquiry-mail', { address: id?.reference ?? NO_INQUIRY }, service)
  const sent = { key: await keyedHash.mac('mail', messageId), body: await keyedHash.mac('answer', words) }
  const stored = id && (await storeFromPerson(service, id, { mail, sent, answer }))
  const { at, seq } = typeof stored === 'object' ? stored.change : { at: clock.now().toISOString() }
  const reason = stored ? 'full' : message ? 'unknown' : 'unreadable'
  if (seq === undefined) service.log('mail.not-placed', { reason })
  // An automatic one without an inquiry ends here, so that no copy of ours comes back again and again.
  if ((reason === 'unknown' && answer === undefined) || !canSend(service, 'inbound')) return
  const inquiry = id && stored ? id : { reference: NO_INQUIRY, receivedAt: at }
  // A program gets no answer, which could go on forever.
  const copy = { replyTo: answer && (from || undefined), words, original: raw.toString('base64', 0, MAX_COPY) }
  // The same e-mail again has the same copy, which is not sent twice.
  const about = { inquiry, copy: seq }
  const to = { kind: 'inbound', to: firm.email, reference: inquiry.reference } as const
  await postAndSend(service, { at, about, message: { ...to, ...copy } })
}

/** The staff read what stands in square brackets. */
function answerOf({ words, attached, from }: InboundMessage): string {
  const short = [...words].slice(0, MAX_CHARACTERS).join('')
  const named = attached.slice(0, MAX_NAMED).join('; ')
  const parts = [
    short || '[There are no words in this e-mail.]',
    short === words ? '' : '[Cut here. The rest is in the firm’s mailbox.]',
    named && `[Attached, and not kept here: ${named}. Ask the person to bring it, or to send it another way.]`,
    mailedFrom(from || 'no address'),
  ]
  return parts.filter(Boolean).join('\n\n')
}
