/**
 * Mail over SMTP.
 */
import { createTransport } from 'nodemailer'
import type { Mailer } from '../world.ts'

/** A server that does not answer within this is down, milliseconds. */
const TIMEOUT_MS = 10_000

/** @param url `smtp://` or `smtps://`, with user and password where the server asks for them */
export function smtpMailer(url: string): Mailer {
  const transport = createTransport({ url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS })
  return {
    async send({ from, to, subject, text }) {
      // Addresses are given as parts: a text would be parsed, and might be two.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, disableFileAccess: true, disableUrlAccess: true })
    },
  }
}
