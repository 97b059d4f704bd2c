/**
 * `/dev/mail`: holds the mail of a machine without an SMTP server, so that everything can be tried.
 * In memory, and visible from this machine only.
 */
import { html } from 'hono/html'
import type { Mail, Mailer } from '../ports.ts'
import { page } from '../http/respond.ts'

export const DEV_MAIL_PATH = '/dev/mail'
/** Query parameter: which mail to show as a page. */
const MAIL_PARAMETER = 'look'
const SANDBOX = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"
/** How many mails are kept. */
const MAX_MAILS = 50

export interface DevMailbox extends Mailer {
  /**
   * Draws the mailbox, newest first; or one mail as a mail program would.
   * @param frame a page of the site, whose main part is replaced
   */
  show(request: Request, frame: string): Promise<Response>
}

export function devMailbox(): DevMailbox {
  const mails: Mail[] = []
  return {
    async send(mail) {
      mails.unshift(mail)
      mails.length = Math.min(mails.length, MAX_MAILS)
    },
    async show(request, frame) {
      const selected = mails.find(({ id }) => id === new URL(request.url).searchParams.get(MAIL_PARAMETER))
      // Sandboxed: the content of a mail cannot run scripts, load anything or send forms.
      if (selected) return page(200, selected.html, { 'Content-Security-Policy': SANDBOX })
      const articles = mails.map(
        ({ id, to, subject, text }) =>
          html`<article><h2>${subject}</h2><p>To ${to} · <a href="${DEV_MAIL_PATH}?${MAIL_PARAMETER}=${encodeURIComponent(id)}">as a page</a></p><pre>${linkify(text)}</pre></article>`,
      )
      const main = String(
        await html`<h1>Mail on this machine</h1>${articles.length > 0 ? articles : html`<p>None yet. Set MAIL_URL to send mail for real.</p>`}`,
      )
      return page(
        200,
        frame
          .replace(/(<main[^>]*>)[\s\S]*(?=<\/main>)/, (_, open: string) => open + main)
          .replace(/<title>[^<]*/, '<title>Mail on this machine'),
      )
    },
  }
}

/** Turns addresses into links. */
function linkify(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part))
}
