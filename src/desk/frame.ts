/**
 * The frame of the desk's pages: skip link, navigation, who is signed in. Plain HTML: no script and no style in the page, only links to them.
 */
import { html } from 'hono/html'
import type { Firm } from '../firm/firm.ts'
import { demonstrationIn } from '../firm/notices.ts'
import { isOffered, type Offer } from '../offers.ts'
import { PATHS } from '../site.ts'
import { CLIENTS_ROUTE } from './clients/pages.ts'
import { CLAIMS_ROUTE } from './claims/views.ts'
import { IN_USE_ROUTE } from './news.ts'
import type { FramedAnswer, Html, SignedIn } from './page.ts'
import { hiddenFields } from './ui.ts'
import { STAFF_ROUTE } from './staff/member-page.ts'

/** Paths of the stylesheet and the script, which the build of the site writes. */
const [STYLES, SCRIPT] = ['/desk.css', '/desk.js']

const LINKS: readonly { path: string; text: string; ownersOnly?: true; offer?: Offer }[] = [
  { path: '', text: 'Today' },
  { path: '/inquiries', text: 'Inquiries' },
  { path: '/look-up', text: 'Look-up' },
  { path: CLIENTS_ROUTE, text: 'Clients', ownersOnly: true },
  { path: CLAIMS_ROUTE, text: 'Claims', offer: 'agents' },
  { path: '/mail', text: 'Mail' },
  { path: STAFF_ROUTE, text: 'Staff' },
]

/** A page in its frame: its HTTP status, of which an error is named in the title too, which screen readers read first; the firm. */
export type FrameContent = FramedAnswer & { status: number; firm: Firm }

/**
 * A page for a signed-in member.
 * @param path of the page, below `/desk`
 */
export function deskFrame(frameContent: FrameContent, member: SignedIn, path: string): Promise<string> {
  const current = (link: string) =>
    link === path ? 'page' : link !== '' && path.startsWith(`${link}/`) ? 'true' : undefined
  const isShown = ({ ownersOnly, offer = 'always' }: (typeof LINKS)[number]) =>
    (!ownersOnly || member.owner) && isOffered(frameContent.firm, offer)
  const items = LINKS.filter(isShown).map(
    ({ path: link, text }) =>
      html`<li><a href="${PATHS.desk}${link}"${current(link) ? html` aria-current="${current(link)}"` : ''}>${text}</a></li>`,
  )
  const header = html`<p class="who"><span class="as">Signed in as </span><strong>${member.name}</strong></p>
    <nav aria-label="Desk"><ul>${items}</ul></nav>
    <form method="post" action="${PATHS.deskSignOut}" class="sign-out">
      ${hiddenFields(member)}
      <button type="submit" class="link">Sign out</button>
    </form>`
  return document(frameContent, header, html` data-member="${member.id}" data-in-use="${PATHS.desk}${IN_USE_ROUTE}"`)
}

/** A page without navigation, when there is no session. */
export const signedOutFrame = (frameContent: FrameContent): Promise<string> => document(frameContent, html``)

async function document(framed: FrameContent, header: Html, data = html``): Promise<string> {
  const { title, heading, content, status, firm, isUnsent } = framed
  const page = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${status >= 400 ? 'Error: ' : ''}${title} · Desk of ${firm.name}</title>
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${STYLES}"><script src="${SCRIPT}" defer></script>
  </head>
  <body class="desk"${data}${isUnsent ? html` data-unsent` : ''}>
    <a class="skip" href="#main">Skip to content</a>
    ${demonstrationIn(firm.notices).map((words) => html`<aside class="demonstration">${words}</aside>`)}
    <header class="desk-header">
      <p class="name"><a href="${PATHS.desk}">Desk</a> <span class="firm">${firm.name}</span></p>
      ${header}
    </header>
    <main id="main" tabindex="-1">
      <h1>${heading ?? title}</h1>
      ${content}
    </main>
  </body>
</html>
`
  return page.toString()
}
