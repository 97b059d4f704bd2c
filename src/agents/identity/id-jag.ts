/**
 * Identity assertions of other providers (ID-JAG): what one must be before its word about a person counts here.
 * Sources: draft-ietf-oauth-identity-assertion-authz-grant, sections "ID-JAG" and "Processing Rules"; auth.md; RFC 8725.
 * The `jti` is not burnt here: the caller does that last, so that a refused assertion costs nothing.
 */
import { base64url } from 'jose'
import * as z from 'zod'
import { isEmailAddress } from '../../email-address.ts'
import { API_ROOT } from '../../site.ts'
import type { Clock } from '../../ports.ts'
import { AgentError, type AgentErrorCode } from '../agent-error.ts'
import { nowSeconds, SKEW_SECONDS } from '../registration.ts'
import { type IssuerKeys, signatureFault } from './issuer-keys.ts'
import type { TrustedIssuer, TrustedIssuers } from './trusted-issuer.ts'
import { HOUR_SECONDS, MINUTE_SECONDS, SECOND_MS } from '../../duration.ts'

/** Keeps every other kind of JWT out that the same key signs (RFC 8725 section 3.11). */
const TYP = 'oauth-id-jag+jwt'
const MAX_LENGTH = 16 * 1024
const MAX_KID_LENGTH = 255
const MAX_LIFETIME_SECONDS = 5 * MINUTE_SECONDS
/** Oldest sign-in of the person. */
const MAX_AGE_SECONDS = HOUR_SECONDS

/** What a provider vouches for. */
export interface IdJag {
  issuer: string
  /** The person, as the provider names them; it means nothing without the issuer. */
  subject: string
  clientId: string
  /** Any text, unique to the issuer only. */
  jti: string
  /** Verified by the provider, as it was written. */
  email: string
  /** Space-separated; absent when the provider sets no bounds. */
  scopes?: string
  /** The `exp` of the assertion; it is accepted for `SKEW_SECONDS` more, and so long its `jti` must be remembered. */
  expiresAt: Date
}

/** What the verification needs to know. */
export interface IdJagContext {
  issuers: TrustedIssuers
  keys: IssuerKeys
  clock: Clock
  /** The base address of this service. */
  base: string
}

const NOT_ALLOWED = z.never().optional()
/** `jwk`, `jku`, `x5c` and `x5u` may be there and are not looked at: a token does not say which key to trust. */
const Header = z.looseObject({
  typ: z.literal(TYP),
  alg: z.string(),
  kid: z.string().min(1).max(MAX_KID_LENGTH),
  crit: NOT_ALLOWED,
  b64: NOT_ALLOWED,
  zip: NOT_ALLOWED,
})
type Header = z.infer<typeof Header>

const Name = z.string().min(1)
/** Whole seconds; a number too large to be exact is none. */
const Time = z.int()
const IssuerClaim = z.looseObject({ iss: Name })
const Claims = z.looseObject({
  iss: Name,
  sub: Name,
  aud: z.unknown().refine((aud) => aud !== undefined),
  client_id: Name,
  jti: Name,
  exp: Time,
  iat: Time,
  nbf: Time.optional(),
})
type Claims = z.infer<typeof Claims>
/** Constraints that nobody here checks, so they must not be passed over (RFC 7800 section 3.1, RFC 9396). */
const Unconstrained = z.looseObject({ cnf: NOT_ALLOWED, authorization_details: NOT_ALLOWED })
const Scoped = z.looseObject({ scope: z.string().optional() })

/**
 * Verifies an assertion of a trusted issuer. Nothing is fetched before its issuer is found on the trust list.
 * @param assertion as it was sent
 * @returns what the issuer vouches for
 * @throws AgentError naming the first rule that is broken, or `temporarily_unavailable` when the issuer's keys cannot be had
 */
export async function verifyIdJag(assertion: string, { issuers, keys, clock, base }: IdJagContext): Promise<IdJag> {
  const { header, payload } = parseAssertion(assertion)
  const { iss } = parseWith(IssuerClaim, payload, 'claims')
  const issuer = issuers.find((trusted) => trusted.issuer === iss)
  if (!issuer) throw refusal('issuer_not_enabled', 'the issuer is not on the trust list')
  await verifySignature(assertion, header, issuer, keys)
  const claims = parseWith(Claims, payload, 'claims')
  const now = nowSeconds({ clock })
  const isOwnAddress = (value: unknown) => value === base + API_ROOT || value === base
  checkAudience(claims, isOwnAddress)
  checkTimes(claims, now)
  if (!issuer.clientIds.includes(claims.client_id))
    throw refusal('issuer_not_enabled', 'the client is not one of this issuer that the trust list names')
  parseWith(Unconstrained, claims, 'claims')
  if (claims.resource !== undefined && !isOwnAddress(claims.resource))
    throw refusal('invalid_target', 'the resource is another one')
  checkSignIn(claims.auth_time, now)
  const email = verifiedEmail(claims)
  const { scope } = parseWith(Scoped, claims, 'claims')
  return {
    issuer: issuer.issuer,
    subject: claims.sub,
    clientId: claims.client_id,
    jti: claims.jti,
    email,
    ...(scope === undefined ? {} : { scopes: scope }),
    expiresAt: new Date(claims.exp * SECOND_MS),
  }
}

function parseAssertion(assertion: string): { header: Header; payload: unknown } {
  if (typeof assertion !== 'string' || assertion.length > MAX_LENGTH)
    throw refusal('invalid_request', 'the assertion is no string, or too long')
  const parts = assertion.split('.')
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length !== 3) throw refusal('invalid_request', 'the assertion has not three parts')
  decode(signature)
  return { header: parseWith(Header, parseJson(header), 'header'), payload: parseJson(payload) }
}

/** One spelling for one value: no white space, no padding, no other alphabet, no bits left over. */
function decode(part: string): Uint8Array {
  try {
    const bytes = base64url.decode(part)
    if (part !== '' && base64url.encode(bytes) === part) return bytes
  } catch {
    // Refused below, with all other spellings.
  }
  throw refusal('invalid_request', 'a part of the assertion is not base64url')
}

/** Of a name that occurs twice the last one counts, for every check and for what is returned alike (RFC 7519 section 4). */
function parseJson(part: string): unknown {
  const bytes = decode(part)
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return JSON.parse(text, (name: string, value: unknown) => {
      // Half a character would become another one on its way into the store, and so may meet the name of somebody else.
      if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
        throw new SyntaxError('lone surrogate')
      return value
    })
  } catch {
    // The error would quote the token.
    throw refusal('invalid_request', 'a part of the assertion is not JSON in UTF-8')
  }
}

/** @throws AgentError `invalid_request` with the name of the member, which is one of the schema and none of the token */
function parseWith<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw refusal(
    'invalid_request',
    `${where}: ${result.error.issues[0]?.path.join('.') || 'no object'} is missing or not allowed`,
  )
}

async function verifySignature(
  assertion: string,
  header: Header,
  issuer: TrustedIssuer,
  keys: IssuerKeys,
): Promise<void> {
  const fault = await signatureFault(assertion, header, issuer, keys)
  if (fault) throw refusal('invalid_signature', fault)
}

/** One audience, or others could use the assertion here that was meant for them. */
function checkAudience({ aud }: Claims, isOwnAddress: (value: unknown) => boolean): void {
  const [only, ...others] = Array.isArray(aud) ? (aud as unknown[]) : [aud]
  if (!isOwnAddress(only) || others.length > 0)
    throw refusal('invalid_audience', 'the audience is another one, or not the only one')
}

function checkTimes({ exp, iat, nbf = iat }: Claims, now: number): void {
  const lifetime = exp - iat
  if (lifetime <= 0 || lifetime > MAX_LIFETIME_SECONDS)
    throw refusal('expired', 'the time between iat and exp is too long, or none')
  if (now >= exp + SKEW_SECONDS) throw refusal('expired', 'exp is over')
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

function verifiedEmail({ email, email_verified: isVerified }: Claims): string {
  if (typeof email !== 'string' || !isEmailAddress(email) || isVerified !== true)
    throw refusal('missing_verified_email', 'the e-mail address is missing, is none, or is not verified')
  return email
}

function refusal(code: AgentErrorCode, reason: string): AgentError {
  return new AgentError(code, { reason })
}
