/**
 * The public keys of trusted issuers, fetched only from the addresses in the trust list.
 * Each issuer has a separate set: a key of one issuer must never verify an assertion of another.
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
/** How long a set is used without fetching it again. */
const FRESH_MS = 10 * MINUTE_MS
/** How long known keys are used while their host fails: bridges an outage, but a withdrawn key must expire. */
const STALE_MS = DAY_MS
/** Pause between fetches for unknown kids, and after a failure, so that tokens with invented kids cannot flood the host. */
const COOL_DOWN_MS = 30 * SECOND_MS

export interface IssuerKeys {
  /**
   * Finds a key of an issuer for one algorithm.
   * @param kid from the token, so untrusted: only ever compared
   * @returns undefined when the issuer publishes no such usable key
   * @throws AgentError `temporarily_unavailable` when the key host fails and the key is not cached
   */
  keyFor(issuer: TrustedIssuer, kid: string, alg: string): Promise<CryptoKey | undefined>
}

/**
 * Checks the signature of an issuer.
 * @param text compact JWS
 * @param header its claimed algorithm and key
 * @returns the fault, for the log; undefined when the signature is valid
 * @throws AgentError as `keyFor`
 */
export async function signatureFault(
  text: string,
  { alg, kid }: { alg: string; kid: string },
  issuer: TrustedIssuer,
  keys: IssuerKeys,
): Promise<string | undefined> {
  if (!issuer.algorithms.some((name) => name === alg))
    return 'the trust list does not allow this algorithm for the issuer'
  const key = await keys.keyFor(issuer, kid, alg)
  if (!key) return 'the issuer publishes no such key'
  try {
    await compactVerify(text, key, { algorithms: [alg] })
    return undefined
  } catch (error) {
    // Any other error is a bug here, so report it as one.
    if (!(error instanceof errors.JOSEError)) throw error
    return error.code
  }
}

const KeySet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) })

/** Members of private keys and shared secrets. A key that publishes them proves nothing, so it is rejected. */
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

/** Cached keys of one issuer. Times are the start of the fetch, milliseconds since 1970. */
interface CachedKeySet {
  keys: ReadonlyMap<string, PublicJwk>
  fetchedAt: number
  coolDownStartedAt: number
  failure: string | undefined
  fetching: Promise<void> | undefined
}

/**
 * Caches the keys of issuers in memory.
 * @param fetchJwks replaced in tests
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

  /** False also for times in the future, which occur when the clock is set back. */
  function isYoungerThan(since: number, milliseconds: number): boolean {
    const age = clock.now().getTime() - since
    return age >= 0 && age < milliseconds
  }

  async function refresh(cached: CachedKeySet, jwksUri: string): Promise<void> {
    const startedAt = clock.now().getTime()
    // The first fetch starts no pause, so that a key published right after it is found immediately.
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

/** The key host sent an invalid response. The message completes "the key host of …". */
class KeyHostError extends Error {}

/** @throws KeyHostError, or the error of fetch when there is no response in time */
async function fetchKeySet(jwksUri: string, fetchJwks: typeof fetch): Promise<unknown[]> {
  // Redirects are refused like any other status, because they could lead into the internal network (SSRF).
  // The timeout covers reading the body too.
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
  if (!set.success) throw new KeyHostError(`answered without a set of at most ${MAX_KEYS} keys`)
  return set.data.keys
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let length = 0
  let text = ''
  // Count decompressed bytes, because Content-Length may be false and compressed bodies grow. Throwing ends the transfer.
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
    throw new KeyHostError('answered with something that is not JSON')
  }
}

/** Keys that can verify, by kid. Keys with a duplicate kid are dropped, because which one counts is not defined. */
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

/** Imports a key for one algorithm. @returns undefined when the key does not fit the algorithm or is too weak */
async function importKey(jwk: PublicJwk, alg: string): Promise<CryptoKey | undefined> {
  if (jwk.alg !== undefined && jwk.alg !== alg) return undefined
  let key
  try {
    key = await importJWK(jwk, alg)
  } catch {
    return undefined // wrong type or curve, a point off the curve, or not a number
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
