/**
 * Tokens the service issues: signed with ES256 (RFC 7515), or sealed with A256GCM under a separate key (RFC 7516).
 */
import {
  type CryptoKey,
  CompactEncrypt,
  CompactSign,
  compactDecrypt,
  compactVerify,
  decodeProtectedHeader,
  importJWK,
} from 'jose'
import type { TokenKeys } from '../ports.ts'
import { SIGNING_ALG, type KeySet } from './key-set.ts'

const SEALING_ALG = 'dir'
const SEALING_ENC = 'A256GCM'

/** @param keySet its first keys sign and seal; all keys verify and open */
export function createTokenKeys({ signing, sealing }: Pick<KeySet, 'signing' | 'sealing'>): TokenKeys {
  const [first] = signing
  const [seal] = sealing
  if (!first || !seal) throw new Error('a key set has at least one key of each kind')
  const signer = lazy(() => importJWK(first, SIGNING_ALG))
  const verifiers = new Map(
    signing.map(({ d: _private, ...jwk }) => [jwk.kid, lazy(() => importJWK(jwk, SIGNING_ALG))]),
  )
  const secrets = new Map(sealing.map(({ kid, secret }) => [kid, lazy(() => importSecret(secret))]))

  return {
    async sign(typ, claims) {
      return new CompactSign(encode(claims))
        .setProtectedHeader({ alg: SIGNING_ALG, typ, kid: first.kid })
        .sign(await signer())
    },
    async verify(typ, text) {
      const header = headerOf(text)
      // This service never issues these headers, so reject them before the library interprets them.
      if (header?.typ !== typ || 'zip' in header || 'crit' in header || 'b64' in header) return undefined
      const key = verifiers.get(String(header.kid))
      if (!key) return undefined
      try {
        return decode((await compactVerify(text, await key(), { algorithms: [SIGNING_ALG] })).payload)
      } catch {
        return undefined
      }
    },
    async seal(purpose, value) {
      const header = { alg: SEALING_ALG, enc: SEALING_ENC, kid: seal.kid, typ: purpose }
      return new CompactEncrypt(encode(value)).setProtectedHeader(header).encrypt(await importedOf(secrets, seal.kid))
    },
    async unseal(purpose, text) {
      const header = headerOf(text)
      if (header?.typ !== purpose || 'zip' in header || 'crit' in header || !secrets.has(String(header.kid)))
        return undefined
      const options = { keyManagementAlgorithms: [SEALING_ALG], contentEncryptionAlgorithms: [SEALING_ENC] }
      try {
        return decode((await compactDecrypt(text, await importedOf(secrets, String(header.kid)), options)).plaintext)
      } catch {
        return undefined
      }
    },
    jwks: { keys: signing.map(({ d: _private, ...jwk }) => ({ ...jwk, use: 'sig', alg: SIGNING_ALG })) },
  }
}

/** Runs `make` on first use and caches the result, so that a cold start imports only the keys it uses. */
function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => (value ??= make())
}

async function importedOf(keys: Map<string, () => Promise<CryptoKey>>, kid: string): Promise<CryptoKey> {
  const key = keys.get(kid)
  if (!key) throw new Error('no such key')
  return key()
}

function importSecret(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', Buffer.from(secret, 'base64url'), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function headerOf(text: string): Record<string, unknown> | undefined {
  // Strict base64url without padding (RFC 7515 section 2), because decoders also accept other spellings.
  if (!/^[\w-]+(\.[\w-]*)+$/.test(text)) return undefined
  try {
    return decodeProtectedHeader(text)
  } catch {
    return undefined
  }
}

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

function decode(bytes: Uint8Array): Record<string, unknown> | undefined {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
