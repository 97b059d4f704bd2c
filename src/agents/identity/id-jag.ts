/**
 * The word of a provider about a person: an ID-JAG (draft-ietf-oauth-identity-assertion-authz-grant, and auth.md, which asks
 * for a recent sign-in and a verified address). What a JOSE library leaves open is checked here by hand.
 */
import { compactVerify, errors } from 'jose'
import * as z from 'zod'
import type { Clock } from '../../world.ts'
import { API_ROOT } from '../../site.ts'
import { AgentError, type AgentErrorCode } from '../agent-error.ts'
import type { IssuerKeys } from './issuer-keys.ts'
import type { TrustedIssuer } from './trusted-issuer.ts'

const TYP = 'oauth-id-jag+jwt'
const MAX_LENGTH = 16 * 1024
const SKEW_SECONDS = 60
const MAX_LIFETIME_SECONDS = 300
/** How long ago the person may have signed in with the provider, seconds. */
export const MAX_AUTH_AGE_SECONDS = 3600

const Header = z.looseObject({ typ: z.literal(TYP), alg: z.string(), kid: z.string().min(1).max(255) })
const text = z.string().min(1).refine((value) => value.isWellFormed(), 'well-formed Unicode')
const Claims = z.looseObject({
  iss: text,
  sub: text.max(255),
  client_id: text,
  jti: text,
  exp: z.int(),
  iat: z.int(),
  nbf: z.int().optional(),
  scope: z.string().optional(),
})
type Claims = z.infer<typeof Claims>

/** What a provider says. */
export interface IdJag {
  issuer: string
  subject: string
  jti: string
  email: string
  /** Narrows what is granted. */
  scope: string | undefined
}

interface Context {
  issuers: readonly TrustedIssuer[]
  keys: IssuerKeys
  clock: Clock
  base: string
}

/**
 * Checks an ID-JAG: syntax, issuer, signature, claims. Whether it was used before, the caller looks up last.
 * @throws AgentError naming what is wrong
 */
export async function verifyIdJag(assertion: unknown, { issuers, keys, clock, base }: Context): Promise<IdJag> {
  const [headerPart, payloadPart] = partsOf(assertion)
  const header = Header.safeParse(decode(headerPart))
  const claims = Claims.safeParse(decode(payloadPart))
  if (!header.success || ['crit', 'b64', 'zip', 'enc'].some((name) => name in (header.data ?? {}))) throw refused('invalid_request', 'the header is not that of an ID-JAG')
  if (!claims.success) throw refused('invalid_request', `the claim ${claims.error.issues[0]?.path.join('.') || 'set'} is missing or of the wrong kind`)
  const issuer = issuers.find((candidate) => candidate.issuer === claims.data.iss)
  if (!issuer) throw refused('issuer_not_enabled', 'the issuer is not on the trust list')
  const { alg, kid } = header.data
  if (!issuer.algorithms.some((allowed) => allowed === alg)) throw refused('invalid_signature', 'the algorithm is not on the list of the issuer')
  const key = await keys.keyFor(issuer, kid, alg)
  if (!key) throw refused('invalid_signature', 'the issuer has no such key')
  try {
    await compactVerify(String(assertion), key, { algorithms: [alg] })
  } catch (error) {
    throw refused('invalid_signature', error instanceof errors.JOSEError ? error.code : 'the key cannot be used')
  }
  return checkClaims(claims.data, issuer, base, Math.floor(clock.now().getTime() / 1000))
}

function checkClaims(claims: Claims, issuer: TrustedIssuer, base: string, now: number): IdJag {
  const own = [base + API_ROOT, base]
  const audience = Array.isArray(claims.aud) && claims.aud.length === 1 ? claims.aud[0] : claims.aud
  if (!own.includes(audience as string)) throw refused('invalid_audience', 'the audience is another')
  if (claims.exp <= now - SKEW_SECONDS || claims.iat > now + SKEW_SECONDS || (claims.nbf ?? 0) > now + SKEW_SECONDS) throw refused('expired', 'it is not valid now')
  if (claims.exp - claims.iat > MAX_LIFETIME_SECONDS || claims.exp <= claims.iat) throw refused('expired', 'its lifetime is not right')
  if (!issuer.clientIds.includes(claims.client_id)) throw refused('issuer_not_enabled', 'the client is not on the list of the issuer')
  // What is bound to a key, or to details that nobody here understands, must not be taken without them.
  if ('cnf' in claims || 'authorization_details' in claims) throw refused('invalid_request', 'it is constrained in a way that is not supported')
  if (claims.resource !== undefined && !own.includes(claims.resource as string)) throw refused('invalid_target', 'the resource is another')
  requireRecentSignIn(claims.auth_time, now)
  if (claims.email_verified !== true || typeof claims.email !== 'string' || claims.email === '') throw refused('missing_verified_email', 'there is no verified address')
  return { issuer: claims.iss, subject: claims.sub, jti: claims.jti, email: claims.email, scope: claims.scope }
}

function requireRecentSignIn(authTime: unknown, now: number): void {
  const recent = Number.isInteger(authTime) && Number(authTime) >= now - MAX_AUTH_AGE_SECONDS && Number(authTime) <= now + SKEW_SECONDS
  if (recent) return
  throw new AgentError('login_required', {
    reason: 'auth_time is missing, too old or in the future',
    members: { max_age: MAX_AUTH_AGE_SECONDS },
    headers: { 'WWW-Authenticate': `AgentAuth error="login_required", max_age="${MAX_AUTH_AGE_SECONDS}"` },
  })
}

function partsOf(assertion: unknown): [string, string] {
  if (typeof assertion !== 'string' || assertion === '') throw new AgentError('invalid_request', { sentence: 'The member assertion is missing.' })
  if (assertion.length > MAX_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(assertion)) throw refused('invalid_request', 'it is no compact JWS')
  const [header = '', payload = ''] = assertion.split('.')
  return [header, payload]
}

function decode(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url')))
  } catch {
    return undefined
  }
}

const refused = (code: AgentErrorCode, reason: string) => new AgentError(code, { reason })
