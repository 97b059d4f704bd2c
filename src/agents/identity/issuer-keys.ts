/**
 * The public keys of trusted issuers: fetched from the address on the trust list, held for a while, never merged.
 * What a token says about where keys are is ignored.
 */
import { type CryptoKey, importJWK, type JWK } from 'jose'
import * as z from 'zod'
import type { Clock } from '../../world.ts'
import { AgentError } from '../agent-error.ts'
import type { TrustedIssuer } from './trusted-issuer.ts'

/** How long keys are used without asking again, milliseconds. */
const FRESH_MS = 10 * 60 * 1000
/** How long they serve while the issuer cannot be reached. */
const STALE_MS = 24 * 60 * 60 * 1000
/** An unknown key is asked for once in this time: a flood of made-up names stays here. */
const COOL_DOWN_MS = 30_000
const TIMEOUT_MS = 5_000
const MAX_BYTES = 64 * 1024
const MAX_KEYS = 100
const MIN_RSA_BITS = 2048
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']
const RETRY_AFTER_SECONDS = 30

const Jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(MAX_KEYS) })

interface KeySet {
  keys: Map<string, JWK>
  fetchedAt: number
}

interface Held {
  set?: KeySet
  askedAt: number
  fetching?: Promise<void>
}

export interface IssuerKeys {
  /**
   * @returns the key of this issuer, or undefined when it has none of this name for this algorithm
   * @throws AgentError `temporarily_unavailable` when its keys cannot be fetched
   */
  keyFor(issuer: TrustedIssuer, kid: string, alg: string): Promise<CryptoKey | undefined>
}

/**
 * @param fetchKeys for tests
 * @param timeoutMs how long an issuer may take
 */
export function issuerKeys(clock: Clock, fetchKeys: typeof fetch = fetch, timeoutMs: number = TIMEOUT_MS): IssuerKeys {
  const held = new Map<string, Held>()

  async function refresh({ jwksUri }: TrustedIssuer, entry: Held): Promise<void> {
    entry.askedAt = clock.now().getTime()
    entry.fetching ??= fetchJwks(jwksUri, fetchKeys, timeoutMs)
      .then((keys) => void (entry.set = { keys, fetchedAt: clock.now().getTime() }))
      .finally(() => delete entry.fetching)
    await entry.fetching
  }

  return {
    async keyFor(issuer, kid, alg) {
      const entry = held.get(issuer.issuer) ?? { askedAt: Number.NEGATIVE_INFINITY }
      held.set(issuer.issuer, entry)
      const now = clock.now().getTime()
      const age = now - (entry.set?.fetchedAt ?? Number.NEGATIVE_INFINITY)
      const known = entry.set?.keys.has(kid) ?? false
      if (age > FRESH_MS || !known) {
        const mayAsk = entry.fetching !== undefined || now - entry.askedAt >= COOL_DOWN_MS
        try {
          if (mayAsk) await refresh(issuer, entry)
        } catch (cause) {
          if (!(known && age < STALE_MS)) throw unavailable(cause)
        }
        if (!mayAsk && entry.set === undefined) throw unavailable(undefined)
      }
      const jwk = entry.set?.keys.get(kid)
      if (!jwk || !fits(jwk, alg)) return undefined
      return importJWK(jwk, alg).then((key) => key as CryptoKey, () => undefined)
    },
  }
}

async function fetchJwks(uri: string, fetchKeys: typeof fetch, timeoutMs: number): Promise<Map<string, JWK>> {
  const response = await fetchKeys(uri, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), headers: { Accept: 'application/jwk-set+json, application/json' } })
  if (response.status !== 200) throw new Error(`it answers ${response.status}`)
  const { keys } = Jwks.parse(JSON.parse(await readUpTo(response, MAX_BYTES)))
  const named = new Map<string, JWK>()
  const twice = new Set<string>()
  for (const jwk of keys as JWK[]) {
    if (typeof jwk.kid !== 'string') continue
    if (named.has(jwk.kid)) twice.add(jwk.kid)
    named.set(jwk.kid, jwk)
  }
  // Of two keys with one name it is not known which is meant.
  for (const kid of twice) named.delete(kid)
  return named
}

async function readUpTo(response: Response, bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > bytes) throw new Error('its answer is too large')
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

function fits(jwk: JWK, alg: string): boolean {
  const kty = alg.startsWith('Ed') ? 'OKP' : alg.startsWith('ES') ? 'EC' : 'RSA'
  if (jwk.kty !== kty || (jwk.use !== undefined && jwk.use !== 'sig') || (jwk.alg !== undefined && jwk.alg !== alg)) return false
  if (PRIVATE_MEMBERS.some((member) => member in jwk)) return false
  return kty !== 'RSA' || Buffer.from(jwk.n ?? '', 'base64url').length * 8 >= MIN_RSA_BITS
}

function unavailable(cause: unknown): AgentError {
  const reason = `the keys of the issuer cannot be fetched: ${cause instanceof Error ? cause.message.slice(0, 100) : 'asked a moment ago'}`
  return new AgentError('temporarily_unavailable', { reason, headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) }, cause })
}
