/**
 * Why a message was not delivered, as the staff read it. What the mail server or the program answered is a code, and is shown
 * beside it for whoever looks after them.
 */
import { html } from 'hono/html'
import type { OpenMessage } from '../../mail/outbox.ts'
import type { Html } from '../page.ts'

const UNREACHED = 'The mail server could not be reached.'
const REFUSED = 'The mail server refused the message, perhaps because the address does not exist.'
const UNSAFE = 'The mail server could not be reached safely: it has no encryption, or no certificate that is right.'
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
    HTTP: 'The program took the call, and answered that it could not do anything with it.',
  }),
)

/** Those that are said in words already, as whole sentences. */
const BY_SENTENCE = new Map(
  Object.entries({
    'no answer': 'It was begun, and nothing was heard of it: perhaps the service was stopped meanwhile.',
    'no answer in time': 'There was no answer in time.',
    'no connection': 'The program could not be reached.',
    'no e-mail address': 'What it is addressed to is no e-mail address.',
    'too many at once': 'Too many messages were being sent at once.',
    'what it tells of is not stored yet': 'What it tells of was not stored yet.',
    'its key was dropped': 'It was sealed with a key that is no more, so it can never be sent.',
  }),
)

/** @param reason as the last try left it */
export function reasonInWords({ reason }: Pick<OpenMessage, 'reason'>): Html | string {
  if (reason === undefined) return ''
  const words = BY_SENTENCE.get(reason)
  if (words !== undefined) return words
  return html`${BY_CODE.get(reason.split(' ', 1)[0] ?? '') ?? 'It could not be sent.'} <small>(${reason})</small>`
}
