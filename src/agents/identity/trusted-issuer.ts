/**
 * The trust list: providers whose word about a person is taken (ID-JAG). Configuration that somebody at the firm has reviewed;
 * empty unless they did, and then the method is not offered.
 */
import * as z from 'zod'
import { SettingsError } from '../../settings.ts'
import { isLoopback } from '../../site.ts'

/** Asymmetric algorithms only: a shared secret would let this service speak for the provider. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'EdDSA', 'Ed25519'] as const

const Address = z.string().refine(isProviderAddress, 'an https address with a host name, without user, port tricks or fragment (http only for localhost)')

export const TrustedIssuer = z
  .strictObject({
    /** Compared with `iss` as a whole, never normalised. */
    issuer: Address,
    /** Where its keys are; never taken from a token. */
    jwksUri: Address,
    algorithms: z.array(z.enum(ALGORITHMS)).min(1),
    /** The provider's clients that may ask here. */
    clientIds: z.array(z.string().min(1)).min(1),
    /** For the people who read the log and the settings. */
    displayName: z.string().min(1).max(100),
  })
  .describe('A provider that is trusted.')
export type TrustedIssuer = z.infer<typeof TrustedIssuer>

/** A JSON array, as the variable holds it. */
const TrustedIssuers = z.array(TrustedIssuer).refine((list) => new Set(list.map(({ issuer }) => issuer)).size === list.length, 'each issuer once')

/**
 * Reads the trust list.
 * @param text JSON, or undefined for none
 * @param base base address of this service
 * @returns the providers whose word is taken
 * @throws SettingsError with one sentence that names the setting and repeats nothing of it
 */
export function readTrustList(text: string | undefined, base: string): TrustedIssuer[] {
  if (!text) return []
  const parsed = TrustedIssuers.safeParse(parseJson(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SettingsError(`TRUSTED_ISSUERS is not right: ${issue?.path.join('.') || 'it'} must be ${issue?.path.length ? 'another value' : 'a JSON array of trusted issuers'} (${issue?.message ?? 'unknown'}).`)
  }
  // Whoever is on the list speaks for people; this service must not be talked into that by what it signs itself.
  if (parsed.data.some(({ issuer }) => issuer === base)) throw new SettingsError('TRUSTED_ISSUERS names this service itself. Leave it out.')
  if (!isLoopback(base) && parsed.data.some(({ issuer, jwksUri }) => isLoopback(issuer) || isLoopback(jwksUri))) {
    throw new SettingsError('TRUSTED_ISSUERS names this machine. In production, only https addresses are trusted.')
  }
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isProviderAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username || password || hash) return false
  if (isLoopback(text)) return protocol === 'http:' || protocol === 'https:'
  // An address of numbers may be a machine inside the network; a provider has a name.
  return protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname) && hostname.includes('.')
}
