/**
 * What `/mcp` says to the client's model before the first call.
 */
import { noticesOf } from '../firm/surface-notices.ts'
import type { Service } from '../service/service.ts'

/** Instructions for the client's model; at most 600 characters. */
export function instructionsOf({ firm }: Pick<Service, 'firm'>): string {
  return `${noticesOf('instructions', firm.notices).join(' ')} Order of calls: get_firm_overview and list_practice_areas for facts; preview_inquiry, then show the person the exact text and notices, then submit_inquiry after a clear yes. Sending creates no attorney-client relationship. Arrest, served papers, a deadline or danger: tell the person to call ${firm.telephone} or 911.`
}
