/** Each mail has its own SMTP connection. */
import { mailboxOf } from '../email-address.ts'
import { type Mailer, NotDelivered } from '../ports.ts'
import { SECOND_MS } from '../duration.ts'

/** A warning for the log. Without a mail server, no mail is queued either. */
export const NO_MAIL = 'MAIL_URL is not set: no mail is sent to the firm or anyone else'

const ORIGINAL = { filename: 'message.eml', contentType: 'application/octet-stream', encoding: 'base64' }

const LIMITS = {
  connectTimeoutMs: 8 * SECOND_MS,
  /** The whole mail needs a limit: a server may keep the connection alive without accepting the mail. */
  sendTimeoutMs: 15 * SECOND_MS,
  /** A flood of inquiries must not flood the mail server. Mails beyond this are retried later. */
  maxConnections: 20,
}

/** @param url `smtp://` or `smtps://`, with user and password if the server requires them */
export function smtpMailer(url: string, { connectTimeoutMs, sendTimeoutMs, maxConnections } = LIMITS): Mailer {
  let active = 0
  return {
    async send({ id, from, to, subject, text, html, calendar, isPersonal, replyTo, original }) {
      const recipient = mailboxOf(to)
      if (recipient === undefined) throw new NotDelivered('no e-mail address')
      if (active >= maxConnections) throw new NotDelivered('too many at once')
      active += 1
      const signal = AbortSignal.timeout(sendTimeoutMs)
      try {
        // Loaded with the first mail, to shorten the cold start of functions.
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
          // A string would be parsed and could yield two recipients.
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          ...(calendar && { icalEvent: { ...calendar, filename: 'appointment.ics' } }),
          messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
          // A mail that a member wrote may be answered. RFC 3834 section 5 prevents automatic replies to all others.
          ...(isPersonal ? { replyTo: from } : { headers: { 'Auto-Submitted': 'auto-generated' } }),
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          ...(original && { attachments: [{ ...ORIGINAL, content: original }] }),
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

/** An error gives only its codes, like `EENVELOPE 550`: its message may quote the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return (
    [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || 'unknown'
  )
}
