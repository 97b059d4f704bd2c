/**
 * Claims at the desk: agents that ask to act for somebody, and the staff who have spoken to that person. The same use cases
 * as `npm run claims`.
 */
import {
  claimsNaming,
  type ClaimView,
  confirmedClaims,
  findClaim,
  waitingClaims,
} from '../../agents/claims/claim-list.ts'
import { decide } from '../../agents/claims/confirmation.ts'
import type { Decision } from '../../agents/decision.ts'
import { readBackCode } from '../../agents/claims/delivery.ts'
import { endRegistration } from '../../agents/registration.ts'
import { Problem } from '../../problem.ts'
import { admit } from '../../service/rate-limit.ts'
import { tellAgentLinked } from '../../service/announce-agent.ts'
import { listMembers } from '../../staff/staff-member.ts'
import { recordAudit } from '../../staff/audit.ts'
import { NOT_DONE_YET } from '../unsent-form.ts'
import { CLAIMS, claimCard, claimPath, claimsOfOne, claimsPage, VERIFIED_BY, type VerifiedBy } from './views.ts'
import type { DeskAnswer, DeskContext, DeskRow } from '../page.ts'

const OVER =
  'This claim is over: its time ran out, the code was replaced by a later one, or it was entered wrongly too often. The agent must ask anew.'

export const CLAIM_PAGES: readonly DeskRow[] = [
  { path: CLAIMS, GET: (context) => overview(context), POST: find, restore: restoreFind },
  { path: `${CLAIMS}/:registration`, GET: show, POST: decideAs, restore: restoreCard },
  { path: `${CLAIMS}/:registration/revoke`, POST: revoke },
]

async function overview(
  { service, member }: DeskContext,
  tried?: { code: string; error: string },
): Promise<DeskAnswer> {
  const [waiting, confirmed] = await Promise.all([waitingClaims(service), confirmedClaims(service)])
  return { title: 'Claims', content: claimsPage(waiting, confirmed, member, tried), status: tried ? 422 : 200 }
}

/** By the code that the person quotes, or by their address. In a form's body, not in an address: addresses are logged on the way. */
async function find(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const code = form.get('code') ?? ''
  await admit('desk-code', { address: member.id }, service)
  if (code.includes('@')) return findNaming(context, code.trim())
  const claim = await findClaim(service, code.trim())
  if (!claim)
    return overview(context, {
      code,
      error: 'There is no claim with this code. Let the person read it out once more: eight letters, like BCDF-GHJK.',
    })
  // The code of an attempt that a later one has replaced must not lead to what the later one asks.
  if (claim.state === 'over') return overview(context, { code, error: OVER })
  return { redirect: claimPath(claim.registration) }
}

async function restoreFind(context: DeskContext): Promise<DeskAnswer> {
  return overview(context, { code: context.form.get('code') ?? '', error: NOT_DONE_YET })
}

async function findNaming(context: DeskContext, email: string): Promise<DeskAnswer> {
  const claims = await claimsNaming(context.service, email)
  const [claim] = claims
  if (!claim)
    return overview(context, {
      code: email,
      error: 'No claim that names this e-mail address waits or is confirmed. Claims are kept for 45 days.',
    })
  if (claims.length === 1) return { redirect: claimPath(claim.registration) }
  return { title: 'Claims of one address', content: claimsOfOne(email, claims, context.member) }
}

async function show(context: DeskContext): Promise<DeskAnswer> {
  return card(context, await claimOf(context))
}

async function decideAs(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const claim = await claimOf(context)
  const { registration } = claim
  const outcome = form.get('decision')
  if (outcome !== 'confirmed' && outcome !== 'denied')
    throw new Problem('invalid-request', { detail: 'Choose to confirm or to deny.' })
  const ways = form.getAll('verified').filter((way): way is VerifiedBy => Object.hasOwn(VERIFIED_BY, way))
  if (outcome === 'confirmed' && !ways.some((way) => VERIFIED_BY[way].isEnough))
    return card(
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
    how: ways.map((way) => VERIFIED_BY[way].text).join('; '),
    member: member.id,
  })
  // Told by whatever way it was confirmed, so that nobody vouches in somebody's name unseen.
  if (decision) await tellAgentLinked(service, registration, decision)
  if (decision?.outcome === outcome) return { redirect: claimPath(registration) }
  return card(context, await claimOf(context), decision ? alreadyDecided(decision) : OVER)
}

/** Ticks are set anew: whoever decides looks at the claim as it stands now. */
async function restoreCard(context: DeskContext): Promise<DeskAnswer> {
  return card(
    context,
    await claimOf(context),
    'Nothing was decided yet: you signed in again since this page was drawn. Decide again.',
  )
}

const alreadyDecided = ({ outcome }: Decision) =>
  `Somebody else was quicker: this claim was ${outcome} already. Nothing was changed.`

async function revoke(context: DeskContext): Promise<DeskAnswer> {
  const { service, member } = context
  const { registration } = await claimOf(context)
  await recordAudit(service, member.id, 'registration.revoked', registration)
  await endRegistration(service, registration, 'staff', member.id)
  return { redirect: claimPath(registration) }
}

async function card({ service, member }: DeskContext, claim: ClaimView, error?: string): Promise<DeskAnswer> {
  // Whoever confirmed by the link in the mail has seen it there.
  const byUs = claim.state === 'confirmed' && claim.decision?.by === 'staff'
  const readBack = byUs ? await readBackCode(service, claim.registration, claim.attempt) : undefined
  const names = new Map((await listMembers(service)).map(({ id, name }) => [id, name]))
  return { title: 'A claim', content: claimCard(claim, member, names, { error, readBack }), status: error ? 422 : 200 }
}

/** @throws Problem `not-found` */
async function claimOf({ service, params: { registration = '' } }: DeskContext): Promise<ClaimView> {
  const claim = /^reg_[\w-]+$/.test(registration) ? await findClaim(service, registration) : undefined
  if (!claim) throw new Problem('not-found', { detail: 'There is no such claim. Claims are kept for 45 days.' })
  return claim
}
