/**
 * The public keys of trusted issuers, fetched only from the addresses in the trust list. Each issuer has a separate set: a key of
 * one issuer must never verify an assertion of another. `jose` keeps a set for ten minutes, and asks for an unknown kid at most
 * every 30 seconds, so that tokens with invented kids cannot flood the host.
 */
import { compactVerify, createRemoteJWKSet, customFetch, errors, type FetchImplementation } from 'jose'
import * as z from 'zod'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../duration.ts'
import { AgentError } from '../agent-error.ts'
import type { TrustedIssuer } from './trusted-issuer.ts'

const MAX_BYTES = 64 * 1024
/** How long known keys are used while their host fails: bridges an outage, but a withdrawn key must expire. */
const STALE_MS = DAY_MS
/** Pause between fetches for unknown kids, and after a failure. */
const COOL_DOWN_MS = 30 * SECOND_MS
const OPTIONS = { cacheMaxAge: 10 * MINUTE_MS, cooldownDuration: COOL_DOWN_MS, timeoutDuration: 5 * SECOND_MS }

/** Members of private keys and shared secrets. A key that publishes them proves nothing, so it is left out. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']
const KeySet = z.object({ keys: z.array(z.unknown()).transform((keys) => keys.filter(isPublic)) })
type KeySet = z.infer<typeof KeySet>

export type IssuerKeys = ReturnType<typeof issuerKeys>

export function issuerKeys() {
  const keys = new Map<string, ReturnType<typeof keysOf>>()
  return {
    /**
     * @param text compact JWS. Its header is not trusted: the algorithm must be one of the issuer's, and the kid is only compared
     * @returns the fault, for the log; undefined when the signature is valid
     * @throws AgentError `temporarily_unavailable` when the key host fails and the key is not known
     */
    async signatureFault(text: string, issuer: TrustedIssuer): Promise<string | undefined> {
      const found = keys.get(issuer.issuer) ?? keysOf(issuer)
      keys.set(issuer.issuer, found)
      try {
        await compactVerify(text, found, { algorithms: issuer.algorithms })
        return undefined
      } catch (error) {
        if (error instanceof AgentError) throw error
        // A key of the issuer that cannot be imported, or is too weak, is an error of another class.
        return error instanceof errors.JOSEError ? error.code : 'the key of the issuer is not usable'
      }
    },
  }
}

function keysOf({ issuer, jwksUri }: TrustedIssuer) {
  let known: { set: KeySet; at: number } | undefined
  let failure: { error: AgentError; at: number } | undefined
  const isYounger = (one: { at: number } | undefined, milliseconds: number) =>
    one !== undefined && Math.abs(Date.now() - one.at) < milliseconds

  const fetchKnown: FetchImplementation = async (url, options) => {
    if (!isYounger(failure, COOL_DOWN_MS)) {
      try {
        known = { set: await readKeySet(await fetch(url, options)), at: Date.now() }
        failure = undefined
      } catch (error) {
        const what = error instanceof KeyHostError ? error.message : `failed with ${(error as Error).name}`
        const headers = { 'Retry-After': String(COOL_DOWN_MS / SECOND_MS) }
        const reason = `the key host of ${issuer} ${what}`
        failure = { error: new AgentError('temporarily_unavailable', { reason, headers }), at: Date.now() }
      }
    }
    if (failure && !isYounger(known, STALE_MS)) throw failure.error
    return Response.json(known?.set)
  }

  const find = createRemoteJWKSet(new URL(jwksUri), { ...OPTIONS, [customFetch]: fetchKnown })
  return async (...token: Parameters<typeof find>) => {
    try {
      return await find(...token)
    } catch (error) {
      // While the host fails, no one can tell that a key is unknown.
      throw failure?.error ?? error
    }
  }
}

/** The key host sent an invalid response. The message completes "the key host of …". */
class KeyHostError extends Error {}

/** @throws KeyHostError, or the error of fetch when the response does not end in time */
async function readKeySet(response: Response): Promise<KeySet> {
  // Redirects are refused like any other status, because they could lead into the internal network (SSRF).
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new KeyHostError(`answered ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let length = 0
  // Count decompressed bytes, because Content-Length may be false and compressed bodies grow. Throwing ends the transfer.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) throw new KeyHostError(`answered with more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  try {
    return KeySet.parse(JSON.parse(Buffer.concat(chunks).toString()))
  } catch {
    throw new KeyHostError('answered without a set of keys in JSON')
  }
}

const isPublic = (key: unknown): key is object =>
  typeof key === 'object' && key !== null && !PRIVATE_MEMBERS.some((name) => name in key)
