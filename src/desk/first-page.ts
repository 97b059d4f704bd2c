/**
 * The first page of the desk: what waits is among the claims.
 */
import { PATHS } from '../site.ts'
import { CLAIMS } from './claim-views.ts'
import type { DeskRow } from './desk-page.ts'

export const FIRST_PAGE: readonly DeskRow[] = [{ path: '', GET: async () => ({ redirect: PATHS.desk + CLAIMS }) }]
