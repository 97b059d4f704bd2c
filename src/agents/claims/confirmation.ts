/**
 * A claim is confirmed or denied by the link in the mail or by the staff. With the code alone, it can be denied but not confirmed.
 * The code proves that person and agent are in contact; only the mail or the staff proves the person's identity.
 */
import * as z from 'zod'
import { DAY_MS } from '../../duration.ts'
import { unsealAs } from '../../ports.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { waitingKey } from './claim.ts'
import * as record from './claim-record.ts'
import { ClaimRef, hashCode } from './user-code.ts'
import { openParties, rememberPerson } from '../person.ts'

const LINK_PURPOSE = 'claim-link'
const STEP_PURPOSE = 'claim-step'
const REVOKE_PURPOSE = 'claim-end'
/** The lifetime of an assertion of a claimed registration. An assertion that the agent fetches later can outlive the link. */
const REVOCATION_LINK_MS = 30 * DAY_MS

export type ClaimStatus =
  | { state: 'open'; claimRef: ClaimRef; attempt: record.Attempt; found: record.FoundClaim }
  | { state: 'confirmed' | 'denied'; claimRef: ClaimRef; decision: record.Decision }
  /** The claim was confirmed, and the registration was revoked later. */
  | { state: 'revoked' }
  /** Not decided: the window expired, the attempt was replaced, too many codes were wrong, or the registration was revoked. */
  | { state: 'over' }

export type OpenClaim = Extract<ClaimStatus, { state: 'open' }>

const Link = ClaimRef.extend({
  /** The person did not enter the agent's code, so nothing proves that person and agent are in contact. */
  isCodeless: z.literal(true).optional(),
})
type Link = z.infer<typeof Link>

/** `until` is in milliseconds since 1970. */
const RevocationLink = z.object({ sub: z.string(), until: z.number() })

export async function claimStatus(ports: AgentPorts, claimRef: ClaimRef): Promise<ClaimStatus> {
  const found = await record.readClaim(ports, claimRef.sub)
  const { decision, revocation } = found.claim
  if (revocation && decision?.outcome === 'confirmed') return { state: 'revoked' }
  if (decision) return { state: decision.outcome, claimRef, decision }
  const attempt = record.waitingAttempt(found.claim, claimRef.attempt, ports.clock.now())
  return attempt ? { state: 'open', claimRef, attempt, found } : { state: 'over' }
}

/** Counts a wrong code. @returns `step`, a token for the next page, if the code is right; `triesLeft` is 0 when the attempt is over */
export async function verifyCode(
  ports: AgentPorts,
  { claimRef, found }: OpenClaim,
  text: string,
): Promise<{ step: string } | { triesLeft: number }> {
  const { sub: registration, attempt } = claimRef
  // Keyed hashes are compared, so the time of the comparison reveals nothing about the code.
  const code = await hashCode(ports, text)
  const tryCode = (claim: record.Claim, now: Date) => record.tryCode(claim, attempt, code, now)
  const { claim, result } = await record.changeClaim(ports, registration, tryCode, found)
  if (result === 'right') return { step: await ports.keys.seal(STEP_PURPOSE, claimRef) }
  if (claim) ports.log('claim.code-refused', { registration, attempt })
  return { triesLeft: result }
}

export const readStepToken = ({ keys }: AgentPorts, text: string) => unsealAs(ClaimRef, keys, STEP_PURPOSE, text)

/** Counts a mail of the attempt. @returns undefined when the attempt is over or has no mails left, or the address cannot be decrypted */
export async function createConfirmationLink(ports: AgentPorts, claim: OpenClaim, isCodeless: boolean) {
  const { claimRef, attempt, found } = claim
  const parties = await openParties(ports, attempt)
  if (!parties) return undefined
  const count = (before: record.Claim, now: Date) => record.countMail(before, attempt.id, now)
  if (!(await record.changeClaim(ports, claimRef.sub, count, found)).result) return undefined
  const link: Link = { ...claimRef, ...(isCodeless && { isCodeless }) }
  return { email: parties.email, link: await ports.keys.seal(LINK_PURPOSE, link) }
}

export const readConfirmationLink = ({ keys }: AgentPorts, text: string) => unsealAs(Link, keys, LINK_PURPOSE, text)

/** @returns the attempt and the decision in force, which may be an earlier one; undefined when the claim is over or revoked */
export async function decide(ports: AgentPorts, { sub: registration, attempt: id }: ClaimRef, verdict: record.Verdict) {
  const { claim, result } = await record.changeClaim(ports, registration, (before, now) =>
    record.decideAttempt(before, id, verdict, now),
  )
  if (!result) return undefined
  const { attempt, decision } = result
  if (claim) ports.log(`claim.${decision.outcome}`, { registration, attempt: id, by: decision.by })
  // For an earlier decision this is done again, because a crash may have prevented it.
  await Promise.all([
    ports.store.remove(waitingKey(attempt, registration)),
    decision.outcome === 'confirmed' && rememberPerson(ports, { mac: attempt.person }, attempt.link),
  ])
  return result
}

/** @returns the secret in the link with which the person can revoke the registration. The mail about a linked agent has this link. */
export function createRevocationLink({ keys, clock }: AgentPorts, registration: string): Promise<string> {
  const link: z.infer<typeof RevocationLink> = { sub: registration, until: clock.now().getTime() + REVOCATION_LINK_MS }
  return keys.seal(REVOKE_PURPOSE, link)
}

/** @returns the id of the registration; undefined when the link is too old or invalid */
export async function readRevocationLink({ keys, clock }: AgentPorts, text: string) {
  const link = await unsealAs(RevocationLink, keys, REVOKE_PURPOSE, text)
  return link && link.until > clock.now().getTime() ? link.sub : undefined
}
