/** The trust list comes from the configuration only. Only the names are published (ID-JAG draft, section "Metadata Disclosure"). */
import * as z from 'zod'
import { SettingsError } from '../../settings.ts'
import { isLoopback } from '../../site.ts'

/** Only asymmetric algorithms, because with a shared secret this service could forge assertions. */
const ALGORITHMS = 'ES256 ES384 ES512 RS256 RS384 RS512 PS256 PS384 PS512 EdDSA Ed25519'.split(' ')

function trustListSchema(ownBase: string, production: boolean) {
  const Text = z.string('must be a string').regex(/\S/, 'must not be empty')
  const address = (isRight: (text: string) => boolean, rule: string) =>
    z
      .string('must be a string')
      .refine(isRight, { message: rule, abort: true })
      // An assertion that this service signed must never count as one of a provider.
      .refine(
        (text) => new URL(text).origin !== new URL(ownBase).origin,
        'must not be an address of this service itself',
      )
      .refine((text) => !production || !isLoopback(text), 'must not be this machine in production')
  const Provider = z.strictObject(
    {
      /** RFC 8414 section 2. It is compared with `iss` without normalization: a similar spelling is a different issuer. */
      issuer: address(
        (text) => isSecureUrl(text) && !text.includes('?'),
        'must be an absolute https address without user name, query or fragment (http only for localhost)',
      ),
      /** This address is never derived from a token. An IP address could reach an internal service, such as cloud metadata (169.254.169.254). */
      jwksUri: address(
        (text) => isSecureUrl(text) && (isLoopback(text) || !/^(\[.*\]|[\d.]+)$/.test(new URL(text).hostname)),
        'must be an absolute https address of a named host, without user name or fragment (http and IP addresses only for this machine)',
      ),
      algorithms: z
        .array(z.enum(ALGORITHMS, `must be one of ${ALGORITHMS.join(', ')}`), 'must be a list')
        .min(1, 'must name at least one algorithm'),
      clientIds: z.array(Text, 'must be a list').min(1, 'must name at least one client'),
      displayName: Text,
    },
    'must have issuer, jwksUri, algorithms, clientIds and displayName, and nothing else',
  )
  return z.array(Provider, 'must be a list').superRefine((entries, check) => {
    const twin = entries.findIndex(({ issuer }, index) => entries.findIndex((one) => one.issuer === issuer) < index)
    if (twin >= 0)
      check.addIssue({ code: 'custom', path: [twin, 'issuer'], message: 'must not be that of an earlier entry' })
  })
}
export type TrustedIssuers = z.infer<ReturnType<typeof trustListSchema>>
export type TrustedIssuer = TrustedIssuers[number]

/**
 * @param text JSON; empty or undefined when no provider is trusted
 * @throws SettingsError that quotes no value, because more people can read logs than settings
 */
export function readTrustedIssuers(text: string | undefined, base: string, production: boolean): TrustedIssuers {
  if (text === undefined || text === '') return []
  const { data, error } = trustListSchema(base, production).safeParse(parseJson(text))
  if (data) return data
  throw invalidSetting(error.issues[0]?.path ?? [], error.issues[0]?.message ?? 'must be another value')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message would quote the text.
    throw invalidSetting([], 'must be JSON')
  }
}

function invalidSetting([index, field]: readonly PropertyKey[], message: string): SettingsError {
  const entry = typeof index === 'number' ? `entry ${index + 1}` : 'it'
  const name = field === undefined ? entry : `${String(field)} of ${entry}`
  return new SettingsError(`TRUSTED_ISSUERS is not right: ${name} ${message}.`)
}

/** Also true for http on this machine. Refuses spaces, backslashes and missing slashes, which the URL parser would repair. */
const isSecureUrl = (text: string): boolean =>
  /^https?:\/\/[a-zA-Z\d[][\x21-\x7e]*$/.test(text) &&
  !/[@#\\]/.test(text) &&
  URL.canParse(text) &&
  (text.startsWith('https:') || isLoopback(text))
