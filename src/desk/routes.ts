/** The pages of the desk, and the lookup of a page by its path. */
import { METHOD_NAME_ALL } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { isOffered, type Offering } from '../offers.ts'
import { PATHS } from '../site.ts'
import * as claims from './claims/pages.ts'
import { countOrForget, showForget } from './claims/forget.ts'
import { clientsPage, importClients, MAX_UPLOAD_BYTES, removeClients } from './clients/pages.ts'
import { downloadInquiry } from './inquiries/hand-over.ts'
import { erase, showErase } from './inquiries/erase-page.ts'
import { changeInquiry, showInquiry } from './inquiries/inquiry-page.ts'
import { inquiryListPage, searchInquiries } from './inquiries/list-page.ts'
import { showMonth } from './inquiries/month-page.ts'
import { changeSeveral, showSeveral, undoSeveral } from './inquiries/several.ts'
import { lookUp, showLookUp } from './inquiries/look-up-page.ts'
import { showTelephone, writeDown } from './inquiries/telephone-page.ts'
import { todayPage } from './inquiries/today.ts'
import { retryMail, showMail } from './mail.ts'
import { showInUse, showNews } from './news.ts'
import { changeAppointment, showAppointment } from './inquiries/appointment-page.ts'
import type { DeskContext, DeskRow } from './page.ts'
import { showAudit } from './staff/audit-page.ts'
import { changeByForm, showMember } from './staff/member-page.ts'
import * as passkeys from './staff/passkeys.ts'
import * as staff from './staff/pages.ts'

const [ownersOnly, offer] = [true, 'agents'] as const

export const DESK_PAGES: readonly DeskRow[] = [
  { path: '', GET: todayPage },
  { path: '/inquiries', GET: inquiryListPage, POST: searchInquiries },
  { path: '/inquiries/several', GET: showSeveral, POST: changeSeveral },
  { path: '/inquiries/several/undo', GET: showSeveral, POST: undoSeveral },
  { path: '/inquiries/:reference', GET: showInquiry, POST: changeInquiry },
  { path: '/inquiries/:reference/erase', GET: showErase, POST: erase, ownersOnly },
  { path: '/inquiries/:reference/appointment', GET: showAppointment, POST: changeAppointment },
  { path: '/inquiries/:reference/:file', GET: downloadInquiry },
  { path: '/look-up', GET: showLookUp, POST: lookUp },
  { path: '/telephone', GET: showTelephone, POST: writeDown },
  { path: '/month', GET: showMonth },
  { path: '/clients', GET: clientsPage, POST: importClients, ownersOnly, maxUploadBytes: MAX_UPLOAD_BYTES },
  { path: '/clients/remove', POST: removeClients, ownersOnly },
  { path: '/claims', GET: claims.claimsOverview, POST: claims.findByForm, offer },
  { path: '/claims/:registration', GET: claims.showClaim, POST: claims.decideClaim, offer },
  { path: '/claims/:registration/revoke', POST: claims.revokeClaim, offer },
  { path: '/addresses', GET: showForget, POST: countOrForget, ownersOnly },
  { path: '/mail', GET: showMail, POST: retryMail },
  { path: '/news', GET: showNews, isUnattended: true },
  { path: '/in-use', GET: showInUse },
  { path: '/staff', GET: staff.staffOverview },
  { path: '/staff/add', POST: staff.addByForm, ownersOnly },
  { path: '/staff/members/:member', GET: showMember, POST: changeByForm },
  { path: '/staff/:member/revoke', POST: staff.revokeByForm, ownersOnly },
  { path: '/staff/sessions/:session/end', POST: staff.endOpenSession },
  { path: '/audit', GET: showAudit, ownersOnly },
  { path: '/staff/passkeys', POST: passkeys.addOwnPasskey },
  { path: '/staff/passkeys/options', GET: passkeys.showAddingOptions },
  { path: '/staff/passkeys/:member/:passkey/remove', POST: passkeys.removePasskey },
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
