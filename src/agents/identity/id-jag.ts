/**
 * Verifies an ID-JAG, an identity assertion of a trusted provider.
 * Sources: draft-ietf-oauth-identity-assertion-authz-grant, sections "ID-JAG" and "Processing Rules"; auth.md; RFC 8725.
 * The caller marks the `jti` as used. An assertion that is refused here costs no storage.
 */
import * as z from 'zod'
import { isEmailAddress } from '../../email-address.ts'
import { API_ROOT } from '../../site.ts'
import { AgentError, type AgentErrorCode } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { nowSeconds } from '../registration.ts'
import { readUnverified } from './issuer-keys.ts'
import { HOUR_SECONDS, MINUTE_SECONDS, SKEW_SECONDS } from '../../duration.ts'

/** The same key may sign other kinds of JWT, which are refused (RFC 8725 section 3.11). */
const TYP = 'oauth-id-jag+jwt'
const MAX_KID_LENGTH = 255
const MAX_LIFETIME_SECONDS = 5 * MINUTE_SECONDS
/** The person must have signed in with the provider within this time. */
const MAX_AGE_SECONDS = HOUR_SECONDS

const NOT_ALLOWED = z.never().optional()
/** `jwk`, `jku`, `x5c` and `x5u` are ignored: a token must not choose the key that verifies it. */
const Header = z.looseObject({
  typ: z.literal(TYP),
  alg: z.string(),
  kid: z.string().min(1).max(MAX_KID_LENGTH),
  crit: NOT_ALLOWED,
  b64: NOT_ALLOWED,
  zip: NOT_ALLOWED,
})

/** UTF-8 replaces lone surrogates, so two different names could become equal in the store. */
const Name = z
  .string()
  .min(1)
  .refine((name) => name.isWellFormed())
/** Seconds since 1970. */
const Time = z.int()
const Claims = z.looseObject({
  iss: Name,
  sub: Name,
  aud: z.unknown().refine((aud) => aud !== undefined),
  client_id: Name,
  jti: Name,
  exp: Time,
  iat: Time,
  nbf: Time.optional(),
  scope: z.string().optional(),
  // This service cannot enforce these constraints, so it must refuse the token (RFC 7800 section 3.1, RFC 9396).
  cnf: NOT_ALLOWED,
  authorization_details: NOT_ALLOWED,
})
type Claims = z.infer<typeof Claims>
const Token = z.object({ header: Header, claims: Claims })

/**
 * Keys are fetched only if the issuer is on the trust list.
 * @throws AgentError with the code of the first broken rule, or `temporarily_unavailable` when the issuer's keys cannot be fetched
 */
export async function verifyIdJag(
  assertion: string,
  { trustedIssuers, issuerKeys, clock, base }: Pick<AgentPorts, 'trustedIssuers' | 'issuerKeys' | 'clock' | 'base'>,
) {
  const token = Token.safeParse(readUnverified(assertion))
  // The reason names members, and never a value from the token.
  if (!token.success)
    throw refusal('invalid_request', `${token.error.issues[0]?.path.join('.') || 'the text'} is missing or not allowed`)
  const { claims } = token.data
  const issuer = trustedIssuers.find((trusted) => trusted.issuer === claims.iss)
  if (!issuer) throw refusal('issuer_not_enabled', 'the issuer is not on the trust list')
  const fault = await issuerKeys.signatureFault(assertion, issuer)
  if (fault) throw refusal('invalid_signature', fault)
  const now = nowSeconds({ clock })
  const isOwnAddress = (value: unknown) => value === base + API_ROOT || value === base
  // If an assertion had several audiences, another one of them could send it here.
  const [audience, ...others] = [claims.aud].flat()
  if (!isOwnAddress(audience) || others.length > 0)
    throw refusal('invalid_audience', 'the audience is wrong, or is not the only one')
  checkTimes(claims, now)
  if (!issuer.clientIds.includes(claims.client_id))
    throw refusal('issuer_not_enabled', 'the trust list does not name this client for the issuer')
  if (claims.resource !== undefined && !isOwnAddress(claims.resource))
    throw refusal('invalid_target', 'the resource does not belong to this service')
  checkSignIn(claims.auth_time, now)
  const { email, email_verified: isVerified } = claims
  if (typeof email !== 'string' || !isEmailAddress(email) || isVerified !== true)
    throw refusal('missing_verified_email', 'the e-mail address is missing, invalid or not verified')
  return {
    issuer: issuer.issuer,
    /** This is unique only together with the issuer. */
    subject: claims.sub,
    /** This is unique only together with the issuer. It must be remembered until `SKEW_SECONDS` after the claim `exp`. */
    jti: claims.jti,
    /** The address is not normalized. */
    email,
    /** Names separated by spaces; undefined when the provider does not limit the scopes. */
    scopes: claims.scope,
  }
}

function checkTimes({ exp, iat, nbf = iat }: Claims, now: number): void {
  const lifetime = exp - iat
  if (lifetime <= 0 || lifetime > MAX_LIFETIME_SECONDS)
    throw refusal('expired', 'the time between iat and exp is too long, or not positive')
  if (now >= exp + SKEW_SECONDS) throw refusal('expired', 'exp is in the past')
  if (iat > now + SKEW_SECONDS || nbf > now + SKEW_SECONDS) throw refusal('expired', 'iat or nbf is in the future')
}

function checkSignIn(authTime: unknown, now: number): void {
  const time = Time.safeParse(authTime)
  if (time.success && time.data >= now - MAX_AGE_SECONDS && time.data <= now + SKEW_SECONDS) return
  throw new AgentError('login_required', {
    reason: 'auth_time is missing, too old or in the future',
    members: { max_age: MAX_AGE_SECONDS },
    headers: { 'WWW-Authenticate': `AgentAuth error="login_required", max_age="${MAX_AGE_SECONDS}"` },
  })
}

const refusal = (code: AgentErrorCode, reason: string) => new AgentError(code, { reason })
