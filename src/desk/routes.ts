/** The pages of the desk, and the lookup of a page by its path. */
import { METHOD_NAME_ALL } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { isOffered, type Offering } from '../offers.ts'
import { PATHS } from '../site.ts'
import { CLAIM_PAGES } from './claims/pages.ts'
import { FORGET_PAGES } from './claims/forget.ts'
import { CLIENT_PAGES } from './clients/pages.ts'
import { downloadInquiry } from './inquiries/hand-over.ts'
import { erase, showErase } from './inquiries/erase-page.ts'
import { changeInquiry, showInquiry } from './inquiries/inquiry-page.ts'
import { inquiryListPage, searchInquiries } from './inquiries/list-page.ts'
import { MONTH_PAGES } from './inquiries/month-page.ts'
import { changeSeveral, showSeveral } from './inquiries/several.ts'
import { lookUp, showLookUp } from './inquiries/look-up-page.ts'
import { showTelephone, writeDown } from './inquiries/telephone-page.ts'
import { todayPage } from './inquiries/today.ts'
import { MAIL_PAGES } from './mail.ts'
import { NEWS_PAGES } from './news.ts'
import { changeAppointment, showAppointment } from './inquiries/appointment-page.ts'
import type { DeskContext, DeskRow } from './page.ts'
import { PASSKEY_PAGES } from './staff/passkeys.ts'
import { STAFF_PAGES } from './staff/pages.ts'

export const DESK_PAGES: readonly DeskRow[] = [
  { path: '', GET: todayPage },
  { path: '/inquiries', GET: inquiryListPage, POST: searchInquiries },
  { path: '/inquiries/several', GET: showSeveral, POST: changeSeveral },
  { path: '/inquiries/:reference', GET: showInquiry, POST: changeInquiry },
  { path: '/inquiries/:reference/erase', GET: showErase, POST: erase, ownersOnly: true },
  { path: '/inquiries/:reference/appointment', GET: showAppointment, POST: changeAppointment },
  { path: '/inquiries/:reference/:file', GET: downloadInquiry },
  { path: '/look-up', GET: showLookUp, POST: lookUp },
  { path: '/telephone', GET: showTelephone, POST: writeDown },
  ...MONTH_PAGES,
  ...CLIENT_PAGES,
  ...CLAIM_PAGES.map((row) => ({ ...row, offer: 'agents' as const })),
  ...FORGET_PAGES,
  ...MAIL_PAGES,
  ...NEWS_PAGES,
  ...STAFF_PAGES,
  ...PASSKEY_PAGES,
]

/** Rows are found for every method, because a 405 response lists the methods of the row. */
const router = new TrieRouter<DeskRow>()
for (const row of DESK_PAGES) router.add(METHOD_NAME_ALL, PATHS.desk + row.path, row)

/** @param path after `/desk`, percent-encoded @returns undefined also when a segment cannot be decoded */
export function findPage(path: string, firm: Offering): (Pick<DeskContext, 'params'> & { row: DeskRow }) | undefined {
  const [[found]] = router.match(METHOD_NAME_ALL, PATHS.desk + path)
  if (!found || !isOffered(firm, found[0].offer ?? 'always')) return undefined
  const [row, params] = found
  try {
    const decoded = Object.entries(params).map(([name, text]) => [name, decodeURIComponent(String(text))])
    return { row, params: Object.fromEntries(decoded) as Record<string, string> }
  } catch {
    return undefined
  }
}
