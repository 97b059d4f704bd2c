/**
 * A key of one issuer must never verify an assertion of another, so each issuer has a separate set.
 * Unknown key ids (`kid`) cause at most one fetch in 30 seconds, so that tokens with invented ids cannot flood the key host.
 */
import { compactVerify, createRemoteJWKSet, customFetch, type FetchImplementation } from 'jose'
import * as z from 'zod'
import { MINUTE_MS, SECOND_MS } from '../../duration.ts'
import { isCanonicalToken } from '../../keys/token-keys.ts'
import { AgentError } from '../agent-error.ts'
import type { TrustedIssuer } from './trusted-issuer.ts'

const MAX_BYTES = 64 * 1024
const MAX_TOKEN_LENGTH = 16 * 1024
/** The pause between fetches for unknown key ids, and after a failure. */
const COOL_DOWN_MS = 30 * SECOND_MS
const OPTIONS = { cacheMaxAge: 10 * MINUTE_MS, cooldownDuration: COOL_DOWN_MS, timeoutDuration: 5 * SECOND_MS }

/** A key that is published with a private member proves nothing, so it is left out. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']
const isPublic = (key: unknown) =>
  typeof key === 'object' && key !== null && !PRIVATE_MEMBERS.some((name) => name in key)
const KeySet = z.object({ keys: z.array(z.unknown()).transform((keys) => keys.filter(isPublic)) })

export type IssuerKeys = ReturnType<typeof issuerKeys>

export function issuerKeys() {
  const keys = new Map<string, ReturnType<typeof keysOf>>()
  return {
    /**
     * @param text compact JWS; its algorithm must be on the issuer's list, and its `kid` only selects a key
     * @returns the fault, for the log; undefined when the signature is valid
     * @throws AgentError `temporarily_unavailable` when the keys must be fetched and the key host fails
     */
    async signatureFault(text: string, issuer: TrustedIssuer): Promise<string | undefined> {
      const found = keys.get(issuer.issuer) ?? keysOf(issuer)
      keys.set(issuer.issuer, found)
      try {
        await compactVerify(text, found, { algorithms: issuer.algorithms })
        return undefined
      } catch (error) {
        if (error instanceof AgentError) throw error
        // An error without a code means that the issuer's key cannot be imported or is too weak.
        return (error as { code?: string }).code ?? 'the key of the issuer is not usable'
      }
    },
  }
}

function keysOf({ issuer, jwksUri }: TrustedIssuer) {
  let failure: { error: AgentError; at: number } | undefined
  const fetchKeys: FetchImplementation = async (url, options) => {
    if (failure && Math.abs(Date.now() - failure.at) < COOL_DOWN_MS) throw failure.error
    try {
      const set = await readKeySet(await fetch(url, options))
      failure = undefined
      return Response.json(set)
    } catch (error) {
      const headers = { 'Retry-After': String(COOL_DOWN_MS / SECOND_MS) }
      const reason = `the key host of ${issuer} failed: ${String(error)}`
      failure = { error: new AgentError('temporarily_unavailable', { reason, headers }), at: Date.now() }
      throw failure.error
    }
  }
  return createRemoteJWKSet(new URL(jwksUri), { ...OPTIONS, [customFetch]: fetchKeys })
}

async function readKeySet(response: Response): Promise<z.infer<typeof KeySet>> {
  // Redirects are refused too, because they could lead into the internal network (SSRF).
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`answered ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let length = 0
  // Content-Length may be false and compressed bodies grow, so decompressed bytes are counted.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) throw new Error(`answered with more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  try {
    return KeySet.parse(JSON.parse(Buffer.concat(chunks).toString()))
  } catch {
    throw new Error('answered without a set of keys in JSON')
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Nothing is verified. When a name occurs twice, the last one counts (RFC 7519 section 4).
 * @returns undefined when the text is too long, or not a compact JWS in canonical base64url with JSON in UTF-8
 */
export function readUnverified(text: string): { header: unknown; claims: unknown } | undefined {
  const parts = text.length > MAX_TOKEN_LENGTH ? [] : text.split('.')
  if (parts.length !== 3 || parts.includes('') || !isCanonicalToken(text)) return undefined
  try {
    const [header, claims] = parts
      .slice(0, 2)
      .map((part): unknown => JSON.parse(UTF8.decode(Buffer.from(part, 'base64url'))))
    return { header, claims }
  } catch {
    return undefined
  }
}
