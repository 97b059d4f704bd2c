/**
 * Claims at the desk: agents that ask to act for somebody, and the staff who have spoken to that person. The same use cases
 * as `npm run claims`.
 */
import {
  findClaimsByEmail,
  type ClaimView,
  listConfirmedClaims,
  findClaim,
  listWaitingClaims,
} from '../../agents/claims/claim-list.ts'
import { decide } from '../../agents/claims/confirmation.ts'
import {
  alreadyDecided,
  CLAIM_OVER,
  NO_CLAIM,
  NO_CLAIM_WITH_CODE,
  NO_CLAIM_WITH_EMAIL,
} from '../../agents/claims/claim-text.ts'
import { VERIFIED_BY, type VerifiedBy } from '../../agents/claims/verification.ts'
import { readBackCode } from '../../agents/claims/delivery.ts'
import { revokeRegistration } from '../../agents/registration.ts'
import { Problem } from '../../problem.ts'
import { consumeRateLimit } from '../../service/rate-limit.ts'
import { notifyAgentLinked } from '../../service/notify-agent-linked.ts'
import { staffNames } from '../../staff/staff-names.ts'
import { recordAudit } from '../../staff/audit.ts'
import { NOT_DONE_YET } from '../unsent-form.ts'
import { CLAIMS_ROUTE, claimCard, claimPath, claimsOfAddress, claimsPage } from './views.ts'
import type { DeskAnswer, DeskContext, DeskRow } from '../page.ts'

export const CLAIM_PAGES: readonly DeskRow[] = [
  { path: CLAIMS_ROUTE, GET: (context) => claimsOverview(context), POST: findByForm, restore: restoreFind },
  { path: `${CLAIMS_ROUTE}/:registration`, GET: showClaim, POST: decideByForm, restore: restoreCard },
  { path: `${CLAIMS_ROUTE}/:registration/revoke`, POST: revoke },
]

async function claimsOverview(
  { service, member }: DeskContext,
  rejected?: { code: string; error: string },
): Promise<DeskAnswer> {
  const [waiting, confirmed] = await Promise.all([listWaitingClaims(service), listConfirmedClaims(service)])
  return { title: 'Claims', content: claimsPage(waiting, confirmed, member, rejected), status: rejected ? 422 : 200 }
}

/** By the code that the person quotes, or by their address. In a form's body, not in an address: addresses are logged on the way. */
async function findByForm(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const code = form.get('code') ?? ''
  await consumeRateLimit('desk-code', { address: member.id }, service)
  if (code.includes('@')) return findByEmail(context, code.trim())
  const claim = await findClaim(service, code.trim())
  if (!claim) return claimsOverview(context, { code, error: NO_CLAIM_WITH_CODE })
  // The code of an attempt that a later one has replaced must not lead to what the later one asks.
  if (claim.state === 'over') return claimsOverview(context, { code, error: CLAIM_OVER })
  return { redirect: claimPath(claim.registration) }
}

async function restoreFind(context: DeskContext): Promise<DeskAnswer> {
  return claimsOverview(context, { code: context.form.get('code') ?? '', error: NOT_DONE_YET })
}

async function findByEmail(context: DeskContext, email: string): Promise<DeskAnswer> {
  const claims = await findClaimsByEmail(context.service, email)
  const [claim] = claims
  if (!claim) return claimsOverview(context, { code: email, error: NO_CLAIM_WITH_EMAIL })
  if (claims.length === 1) return { redirect: claimPath(claim.registration) }
  return { title: 'Claims of one address', content: claimsOfAddress(email, claims, context.member) }
}

async function showClaim(context: DeskContext): Promise<DeskAnswer> {
  return claimCardPage(context, await requireClaim(context))
}

async function decideByForm(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const claim = await requireClaim(context)
  const { registration } = claim
  const outcome = form.get('decision')
  if (outcome !== 'confirmed' && outcome !== 'denied')
    throw new Problem('invalid-request', { detail: 'Choose to confirm or to deny.' })
  const methods = form.getAll('verified').filter((way): way is VerifiedBy => Object.hasOwn(VERIFIED_BY, way))
  if (outcome === 'confirmed' && !methods.some((way) => VERIFIED_BY[way].isEnough))
    return claimCardPage(
      context,
      claim,
      'Tick how you made sure who the person is, one of the first group at least. Without that, do not confirm.',
    )
  await recordAudit(service, member.id, `claim.${outcome}`, registration)
  // The attempt that was on the page: if another took its place meanwhile, nobody looked at that one.
  const address = { sub: registration, attempt: form.get('attempt') ?? '' }
  const decision = await decide(service, address, {
    outcome,
    by: 'staff',
    how: methods.map((way) => VERIFIED_BY[way].text).join('; '),
    member: member.id,
  })
  // Told by whatever way it was confirmed, so that nobody vouches in somebody's name unseen.
  if (decision) await notifyAgentLinked(service, registration, decision)
  if (decision?.outcome === outcome) return { redirect: claimPath(registration) }
  return claimCardPage(context, await requireClaim(context), decision ? alreadyDecided(decision) : CLAIM_OVER)
}

/** Ticks are set anew: whoever decides looks at the claim as it stands now. */
async function restoreCard(context: DeskContext): Promise<DeskAnswer> {
  return claimCardPage(
    context,
    await requireClaim(context),
    'Nothing was decided yet: you signed in again since this page was drawn. Decide again.',
  )
}

async function revoke(context: DeskContext): Promise<DeskAnswer> {
  const { service, member } = context
  const { registration } = await requireClaim(context)
  await recordAudit(service, member.id, 'registration.revoked', registration)
  await revokeRegistration(service, registration, 'staff', member.id)
  return { redirect: claimPath(registration) }
}

async function claimCardPage({ service, member }: DeskContext, claim: ClaimView, error?: string): Promise<DeskAnswer> {
  // Whoever confirmed by the link in the mail has seen it there.
  const byUs = claim.state === 'confirmed' && claim.decision?.by === 'staff'
  const readBack = byUs ? await readBackCode(service, claim.registration, claim.attempt) : undefined
  const names = await staffNames(service)
  return { title: 'A claim', content: claimCard(claim, member, names, { error, readBack }), status: error ? 422 : 200 }
}

/** @throws Problem `not-found` */
async function requireClaim({ service, params: { registration = '' } }: DeskContext): Promise<ClaimView> {
  const claim = /^reg_[\w-]+$/.test(registration) ? await findClaim(service, registration) : undefined
  if (!claim) throw new Problem('not-found', { detail: NO_CLAIM })
  return claim
}
