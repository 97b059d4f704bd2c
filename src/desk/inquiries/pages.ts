/**
 * The pages of inquiries, as rows of the desk's table.
 */
import type { DeskRow } from '../page.ts'
import { erase, showErase } from './erase-page.ts'
import { exportPage } from './export-page.ts'
import { inquiryListPage, searchInquiries } from './list-page.ts'
import { changeInquiry, restoreInquiry, showInquiry } from './inquiry-page.ts'
import { lookUp, restoreLookUp, showLookUp } from './look-up-page.ts'
import type { Surroundings } from '../surroundings.ts'
import { todayPage } from './today.ts'

/** @param around what other parts of the desk tell: names of the staff, failed mail */
export const inquiryPages = (around: Surroundings): readonly DeskRow[] => [
  { path: '', GET: todayPage(around) },
  { path: '/inquiries', GET: inquiryListPage(around), POST: searchInquiries(around) },
  { path: '/inquiries.csv', GET: exportPage(around) },
  {
    path: '/inquiries/:reference',
    GET: showInquiry(around),
    POST: changeInquiry(around),
    restore: restoreInquiry(around),
  },
  { path: '/inquiries/:reference/erase', GET: showErase, POST: erase, ownersOnly: true },
  { path: '/look-up', GET: showLookUp, POST: lookUp(around), restore: restoreLookUp },
]
