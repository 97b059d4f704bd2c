/**
 * The public keys of trusted issuers, fetched from where the trust list says and nowhere else.
 * Each issuer has its own set: a key of one never verifies an assertion of another.
 */
import { compactVerify, errors, importJWK } from 'jose'
import * as z from 'zod'
import type { Clock } from '../../ports.ts'
import { AgentError } from '../agent-error.ts'
import type { TrustedIssuer } from './trusted-issuer.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../duration.ts'

const TIMEOUT_MS = 5 * SECOND_MS
const MAX_BYTES = 64 * 1024
const MAX_KEYS = 100
const MIN_RSA_BITS = 2048
/** A set is trusted this long without asking again. */
const FRESH_MS = 10 * MINUTE_MS
/** When the host fails, known keys serve this long: its outage shall not be ours, but a withdrawn key must end. */
const STALE_MS = DAY_MS
/** Between two fetches for unknown kids, and after a failure: tokens with made-up kids must not become a flood on the host. */
const COOL_DOWN_MS = 30 * SECOND_MS

export interface IssuerKeys {
  /**
   * The key of an issuer by its id, for one algorithm.
   * @param kid as the token says; only ever compared
   * @returns undefined when the issuer publishes no such usable key
   * @throws AgentError `temporarily_unavailable` when the host of the keys fails and the key is not known from before
   */
  keyFor(issuer: TrustedIssuer, kid: string, alg: string): Promise<CryptoKey | undefined>
}

/**
 * Checks a signature of an issuer, for whatever it signs.
 * @param text compact JWS
 * @param header its algorithm and key, as it says
 * @returns what is wrong, for the log; undefined when it is right
 * @throws AgentError as `keyFor`
 */
export async function signatureFault(
  text: string,
  { alg, kid }: { alg: string; kid: string },
  issuer: TrustedIssuer,
  keys: IssuerKeys,
): Promise<string | undefined> {
  if (!issuer.algorithms.some((name) => name === alg)) return 'the algorithm is not one of this issuer'
  const key = await keys.keyFor(issuer, kid, alg)
  if (!key) return 'the issuer publishes no such key'
  try {
    await compactVerify(text, key, { algorithms: [alg] })
    return undefined
  } catch (error) {
    // Anything else is a fault of ours, and is reported as one.
    if (!(error instanceof errors.JOSEError)) throw error
    return error.code
  }
}

const KeySet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) })

/** Members of private keys and shared secrets: what is published is no secret any more, so the key proves nothing. */
const NOT_ALLOWED = z.never().optional()
const PublicJwk = z.object({
  kty: z.enum(['EC', 'RSA', 'OKP']),
  kid: z.string(),
  use: z.literal('sig').optional(),
  alg: z.string().optional(),
  key_ops: z.array(z.string()).optional(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  n: z.string().optional(),
  e: z.string().optional(),
  d: NOT_ALLOWED,
  p: NOT_ALLOWED,
  q: NOT_ALLOWED,
  dp: NOT_ALLOWED,
  dq: NOT_ALLOWED,
  qi: NOT_ALLOWED,
  oth: NOT_ALLOWED,
  k: NOT_ALLOWED,
  priv: NOT_ALLOWED,
})
type PublicJwk = z.infer<typeof PublicJwk>

/** What is known of one issuer's keys. Times are when the fetch began. */
interface CachedKeySet {
  keys: ReadonlyMap<string, PublicJwk>
  fetchedAt: number
  coolDownStartedAt: number
  failure: string | undefined
  fetching: Promise<void> | undefined
}

/**
 * Keeps the keys of issuers in memory.
 * @param fetchJwks the platform's fetch; tests count its calls
 */
export function issuerKeys(clock: Clock, fetchJwks: typeof fetch = fetch): IssuerKeys {
  const cache = new Map<string, CachedKeySet>()

  function cachedKeys({ issuer }: TrustedIssuer): CachedKeySet {
    const cached = cache.get(issuer) ?? {
      keys: new Map(),
      fetchedAt: -Infinity,
      coolDownStartedAt: -Infinity,
      failure: undefined,
      fetching: undefined,
    }
    cache.set(issuer, cached)
    return cached
  }

  /** A clock that was set back makes nothing young. */
  function isYoungerThan(since: number, milliseconds: number): boolean {
    const age = clock.now().getTime() - since
    return age >= 0 && age < milliseconds
  }

  async function refresh(cached: CachedKeySet, jwksUri: string): Promise<void> {
    const startedAt = clock.now().getTime()
    // The first fetch starts no pause: a key that is published right after it is still found at once.
    if (isYoungerThan(cached.fetchedAt, FRESH_MS)) cached.coolDownStartedAt = startedAt
    try {
      cached.keys = usableKeys(await fetchKeySet(jwksUri, fetchJwks))
      cached.fetchedAt = startedAt
      cached.failure = undefined
    } catch (error) {
      cached.coolDownStartedAt = startedAt
      cached.failure =
        error instanceof KeyHostError
          ? error.message
          : `failed with ${error instanceof Error ? error.name : typeof error}`
    }
  }

  return {
    async keyFor(issuer, kid, alg) {
      const cached = cachedKeys(issuer)
      const isFresh = () => isYoungerThan(cached.fetchedAt, FRESH_MS) && cached.keys.has(kid)
      if (!isFresh() && (cached.fetching || !isYoungerThan(cached.coolDownStartedAt, COOL_DOWN_MS))) {
        cached.fetching ??= refresh(cached, issuer.jwksUri).finally(() => (cached.fetching = undefined))
        await cached.fetching
      }
      const jwk = isYoungerThan(cached.fetchedAt, STALE_MS) ? cached.keys.get(kid) : undefined
      if (!jwk && cached.failure) {
        const reason = `the key host of ${issuer.issuer} ${cached.failure}`
        throw new AgentError('temporarily_unavailable', {
          reason,
          headers: { 'Retry-After': String(COOL_DOWN_MS / SECOND_MS) },
        })
      }
      return jwk && importKey(jwk, alg)
    },
  }
}

/** The host of the keys answered wrongly. The message completes "the key host …". */
class KeyHostError extends Error {}

/** @throws HostFailure, or what fetch throws when there is no answer in time */
async function fetchKeySet(jwksUri: string, fetchJwks: typeof fetch): Promise<unknown[]> {
  // A redirect could lead anywhere, also into the host's own network, so it is an answer like any other wrong one.
  // The signal ends the reading of the body too.
  const init = {
    redirect: 'manual',
    headers: { Accept: 'application/jwk-set+json, application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  } as const
  const response = await fetchJwks(jwksUri, init)
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new KeyHostError(`answered ${response.status}`)
  }
  const set = KeySet.safeParse(parseJson(await readText(response)))
  if (!set.success) throw new KeyHostError(`answered with no set of at most ${MAX_KEYS} keys`)
  return set.data.keys
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let length = 0
  let text = ''
  // Leaving the loop ends the transfer. Bytes are counted here: Content-Length is a claim, and a compressed body grows.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) throw new KeyHostError(`answered with more than ${MAX_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new KeyHostError('answered with something that is no JSON')
  }
}

/** Keys that could verify, by kid. A kid that occurs twice names no key: which one would win is nobody's promise. */
function usableKeys(entries: readonly unknown[]): Map<string, PublicJwk> {
  const usable = new Map<string, PublicJwk>()
  for (const [kid, [entry, ...others]] of Map.groupBy(entries, kidOf)) {
    const jwk = PublicJwk.safeParse(entry)
    if (kid !== undefined && others.length === 0 && jwk.success) usable.set(kid, jwk.data)
  }
  return usable
}

function kidOf(entry: unknown): string | undefined {
  return typeof entry === 'object' && entry !== null && 'kid' in entry && typeof entry.kid === 'string'
    ? entry.kid
    : undefined
}

/** The key is made for one algorithm, and jose makes it only of the type that the algorithm needs. */
async function importKey(jwk: PublicJwk, alg: string): Promise<CryptoKey | undefined> {
  if (jwk.alg !== undefined && jwk.alg !== alg) return undefined
  let key
  try {
    key = await importJWK(jwk, alg)
  } catch {
    return undefined // another type or curve, a point off the curve, no number: not a key
  }
  const verifies = key instanceof CryptoKey && key.usages.includes('verify')
  return verifies && (jwk.kty !== 'RSA' || isStrongRsa(key)) ? key : undefined
}

function isStrongRsa({ algorithm }: CryptoKey): boolean {
  return (
    'modulusLength' in algorithm &&
    typeof algorithm.modulusLength === 'number' &&
    algorithm.modulusLength >= MIN_RSA_BITS
  )
}
