/**
 * The access token (RFC 6750): opaque, sealed, and stored nowhere. What ends it is a fact, looked up at every use.
 */
import * as z from 'zod'
import { readDecision } from '../decision.ts'
import type { AgentWorld } from '../agent-ports.ts'
import { isEnded, isoTime, randomText, REGISTRATION_TYPES, secondsNow } from '../registration.ts'
import type { Holder } from './assertion.ts'
import { ALL_SCOPES, type Scope } from '../scope.ts'
import { HOUR_SECONDS, SECOND_MS } from '../../duration.ts'

const PURPOSE = 'access-token'
/** Lifetime, seconds. */
const LIFETIME_SECONDS = HOUR_SECONDS
/** Longest token that is looked at, characters. */
const MAX_LENGTH = 4096

const Content = z.object({
  jti: z.string(),
  sub: z.string(),
  type: z.enum(REGISTRATION_TYPES),
  claimed: z.boolean(),
  scopes: z.array(z.enum(ALL_SCOPES)),
  iat: z.int(),
  exp: z.int(),
})
type Content = z.infer<typeof Content>

/** Who calls with a token. */
export interface Agent extends Holder {
  scopes: Scope[]
  /** ISO 8601. */
  expiresAt: string
}

/** A token response, RFC 6749 section 5.1. */
export interface TokenResponse {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
}

/** Below this prefix there is one key per revoked token. */
export const REVOKED_TOKENS = 'revoked/tokens/'
const revokedKey = (jti: string) => REVOKED_TOKENS + jti

/** Issues a token. Costs no storage. */
export async function issueAccessToken(
  world: AgentWorld,
  { registration, claimed }: Holder,
  scopes: readonly Scope[],
): Promise<TokenResponse> {
  const iat = secondsNow(world)
  const content: Content = {
    jti: randomText(),
    sub: registration.id,
    type: registration.type,
    claimed,
    scopes: [...scopes],
    iat,
    exp: iat + LIFETIME_SECONDS,
  }
  const access_token = await world.keys.seal(PURPOSE, content)
  world.log('token.issued', { registration: registration.id, token: content.jti })
  return { access_token, token_type: 'Bearer', expires_in: LIFETIME_SECONDS, scope: scopes.join(' ') }
}

/**
 * Who calls with this token, now.
 * @returns undefined when it is unknown, expired or revoked, its registration ended, or it is from before a claim
 */
export async function verifyAccessToken(world: AgentWorld, text: string): Promise<Agent | undefined> {
  const content = await openAccessToken(world, text)
  const now = secondsNow(world)
  if (!content || content.exp <= now || content.iat * SECOND_MS < world.revokeBefore) return undefined
  const [revoked, ended, decision] = await Promise.all([
    world.store.read(revokedKey(content.jti)),
    isEnded(world, content.sub),
    content.claimed ? undefined : readDecision(world, content.sub),
  ])
  if (revoked !== undefined || ended || decision?.outcome === 'confirmed') return undefined
  return {
    registration: { id: content.sub, type: content.type },
    claimed: content.claimed,
    scopes: content.scopes,
    expiresAt: isoTime(content.exp),
  }
}

/** Revokes a token; from now on it is unknown. Anything else is left alone. */
export async function revokeAccessToken(world: AgentWorld, text: string): Promise<boolean> {
  const content = await openAccessToken(world, text)
  if (!content) return false
  const created = await world.store.create(revokedKey(content.jti), { at: world.clock.now().toISOString() })
  if (created) world.log('token.revoked', { registration: content.sub, token: content.jti })
  return true
}

async function openAccessToken({ keys }: AgentWorld, text: string): Promise<Content | undefined> {
  if (text.length > MAX_LENGTH) return undefined
  const parsed = Content.safeParse(await keys.unseal(PURPOSE, text))
  return parsed.success ? parsed.data : undefined
}
