/**
 * Searches for claims by the staff. Each leaves an entry in the audit trail for every claim found, or one that none was. What
 * was searched for, a code or an address, is not recorded.
 */
import { type ClaimView, findClaim, findClaimsByEmail } from '../../agents/claims/claim-list.ts'
import { NONE_FOUND, recordAudit } from '../../staff/audit.ts'
import type { DeskContext } from '../page.ts'

type Searcher = Pick<DeskContext, 'service' | 'member'>

/** @param code of an attempt, or the id of a registration */
export async function searchByCode(searcher: Searcher, code: string): Promise<ClaimView | undefined> {
  const claim = await findClaim(searcher.service, code)
  await recordSearch(searcher, claim ? [claim] : [])
  return claim
}

/**
 * @param email as entered
 * @returns waiting and confirmed claims, oldest first
 */
export async function searchByEmail(searcher: Searcher, email: string): Promise<ClaimView[]> {
  const claims = await findClaimsByEmail(searcher.service, email)
  await recordSearch(searcher, claims)
  return claims
}

/** @param found the claims that were found */
export async function recordSearch(
  { service, member }: Searcher,
  found: readonly Pick<ClaimView, 'registration'>[],
): Promise<void> {
  const subjects = found.length > 0 ? found.map(({ registration }) => registration) : [NONE_FOUND]
  await Promise.all(subjects.map((subject) => recordAudit(service, member.id, 'claims.searched', subject)))
}
