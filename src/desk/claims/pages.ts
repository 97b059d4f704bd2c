/** Claims at the desk: agents ask to act for a person. The staff confirm or deny a claim after speaking to that person. */
import {
  type ClaimView,
  listConfirmedClaims,
  findClaim,
  listWaitingClaims,
  findClaimsByEmail,
  KEPT_DAYS,
} from '../../agents/claims/claim-list.ts'
import { decide } from '../../agents/claims/confirmation.ts'
import { readBackCode } from '../../agents/claims/delivery.ts'
import { revokeRegistration } from '../../agents/registration.ts'
import { officeTime } from '../../dates.ts'
import { Problem } from '../../problem.ts'
import { consumeRateLimit } from '../../service/rate-limit.ts'
import { notifyAgentLinked } from '../../service/notify-agent-linked.ts'
import { staffNames } from '../../staff/staff-member.ts'
import { recordAudit, NONE_FOUND } from '../../staff/audit.ts'
import {
  CLAIMS_ROUTE,
  claimCard,
  claimPath,
  claimsOfAddress,
  claimsPage,
  VERIFIED_BY,
  type VerifiedBy,
} from './views.ts'
import type { DeskAnswer, DeskContext, DeskRow } from '../page.ts'

export const CLAIM_PAGES: readonly DeskRow[] = [
  { path: CLAIMS_ROUTE, GET: (context) => claimsOverview(context), POST: findByForm },
  {
    path: `${CLAIMS_ROUTE}/:registration`,
    GET: async (context) => claimCardPage(context, await requireClaim(context)),
    POST: decideByForm,
  },
  { path: `${CLAIMS_ROUTE}/:registration/revoke`, POST: revoke },
]

const KEPT = `Claims are kept for ${KEPT_DAYS.decided} days, those without a decision for ${KEPT_DAYS.undecided}.`
const CLAIM_OVER =
  'This claim is over: its time is up, the code was replaced by a later one, or a wrong code was entered too often. The agent must ask again.'

async function claimsOverview({ service, member }: DeskContext, rejected?: { code: string; error: string }) {
  const [waiting, confirmed] = await Promise.all([listWaitingClaims(service), listConfirmedClaims(service)])
  return { title: 'Claims', content: claimsPage(waiting, confirmed, member, rejected), status: rejected ? 422 : 200 }
}

/** Finds a claim by its code or by an e-mail address, sent in the body because proxies log addresses of pages. */
async function findByForm(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const code = form.get('code') ?? ''
  await consumeRateLimit('desk-code', { address: member.id }, service)
  if (code.includes('@')) return findByEmail(context, code.trim())
  const claim = await findClaim(service, code.trim())
  await recordSearch(context, claim ? [claim] : [])
  if (!claim)
    return claimsOverview(context, {
      code,
      error: 'There is no claim with this code. Ask the person to read it out again: eight letters, like BCDF-GHJK.',
    })
  // The code of a replaced attempt must not lead to the later attempt.
  if (claim.state === 'over') return claimsOverview(context, { code, error: CLAIM_OVER })
  return { redirect: claimPath(claim.registration) }
}

async function findByEmail(context: DeskContext, email: string): Promise<DeskAnswer> {
  const claims = await findClaimsByEmail(context.service, email)
  await recordSearch(context, claims)
  const [claim] = claims
  if (!claim)
    return claimsOverview(context, {
      code: email,
      error: `No claim for this e-mail address is waiting or confirmed. ${KEPT}`,
    })
  if (claims.length === 1) return { redirect: claimPath(claim.registration) }
  return { title: 'Claims of one address', content: claimsOfAddress(email, claims, context.member) }
}

async function decideByForm(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const claim = await requireClaim(context)
  const { registration } = claim
  const outcome = form.get('decision')
  if (outcome !== 'confirmed' && outcome !== 'denied')
    throw new Problem('invalid-request', { detail: 'Choose to confirm or to deny.' })
  const methods = form.getAll('verified').filter((method): method is VerifiedBy => Object.hasOwn(VERIFIED_BY, method))
  if (outcome === 'confirmed' && !methods.some((method) => VERIFIED_BY[method].isEnough))
    return claimCardPage(
      context,
      claim,
      'Check the boxes for how you verified the person: at least one in the first group. Otherwise do not confirm.',
    )
  await recordAudit(service, member.id, `claim.${outcome}`, registration)
  // The form names the attempt on the page, because the staff have not checked a later attempt.
  const claimRef = { sub: registration, attempt: form.get('attempt') ?? '' }
  const decision = await decide(service, claimRef, {
    outcome,
    by: 'staff',
    how: methods.map((method) => VERIFIED_BY[method].text).join('; '),
    member: member.id,
  })
  // The mail is sent for every confirmation, so that the person always knows.
  if (decision) await notifyAgentLinked(service, registration, decision)
  if (decision?.outcome === outcome) return { redirect: claimPath(registration) }
  return claimCardPage(
    context,
    await requireClaim(context),
    decision
      ? `This claim was already ${decision.outcome}, on ${officeTime(decision.at)}. Nothing was changed.`
      : CLAIM_OVER,
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
  await recordAudit(service, member.id, 'claim.opened', claim.registration)
  // A person who confirmed with the link in the mail saw the code on that page.
  const confirmedByStaff = claim.state === 'confirmed' && claim.decision?.by === 'staff'
  const readBack = confirmedByStaff ? await readBackCode(service, claim.registration, claim.attempt) : undefined
  const names = await staffNames(service)
  return { title: 'A claim', content: claimCard(claim, member, names, { error, readBack }), status: error ? 422 : 200 }
}

async function requireClaim({ service, params: { registration = '' } }: DeskContext): Promise<ClaimView> {
  const claim = /^reg_[\w-]+$/.test(registration) ? await findClaim(service, registration) : undefined
  if (!claim) throw new Problem('not-found', { detail: `There is no such claim. ${KEPT}` })
  return claim
}

export async function recordSearch(
  { service, member }: Pick<DeskContext, 'service' | 'member'>,
  found: readonly Pick<ClaimView, 'registration'>[],
) {
  const subjects = found.length > 0 ? found.map(({ registration }) => registration) : [NONE_FOUND]
  await Promise.all(subjects.map((subject) => recordAudit(service, member.id, 'claims.searched', subject)))
}
