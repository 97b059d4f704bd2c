/** The frame of the desk's pages. Scripts and styles are linked, never inline. */
import { html } from 'hono/html'
import type { Firm } from '../firm/firm.ts'
import { demonstrationIn } from '../firm/notices.ts'
import { isOffered } from '../offers.ts'
import { PATHS } from '../site.ts'
import { CLIENTS_PATH } from './clients/pages.ts'
import { CLAIMS_PATH } from './claims/pages.ts'
import { LOOK_UP_PATH } from './inquiries/look-up-page.ts'
import { MONTH_PATH } from './inquiries/month-page.ts'
import { MAIL_PATH } from './mail.ts'
import { IN_USE_PATH } from './news.ts'
import type { DeskRow, FramedAnswer, Html, SignedIn } from './page.ts'
import { buttonForm, hiddenWords } from './ui.ts'
import { AUDIT_PATH } from './staff/audit-page.ts'
import { STAFF_PATH } from './staff/member-page.ts'

type Link = Pick<DeskRow, 'path' | 'ownersOnly' | 'offer'> & { text: string }

const LINKS: readonly Link[] = [
  { path: PATHS.desk, text: 'Today' },
  { path: PATHS.deskInquiries, text: 'Inquiries' },
  { path: LOOK_UP_PATH, text: 'Look-up' },
  { path: CLAIMS_PATH, text: 'Claims', offer: 'agents' },
]

/** These pages are used once a week or less, so their links are shown only when “Office” is opened. */
const OFFICE: readonly Link[] = [
  { path: MONTH_PATH, text: 'The month' },
  { path: CLIENTS_PATH, text: 'Clients', ownersOnly: true },
  { path: MAIL_PATH, text: 'Mail' },
  { path: STAFF_PATH, text: 'Staff' },
  { path: AUDIT_PATH, text: 'Audit trail', ownersOnly: true },
]

/** For an error `status`, the title begins with “Error”, which screen readers read first. `did` is the sentence from `didIn`. */
export type FrameContent = FramedAnswer & { status: number; firm: Firm; did?: string | undefined }

export function deskFrame(content: FrameContent, member: SignedIn, path: string, failedMail: number): Promise<string> {
  const shownOf = (links: readonly Link[]) =>
    links.filter(({ ownersOnly, offer = 'always' }) => (!ownersOnly || member.owner) && isOffered(content.firm, offer))
  const current = (link: string) =>
    link === path ? 'page' : link !== PATHS.desk && path.startsWith(`${link}/`) ? 'true' : undefined
  const currentAttribute = (links: readonly Link[]) => {
    const [found] = links.flatMap(({ path: link }) => current(link) ?? [])
    return found ? html` aria-current="${found}"` : ''
  }
  const failed =
    failedMail > 0 ? html` <strong class="late">${failedMail}${hiddenWords(' not delivered')}</strong>` : ''
  const item = (link: Link) =>
    html`<li>
      <a href="${link.path}"${currentAttribute([link])}>${link.text}${link.path === MAIL_PATH ? failed : ''}</a>
    </li>`
  const header = html`<p class="who">
      <span class="as">Signed in as </span><a href="${STAFF_PATH}">${member.name}</a>
    </p>
    <nav aria-label="Desk">
      <ul class="plain">
        ${shownOf(LINKS).map(item)}
        <li>
          <details class="office">
            <summary${currentAttribute(OFFICE)}>Office${failed}</summary>
            <ul class="plain">${shownOf(OFFICE).map(item)}</ul>
          </details>
        </li>
      </ul>
    </nav>
    ${buttonForm(member, { action: PATHS.deskSignOut, className: 'sign-out' }, 'Sign out', 'link')}`
  return document(content, header, html` data-member="${member.id}" data-in-use="${IN_USE_PATH}"`)
}

export const signedOutFrame = (frameContent: FrameContent): Promise<string> => document(frameContent, html``)

async function document(framed: FrameContent, header: Html, data = html``): Promise<string> {
  const { title, heading, content, status, firm, isUnsent, did } = framed
  const page = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${status >= 400 ? 'Error: ' : ''}${title} · Desk of ${firm.name}</title>
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/desk.css">
    <script src="/desk.js" defer></script>
  </head>
  <body class="desk"${data}${isUnsent ? html` data-unsent` : ''}>
    <a class="skip" href="#main">Skip to content</a>
    ${demonstrationIn(firm.notices).map((words) => html`<aside class="demonstration">${words}</aside>`)}
    <header class="desk-header">
      <p class="name">
        <a href="${PATHS.desk}">Desk</a>
        <span class="firm">${firm.name}</span>
      </p>
      ${header}
    </header>
    <main id="main" tabindex="-1">
      <h1>${heading ?? title}</h1>
      ${did ? html`<p class="outcome" role="status">${did}</p>` : ''}
      ${content}
    </main>
  </body>
</html>
`
  return page.toString()
}
