/**
 * The tokens that only this service issues and reads, in compact serialization: JWS with ES256 (RFC 7515; RFC 7518 section 3.4),
 * and JWE with `dir` and A256GCM (RFC 7516; RFC 7518 sections 4.5 and 5.3). The calls of OpenSSL are synchronous, because handing
 * one signature to another thread costs more than the signature. A header is compared as text and not interpreted: there is no
 * algorithm to choose and no extension to understand. What others issue is read with `jose`.
 */
import * as openssl from 'node:crypto'
import { once } from '../remembered.ts'
import type { TokenKeys } from '../ports.ts'
import { type KeySet, SIGNING_ALG } from './key-set.ts'

const DIGEST = 'sha256'
const CIPHER = 'aes-256-gcm'
/** RFC 7518 section 5.3 prescribes both lengths, bytes. One key is good for 2^32 random IVs (NIST SP 800-38D section 8.3). */
const [IV_BYTES, authTagLength] = [12, 16]
/** A signature is R and S, one after the other, 64 bytes (RFC 7518 section 3.4). */
const SIGNATURE = { dsaEncoding: 'ieee-p1363' } as const
const SIGNATURE_BYTES = 64
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** @param keySet its first keys sign and seal; all keys verify and open */
export function createTokenKeys({ signing, sealing }: Pick<KeySet, 'signing' | 'sealing'>): TokenKeys {
  const [first] = signing
  const [seal] = sealing
  if (!first || !seal) throw new Error('a key set has at least one key of each kind')
  const jwks = signing.map(({ d: _private, ...jwk }) => jwk)
  const signer = once(() => openssl.createPrivateKey({ key: first, format: 'jwk' }))
  const sealer = once(() => openssl.createSecretKey(seal.secret, 'base64url'))
  const signedHeader = (typ: string, kid: string) => encode(JSON.stringify({ alg: SIGNING_ALG, typ, kid }))
  const sealedHeader = (typ: string, kid: string) => encode(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid, typ }))
  const verifiers = byHeader(
    signedHeader,
    jwks.map((key) => [key.kid, once(() => openssl.createPublicKey({ key, format: 'jwk' }))]),
  )
  const openers = byHeader(
    sealedHeader,
    sealing.map(({ kid, secret }) => [kid, once(() => openssl.createSecretKey(secret, 'base64url'))]),
  )

  return {
    async sign(typ, claims) {
      const input = `${signedHeader(typ, first.kid)}.${encode(JSON.stringify(claims))}`
      return `${input}.${encode(openssl.sign(DIGEST, Buffer.from(input), { key: signer(), ...SIGNATURE }))}`
    },
    async verify(typ, text) {
      const key = verifiers(typ, text)
      return key && parse(verifiedPayload(text, key))
    },
    async seal(purpose, value) {
      const header = sealedHeader(purpose, seal.kid)
      const iv = openssl.randomBytes(IV_BYTES)
      const cipher = openssl.createCipheriv(CIPHER, sealer(), iv, { authTagLength }).setAAD(Buffer.from(header))
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
      return [header, '', ...[iv, ciphertext, cipher.getAuthTag()].map(encode)].join('.')
    },
    async unseal(purpose, text) {
      const key = openers(purpose, text)
      return key && parse(openedPlaintext(text, key))
    },
    jwks: { keys: jwks.map((jwk) => ({ ...jwk, use: 'sig', alg: SIGNING_ALG })) },
  }
}

/**
 * Finds the key of a token by its header. A token with a header that no key here writes for this type is not of this service.
 * @param keys each with its id
 */
function byHeader(
  header: (typ: string, kid: string) => string,
  keys: readonly (readonly [kid: string, key: () => openssl.KeyObject])[],
): (typ: string, token: string) => openssl.KeyObject | undefined {
  return (typ, token) => {
    const [own] = token.split('.', 1)
    return keys.find(([kid]) => header(typ, kid) === own)?.[1]()
  }
}

/** @returns the payload of a JWS; undefined when this key did not sign the text, or it is spelled in another way */
function verifiedPayload(token: string, key: openssl.KeyObject): Buffer | undefined {
  const [header, payload = '', signature = '', ...more] = token.split('.')
  const bytes = decode(signature)
  if (bytes?.length !== SIGNATURE_BYTES || more.length > 0) return undefined
  const input = Buffer.from(`${header}.${payload}`)
  return openssl.verify(DIGEST, input, { key, ...SIGNATURE }, bytes) ? decode(payload) : undefined
}

/** @returns the plaintext of a JWE; undefined when this key did not seal the text, or it is spelled in another way */
function openedPlaintext(token: string, key: openssl.KeyObject): Buffer | undefined {
  const [header = '', encryptedKey, ...parts] = token.split('.')
  const [iv, ciphertext, tag, ...more] = parts.map(decode)
  // With `dir` there is no encrypted key (RFC 7518 section 4.5).
  if (encryptedKey !== '' || iv?.length !== IV_BYTES || !ciphertext || !tag || more.length > 0) return undefined
  try {
    // Throws too for a tag of another length.
    const decipher = openssl.createDecipheriv(CIPHER, key, iv, { authTagLength })
    decipher.setAAD(Buffer.from(header)).setAuthTag(tag)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    return undefined
  }
}

const encode = (content: string | Buffer) =>
  (Buffer.isBuffer(content) ? content : Buffer.from(content)).toString('base64url')

/** Base64url without padding (RFC 7515 section 2). Node's decoder also accepts other spellings, which are refused. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/** @returns the value of a JSON text; undefined when the bytes are not one */
function parse(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes))
  } catch {
    return undefined
  }
}
