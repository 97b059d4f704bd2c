/** Stores an e-mail with its inquiry, if it has one, and a copy for the firm's mailbox, before the e-mail is acknowledged. */
import { MINUTE_MS } from '../duration.ts'
import { mailedFrom } from '../inquiries/answer.ts'
import { findReplyAddress } from '../inquiries/status-address.ts'
import { sha256 } from '../keys/hashes.ts'
import { type InboundMessage, readMessage } from '../mail/inbound-message.ts'
import { canSend } from '../mail/message.ts'
import { countPosts } from '../mail/outbox.ts'
import { MAX_COPY, NO_INQUIRY } from '../mail/staff-letters.ts'
import { postAndSend } from '../mail/tries.ts'
import { unavailable } from '../problem.ts'
import { storeFromPerson } from './answer-inquiry.ts'
import { consumeRateLimit } from './rate-limit.ts'
import type { Service } from './service.ts'

/** The text of an e-mail, and the list of its attachments, are cut after this many characters. */
const [MAX_TEXT_LENGTH, MAX_NAMES_LENGTH] = [4000, 500]

/** @param raw RFC 5322, not trusted @throws Problem `rate-limited`, `service-unavailable`; StoreUnavailable */
export async function takeMail(service: Service, raw: Buffer): Promise<void> {
  const { keyedHash, clock, firm, store } = service
  const read = await readMessage(raw)
  const { mail, words = '', from, recipients = '', id: messageId } = read ?? {}
  const answer = read && mail === 'answer' ? answerOf(read) : undefined
  const id = await findReplyAddress(service, recipients)
  await consumeRateLimit('inquiry-mail', { address: id?.reference ?? NO_INQUIRY }, service)
  const key = await keyedHash.mac('mail', messageId || sha256(raw))
  const sent = { key, body: await keyedHash.mac('answer', words) }
  const stored = id && (await storeFromPerson(service, id, { mail, sent, answer }))
  const reference = id && stored ? id.reference : NO_INQUIRY
  if ((await countPosts(store, `inbound-${reference}.${key}`)) > 0) return
  const isPlaced = typeof stored === 'object'
  const reason = stored ? 'full' : read ? 'unknown' : 'unreadable'
  if (!isPlaced) service.log('mail.not-placed', { reason })
  const mayCopy = canSend(service, 'inbound')
  // An automatic e-mail without an inquiry is not copied to the firm: the copy could cause another one, and so on.
  if (isPlaced ? !mayCopy : reason === 'unknown' && answer === undefined) return
  if (!mayCopy) throw unavailable()
  const now = clock.now().getTime()
  // If an e-mail arrives twice in the same minute, both get the same time, and so the same copy.
  const at = isPlaced ? stored.change.at : new Date(now - (now % MINUTE_MS)).toISOString()
  await postAndSend(service, {
    at,
    about: { inquiry: { reference, receivedAt: at }, copy: key },
    message: {
      ...{ kind: 'inbound', to: firm.email, reference, words, original: raw.toString('base64', 0, MAX_COPY) },
      // Replies to a program could go on forever.
      replyTo: answer && (from || undefined),
    },
  })
}

/** Text in square brackets is a note for the staff. */
function answerOf({ words, attached, from }: InboundMessage): string {
  const short = [...words].slice(0, MAX_TEXT_LENGTH).join('')
  const names = attached.join('; ').slice(0, MAX_NAMES_LENGTH)
  const parts = [
    short || '[There are no words in this e-mail.]',
    short === words ? '' : '[Cut here. The rest is in the firm’s mailbox.]',
    names && `[Attached, and not kept here: ${names}. Ask the person to bring it, or to send it another way.]`,
    mailedFrom(from || 'no address'),
  ]
  return parts.filter(Boolean).join('\n\n')
}
