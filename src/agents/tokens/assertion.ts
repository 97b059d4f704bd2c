/**
 * The identity assertion: what a registration shows to get access tokens (RFC 7523). Signed by this service for itself.
 */
import * as z from 'zod'
import { AgentError } from '../agent-error.ts'
import type { AgentWorld } from '../agent-ports.ts'
import { readDecision } from '../decision.ts'
import {
  isEnded,
  isoTime,
  randomText,
  REGISTRATION_TYPES,
  secondsNow,
  SKEW_SECONDS,
  type Registration,
} from '../registration.ts'
import { ALL_SCOPES, narrowScopes, type Scope } from '../scope.ts'
import { DAY_SECONDS, SECOND_MS } from '../../duration.ts'

/** Media type of the assertion, which the two dialects of auth.md fix (header `typ`). */
const TYP = 'oauth-id-jag+jwt'
const UNCLAIMED_SECONDS = DAY_SECONDS
const CLAIMED_SECONDS = 30 * DAY_SECONDS
/** Longest assertion that is looked at, characters. */
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
  scope: z.string().optional(),
})

/** The members of an answer that hold an assertion, in both dialects. */
export interface IssuedAssertion {
  identity_assertion: string
  assertion_expires: string
  identity: { assertion: string; expires_at: string }
}

/** Who shows an assertion. */
export interface Holder {
  registration: Registration
  /** True when a person, or a provider that is trusted with it, vouches for the agent. */
  claimed: boolean
}

/** What an assertion says beside the registration. */
interface Vouched {
  /** Address of the person who vouched; left out before that. */
  email?: string
  /** What it is good for at most; left out for everything. */
  scopes?: readonly Scope[]
  /** 24 hours before a person vouched, 30 days after, unless said. */
  lifetimeSeconds?: number
}

/** Signs an assertion. */
export async function issueAssertion(
  world: Pick<AgentWorld, 'keys' | 'clock' | 'base'>,
  { id, type }: Registration,
  vouched: Vouched = {},
): Promise<IssuedAssertion> {
  const { email, scopes, lifetimeSeconds = email === undefined ? UNCLAIMED_SECONDS : CLAIMED_SECONDS } = vouched
  const iat = secondsNow(world)
  const exp = iat + lifetimeSeconds
  const person = email === undefined ? {} : { email, email_verified: true }
  const claims = {
    iss: world.base,
    aud: world.base,
    sub: id,
    jti: randomText(),
    iat,
    exp,
    registration_type: type,
    ...(scopes && { scope: scopes.join(' ') }),
    ...person,
  }
  const assertion = await world.keys.sign(TYP, claims)
  return {
    identity_assertion: assertion,
    assertion_expires: isoTime(exp),
    identity: { assertion, expires_at: isoTime(exp) },
  }
}

/**
 * Checks an assertion: RFC 7523 section 3, and that its registration lives.
 * @throws AgentError `invalid_grant`, one sentence for every reason; the reason is for the log
 */
export async function verifyAssertion(world: AgentWorld, text: string): Promise<Holder & { scopes: Scope[] }> {
  const holder = await readAssertion(world, text)
  const { id } = holder.registration
  const [ended, decision] = await Promise.all([isEnded(world, id), readDecision(world, id)])
  if (ended) throw refused('its registration has ended')
  // What was issued before the person confirmed gains nothing by it: the agent gets another one.
  if (decision?.outcome === 'confirmed' && !holder.claimed) throw refused('it is from before the claim')
  return holder
}

/** As `verifyAssertion`, without looking whether the registration lives. */
export async function readAssertion(world: AgentWorld, text: string): Promise<Holder & { scopes: Scope[] }> {
  if (text.length > MAX_LENGTH) throw refused('it is too long')
  const parsed = Claims.safeParse(await world.keys.verify(TYP, text))
  if (!parsed.success) throw refused('it is no assertion of ours')
  const { iss, aud, sub, iat, exp, nbf = iat, registration_type, email, scope } = parsed.data
  const now = secondsNow(world)
  if (iss !== world.base || aud !== world.base) throw refused('issuer or audience is another')
  if (exp <= now - SKEW_SECONDS) throw refused('it has expired')
  if (iat > now + SKEW_SECONDS || nbf > now + SKEW_SECONDS) throw refused('it is not valid yet')
  if (exp - iat > CLAIMED_SECONDS) throw refused('it is valid for too long')
  if (iat * SECOND_MS < world.revokeBefore) throw refused('all of its time were ended')
  return {
    registration: { id: sub, type: registration_type },
    claimed: email !== undefined,
    scopes: narrowScopes(scope, ALL_SCOPES),
  }
}

const refused = (reason: string) => new AgentError('invalid_grant', { reason })
