/** `/dev/mail` shows the mail of a machine without a mail server. The address needs a key: a proxy may pass on strangers' requests. */
import { randomBytes } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { html } from 'hono/html'
import type { Mail, PublishedFiles } from '../ports.ts'
import type { Settings } from '../settings.ts'
import { page } from '../http/respond.ts'
import { isSameText } from '../keys/hashes.ts'
import { NOT_FOUND_PAGE } from '../site.ts'

export const DEV_MAIL_PATH = '/dev/mail'
const KEY_PARAMETER = 'key'
const KEY_BYTES = 16
const MAIL_PARAMETER = 'look'
const SANDBOX =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"
const TITLE = 'Mail on this machine'
const NO_KEY = html`<p>Open the address that was printed when the server started: it ends with a key.</p>`
const MAX_MAILS = 50

export type DevMailbox = ReturnType<typeof devMailbox>

/** @returns undefined in production, and when MAIL_URL is set */
export const mailboxFor = ({ mailUrl, production }: Pick<Settings, 'mailUrl' | 'production'>) =>
  mailUrl === undefined && !production ? devMailbox() : undefined

export function devMailbox() {
  const mails: Mail[] = []
  const key = randomBytes(KEY_BYTES).toString('base64url')
  const path = `${DEV_MAIL_PATH}?${KEY_PARAMETER}=${key}`
  return {
    /** Includes the key. Print it at the start. */
    path,
    async send(mail: Mail) {
      mails.unshift(mail)
      mails.length = Math.min(mails.length, MAX_MAILS)
    },
    /** @param frame a page of the site, whose `main` is replaced */
    async show(request: Request, frame: string) {
      const { searchParams } = new URL(request.url)
      if (!isSameText(searchParams.get(KEY_PARAMETER) ?? '', key)) return inFrame(403, frame, NO_KEY)
      const selected = mails.find(({ id }) => id === searchParams.get(MAIL_PARAMETER))
      // The sandbox keeps the mail from running scripts, loading anything or sending forms.
      if (selected) return page(200, selected.html, { 'Content-Security-Policy': SANDBOX })
      const articles = mails.map(
        ({ id, to, subject, text }) =>
          html`<article><h2>${subject}</h2><p>To ${to} · <a href="${path}&amp;${MAIL_PARAMETER}=${encodeURIComponent(id)}">as a page</a></p><pre>${linkify(text)}</pre></article>`,
      )
      const none = html`<p>None yet. Set MAIL_URL to send mail for real.</p>`
      return inFrame(200, frame, html`${articles.length > 0 ? articles : none}`)
    },
  }
}

export const mailboxListener = (mailbox: DevMailbox | undefined, published: PublishedFiles) =>
  mailbox && getRequestListener(async (request) => mailbox.show(request, await published.read(NOT_FOUND_PAGE)))

async function inFrame(status: number, frame: string, content: ReturnType<typeof html>): Promise<Response> {
  const main = String(await html`<h1>${TITLE}</h1>${content}`)
  return page(
    status,
    frame
      .replace(/(<main[^>]*>)[\s\S]*(?=<\/main>)/, (_, open: string) => open + main)
      .replace(/<title>[^<]*/, `<title>${TITLE}`),
  )
}

const linkify = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part))
