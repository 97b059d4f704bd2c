/** An agent exchanges its identity assertion for access tokens (RFC 7523). This service signs and verifies the assertion. */
import * as z from 'zod'
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { readClaim } from '../claims/claim-record.ts'
import { isoFromSeconds, nowSeconds, randomId, REGISTRATION_TYPES, type Registration } from '../registration.ts'
import { ALL_SCOPES, narrowScopes, type Scope } from '../scope.ts'
import { DAY_SECONDS, SECOND_MS, SKEW_SECONDS } from '../../duration.ts'

/** auth.md has two dialects (`agent-schemas.ts`), and both prescribe this `typ`. */
const TYP = 'oauth-id-jag+jwt'
export const ASSERTION_SECONDS = { unclaimed: DAY_SECONDS, claimed: 30 * DAY_SECONDS } as const
const MAX_LENGTH = 16 * 1024

const Claims = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string().regex(/^reg_[\w-]{22}$/),
  jti: z.string().min(1),
  iat: z.int(),
  exp: z.int(),
  nbf: z.int().optional(),
  registration_type: z.enum(REGISTRATION_TYPES),
  email: z.string().optional(),
  client_name: z.string().optional(),
  scope: z.string().optional(),
})

export interface AssertionHolder {
  registration: Registration
  /** A person or a trusted provider vouches for the agent. */
  claimed: boolean
  /** The person's address. It is absent while `claimed` is false, and in tokens of earlier versions. */
  email?: string | undefined
}

interface AssertionOptions {
  email?: string
  /** Limits the scopes that can be granted; the default is all scopes. */
  scopes?: readonly Scope[]
  /** The default is 30 days with `email`, else 24 hours. */
  lifetimeSeconds?: number
}

export async function issueAssertion(ports: AgentPorts, registration: Registration, options: AssertionOptions = {}) {
  const { id, type, clientName } = registration
  const { email, scopes, lifetimeSeconds } = options
  const iat = nowSeconds(ports)
  const exp = iat + (lifetimeSeconds ?? ASSERTION_SECONDS[email === undefined ? 'unclaimed' : 'claimed'])
  const claims = {
    iss: ports.base,
    aud: ports.base,
    sub: id,
    jti: randomId(),
    iat,
    exp,
    registration_type: type,
    client_name: clientName,
    scope: scopes?.join(' '),
    ...(email !== undefined && { email, email_verified: true }),
  }
  const assertion = await ports.keys.sign(TYP, claims)
  const expires_at = isoFromSeconds(exp)
  return { identity_assertion: assertion, assertion_expires: expires_at, identity: { assertion, expires_at } }
}

/**
 * Verifies an assertion (RFC 7523 section 3). Its registration must not be revoked, and no claim may have been confirmed after it.
 * @throws AgentError `invalid_grant` with the same description for every fault; the reason goes to the log
 */
export async function verifyAssertion(ports: AgentPorts, text: string): Promise<AssertionHolder & { scopes: Scope[] }> {
  const holder = await readAssertion(ports, text)
  const { decision, revocation } = (await readClaim(ports, holder.registration.id)).claim
  if (revocation) throw invalidGrant('its registration is revoked')
  // A confirmation does not upgrade older assertions: the agent gets a new one.
  if (decision?.outcome === 'confirmed' && !holder.claimed) throw invalidGrant('it predates the claim')
  return holder
}

/** Like `verifyAssertion`, but without the stored claim: it accepts revoked assertions, and those from before a confirmation. */
export async function readAssertion(ports: AgentPorts, text: string): Promise<AssertionHolder & { scopes: Scope[] }> {
  if (text.length > MAX_LENGTH) throw invalidGrant('it is too long')
  const parsed = Claims.safeParse(await ports.keys.verify(TYP, text))
  if (!parsed.success) throw invalidGrant('it is not an assertion of this service')
  const { iss, aud, sub, iat, exp, nbf = iat, registration_type, email, client_name, scope } = parsed.data
  const now = nowSeconds(ports)
  if (iss !== ports.base || aud !== ports.base) throw invalidGrant('issuer or audience is wrong')
  if (exp <= now - SKEW_SECONDS) throw invalidGrant('it has expired')
  if (iat > now + SKEW_SECONDS || nbf > now + SKEW_SECONDS) throw invalidGrant('it is not valid yet')
  if (exp - iat > ASSERTION_SECONDS.claimed) throw invalidGrant('it is valid for too long')
  if (iat * SECOND_MS < ports.revokeBefore) throw invalidGrant('it was issued before REVOKE_ISSUED_BEFORE')
  const registration = { id: sub, type: registration_type, clientName: client_name }
  return { registration, claimed: email !== undefined, email, scopes: narrowScopes(scope, ALL_SCOPES) }
}

const invalidGrant = (reason: string) => new AgentError('invalid_grant', { reason })
