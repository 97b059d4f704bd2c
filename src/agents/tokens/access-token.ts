/** The access token (RFC 6750) is opaque, sealed and not stored. Revocations are stored, and looked up at every use. */
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { readAssertion, type AssertionHolder } from './assertion.ts'
import { readClaim, revokeRegistration } from '../claims/claim-record.ts'
import { isoFromSeconds, nowSeconds, randomId, REGISTRATION_TYPES } from '../registration.ts'
import * as z from 'zod'
import { keyOf, readValue, createRecord } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'
import { unsealAs } from '../../ports.ts'
import type { TokenResponse } from '../agent-schemas.ts'
import { ALL_SCOPES, type Scope } from '../scope.ts'
import { HOUR_SECONDS, SECOND_MS, SKEW_SECONDS } from '../../duration.ts'
import { API_ROOT, PATHS } from '../../site.ts'

const PURPOSE = 'access-token'
const LIFETIME_SECONDS = HOUR_SECONDS
const MAX_LENGTH = 4096

/** A token is for one of these or for all (RFC 8707). */
export const RESOURCES = [API_ROOT, PATHS.mcp] as const
export type Resource = (typeof RESOURCES)[number]

const Content = z.object({
  jti: z.string(),
  sub: z.string(),
  type: z.enum(REGISTRATION_TYPES),
  claimed: z.boolean(),
  email: z.string().optional(),
  clientName: z.string().optional(),
  scopes: z.array(z.enum(ALL_SCOPES)),
  /** Absent when the token is for all resources. */
  resource: z.enum(RESOURCES).optional(),
  iat: z.int(),
  exp: z.int(),
})
type Content = z.infer<typeof Content>

export interface Agent extends AssertionHolder {
  scopes: Scope[]
  expiresAt: string
}

const revokedTokenKey = (jti: string) => keyOf(RECORDS.revokedToken, { token: jti })

export async function issueAccessToken(
  ports: AgentPorts,
  { registration, claimed, email }: AssertionHolder,
  { scopes, resource }: { scopes: readonly Scope[]; resource: Resource | undefined },
): Promise<TokenResponse> {
  const iat = nowSeconds(ports)
  const { id: sub, type, clientName } = registration
  const holder = { sub, type, clientName, claimed, email, scopes: [...scopes], resource }
  const content: Content = { jti: randomId(), ...holder, iat, exp: iat + LIFETIME_SECONDS }
  const access_token = await ports.keys.seal(PURPOSE, content)
  ports.log('token.issued', { registration: sub, token: content.jti })
  return { access_token, token_type: 'Bearer', expires_in: LIFETIME_SECONDS, scope: scopes.join(' ') }
}

/** @returns undefined when token or registration is revoked, or the token is invalid, for another resource or older than a confirmation */
export async function verifyAccessToken(ports: AgentPorts, text: string, resource: Resource) {
  const content = await openAccessToken(ports, text)
  if (!content || (content.resource ?? resource) !== resource) return undefined
  const [revocation, { claim }] = await Promise.all([
    readValue(ports.store, revokedTokenKey(content.jti)),
    readClaim(ports, content.sub),
  ])
  const isOutdated = !content.claimed && claim.decision?.outcome === 'confirmed'
  if (revocation !== undefined || claim.revocation || isOutdated) return undefined
  const { sub: id, type, clientName, claimed, email, scopes, exp } = content
  return { registration: { id, type, clientName }, claimed, email, scopes, expiresAt: isoFromSeconds(exp) }
}

/** @returns undefined when it is not a token of this service, has expired, is not valid yet, or was issued before `revokeBefore` */
async function openAccessToken(ports: AgentPorts, text: string): Promise<Content | undefined> {
  if (text.length > MAX_LENGTH) return undefined
  const content = await unsealAs(Content, ports.keys, PURPOSE, text)
  const now = nowSeconds(ports)
  const isDead =
    !content || content.exp <= now || content.iat > now + SKEW_SECONDS || content.iat * SECOND_MS < ports.revokeBefore
  return isDead ? undefined : content
}

/**
 * `POST /oauth/revoke` (RFC 7009). An assertion is revoked with its whole registration, which an agent cannot end in another way.
 * Unknown and expired tokens succeed too (section 2.2), because they are already invalid.
 */
export async function revokeToken(ports: AgentPorts, token: string): Promise<void> {
  const content = await openAccessToken(ports, token)
  if (content) {
    const { jti, sub } = content
    if ((await readClaim(ports, sub)).claim.revocation) return
    const created = await createRecord(ports.store, revokedTokenKey(jti), { at: ports.clock.now().toISOString() })
    if (created) ports.log('token.revoked', { registration: sub, token: jti })
    return
  }
  try {
    const { registration } = await readAssertion(ports, token)
    await revokeRegistration(ports, registration.id, 'agent')
  } catch (error) {
    if (!(error instanceof AgentError)) throw error
  }
}
