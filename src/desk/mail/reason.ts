/**
 * Why a message was not delivered, in words for the staff. The code of the mail server or webhook follows in small print,
 * for administrators.
 */
import { html } from 'hono/html'
import type { OpenMessage } from '../../mail/outbox.ts'
import type { Html } from '../page.ts'

const UNREACHED = 'The mail server could not be reached.'
const REFUSED = 'The mail server refused the message, perhaps because the address does not exist.'
const UNSAFE = 'The mail server could not be reached safely: it has no encryption, or no valid certificate.'
const WRONG_PASSWORD = 'The mail server refused our password.'

/** By the first word of the code. */
const BY_CODE = new Map(
  Object.entries({
    ECONNECTION: UNREACHED,
    ECONNREFUSED: UNREACHED,
    ECONNRESET: UNREACHED,
    EDNS: UNREACHED,
    ESOCKET: UNREACHED,
    ETIMEDOUT: UNREACHED,
    ETLS: UNSAFE,
    EREQUIRETLS: UNSAFE,
    EAUTH: WRONG_PASSWORD,
    ENOAUTH: WRONG_PASSWORD,
    EOAUTH2: WRONG_PASSWORD,
    EENVELOPE: REFUSED,
    EMESSAGE: REFUSED,
    HTTP: 'The webhook was reached, but responded with an error.',
  }),
)

/** Reasons without a code, by their stored text. */
const BY_SENTENCE = new Map(
  Object.entries({
    'no answer': 'Sending began, but no result was recorded: perhaps the service was stopped meanwhile.',
    'no answer in time': 'There was no response in time.',
    'no connection': 'The webhook could not be reached.',
    'no e-mail address': 'The recipient is not a valid e-mail address.',
    'too many at once': 'Too many messages were being sent at once.',
    'what it tells of is not stored yet': 'The inquiry or event that it announces was not stored yet.',
    'its key was dropped': 'It was encrypted with a key that was removed, so it can never be sent.',
  }),
)

/** @param reason the stored reason of the last try */
export function reasonInWords({ reason }: Pick<OpenMessage, 'reason'>): Html | string {
  if (reason === undefined) return ''
  const words = BY_SENTENCE.get(reason)
  if (words !== undefined) return words
  return html`${BY_CODE.get(reason.split(' ', 1)[0] ?? '') ?? 'It could not be sent.'} <small>(${reason})</small>`
}
