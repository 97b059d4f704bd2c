/**
 * The keys of the tokens that the service issues: those that sign them, with ES256, and those that seal them, with A256GCM.
 */
import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto'
import { once } from '../once.ts'
import type { TokenKeys } from '../ports.ts'
import { encodeHeader, headerOf, openToken, sealToken, signToken, verifyToken } from './compact-tokens.ts'
import { SIGNING_ALG, type KeySet } from './key-set.ts'

const SEALING_ALG = 'dir'
const SEALING_ENC = 'A256GCM'
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** @param keySet its first keys sign and seal; all keys verify and open */
export function createTokenKeys({ signing, sealing }: Pick<KeySet, 'signing' | 'sealing'>): TokenKeys {
  const [first] = signing
  const [seal] = sealing
  if (!first || !seal) throw new Error('a key set has at least one key of each kind')
  const jwks = signing.map(({ d: _private, ...jwk }) => jwk)
  const signer = once(() => createPrivateKey({ key: first, format: 'jwk' }))
  const sealer = once(() => createSecretKey(seal.secret, 'base64url'))
  const verifiers = byHeader(
    signedHeader,
    jwks.map((key) => [key.kid, once(() => createPublicKey({ key, format: 'jwk' }))]),
  )
  const openers = byHeader(
    sealedHeader,
    sealing.map(({ kid, secret }) => [kid, once(() => createSecretKey(secret, 'base64url'))]),
  )

  return {
    async sign(typ, claims) {
      return signToken(signedHeader(typ, first.kid), JSON.stringify(claims), signer())
    },
    async verify(typ, text) {
      const key = verifiers(typ).get(headerOf(text))
      return key && parse(verifyToken(text, key()))
    },
    async seal(purpose, value) {
      return sealToken(sealedHeader(purpose, seal.kid), JSON.stringify(value), sealer())
    },
    async unseal(purpose, text) {
      const key = openers(purpose).get(headerOf(text))
      return key && parse(openToken(text, key()))
    },
    jwks: { keys: jwks.map((jwk) => ({ ...jwk, use: 'sig', alg: SIGNING_ALG })) },
  }
}

const signedHeader = (typ: string, kid: string) => encodeHeader({ alg: SIGNING_ALG, typ, kid })
const sealedHeader = (typ: string, kid: string) => encodeHeader({ alg: SEALING_ALG, enc: SEALING_ENC, kid, typ })

/**
 * The keys that read tokens of one type, by the header of those tokens. A token with any other header is not of this service.
 * @param header the header of a type of tokens under a key
 * @param keys each with its id
 */
function byHeader<Key>(
  header: (typ: string, kid: string) => string,
  keys: readonly (readonly [kid: string, key: () => Key])[],
): (typ: string) => ReadonlyMap<string, () => Key> {
  const types = new Map<string, ReadonlyMap<string, () => Key>>()
  return (typ) => {
    const known = types.get(typ) ?? new Map(keys.map(([kid, key]) => [header(typ, kid), key]))
    types.set(typ, known)
    return known
  }
}

/** @returns the JSON object; undefined when the bytes are none */
function parse(bytes: Uint8Array | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(UTF8.decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
