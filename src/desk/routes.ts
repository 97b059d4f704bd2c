/**
 * Every page of the desk, in the order in which they are tried.
 */
import { CLAIM_PAGES } from './claims/pages.ts'
import { erase, showErase } from './inquiries/erase-page.ts'
import { exportPage } from './inquiries/export-page.ts'
import { changeInquiry, restoreInquiry, showInquiry } from './inquiries/inquiry-page.ts'
import { inquiryListPage, searchInquiries } from './inquiries/list-page.ts'
import { lookUp, restoreLookUp, showLookUp } from './inquiries/look-up-page.ts'
import { todayPage } from './inquiries/today.ts'
import { MAIL_PAGES } from './mail/pages.ts'
import type { DeskRow } from './page.ts'
import { STAFF_PAGES } from './staff/pages.ts'

export const DESK_PAGES: readonly DeskRow[] = [
  { path: '', GET: todayPage },
  { path: '/inquiries', GET: inquiryListPage, POST: searchInquiries },
  { path: '/inquiries.csv', GET: exportPage },
  { path: '/inquiries/:reference', GET: showInquiry, POST: changeInquiry, restore: restoreInquiry },
  { path: '/inquiries/:reference/erase', GET: showErase, POST: erase, ownersOnly: true },
  { path: '/look-up', GET: showLookUp, POST: lookUp, restore: restoreLookUp },
  ...CLAIM_PAGES,
  ...MAIL_PAGES,
  ...STAFF_PAGES,
]
