/**
 * Every page of the desk, in the order in which they are tried.
 */
import { CLAIM_PAGES } from './claim-pages.ts'
import type { DeskRow } from './desk-page.ts'
import { FIRST_PAGE } from './first-page.ts'
import { STAFF_PAGES } from './staff-pages.ts'

export const DESK_PAGES: readonly DeskRow[] = [...FIRST_PAGE, ...CLAIM_PAGES, ...STAFF_PAGES]
