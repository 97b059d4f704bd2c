/**
 * Mail over SMTP: one connection for each mail, closed when it is through.
 */
import { mailboxOf } from '../email-address.ts'
import { type Mailer, NotDelivered } from '../ports.ts'
import { SECOND_MS } from '../duration.ts'

/** Said at the start where there is no server: nothing is queued then. */
export const NO_MAIL = 'MAIL_URL is not set: no mail is sent, neither to the firm nor to people'

const LIMITS = {
  /** A server that does not answer within this is down, milliseconds. */
  connectTimeoutMs: 8 * SECOND_MS,
  /** A mail that is not through within this has failed, however often the server says something, milliseconds. */
  sendTimeoutMs: 15 * SECOND_MS,
  /** Connections at a time; a flood of inquiries must not become one of connections. What is too much is tried again later. */
  maxConnections: 20,
}

/** @param url `smtp://` or `smtps://`, with user and password where the server asks for them */
export function smtpMailer(url: string, { connectTimeoutMs, sendTimeoutMs, maxConnections } = LIMITS): Mailer {
  let active = 0
  return {
    async send({ id, from, to, subject, text, html }) {
      const recipient = mailboxOf(to)
      if (recipient === undefined) throw new NotDelivered('no e-mail address')
      if (active >= maxConnections) throw new NotDelivered('too many at once')
      active += 1
      const signal = AbortSignal.timeout(sendTimeoutMs)
      try {
        // Loaded with the first mail: a function that answers first and sends afterwards starts faster without it.
        const { createTransport } = await import('nodemailer')
        const transport = createTransport({
          url,
          connectionTimeout: connectTimeoutMs,
          greetingTimeout: connectTimeoutMs,
          dnsTimeout: connectTimeoutMs,
          socketTimeout: connectTimeoutMs,
        })
        await transport.sendMail({
          from,
          // Addresses are given as parts: a text would be parsed, and might be two.
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
          // RFC 3834: no program shall answer it.
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        })
      } catch (cause) {
        throw new NotDelivered(signal.aborted ? 'no answer in time' : reasonOf(cause), { cause })
      } finally {
        active -= 1
      }
    },
  }
}

/** The codes of a failure, like `EENVELOPE 550`. Its words may quote the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return (
    [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || 'unknown'
  )
}
