/**
 * `/dev/mail`: where mail goes on one machine that has no SMTP server, so that everything can be tried out.
 * In memory, and shown to this machine only.
 */
import { html } from 'hono/html'
import type { Mail, Mailer } from '../world.ts'
import { page } from './respond.ts'

export const DEV_MAIL_PATH = '/dev/mail'
/** Mails kept. */
const MOST = 50

export interface DevMailbox extends Mailer {
  /** Draws the mailbox, newest first. */
  show(): Promise<Response>
}

export function devMailbox(): DevMailbox {
  const mails: Mail[] = []
  return {
    async send(mail) {
      mails.unshift(mail)
      mails.length = Math.min(mails.length, MOST)
    },
    async show() {
      const shown = mails.map(({ to, subject, text }) => html`<article><h2>${subject}</h2><p>To ${to}</p><pre>${linked(text)}</pre></article>`)
      const body = html`<!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail on this machine</title></head>
        <body><main><h1>Mail on this machine</h1>${shown.length > 0 ? shown : html`<p>None yet. Set MAIL_URL to send mail for real.</p>`}</main></body></html>`
      return page(200, String(await body))
    },
  }
}

/** Addresses as links; everything else as it is. */
function linked(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part))
}
