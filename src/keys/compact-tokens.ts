/**
 * Tokens in compact serialization, for what only this service issues and reads: JWS with ES256 (RFC 7515; RFC 7518 section 3.4),
 * and JWE with `dir` and A256GCM (RFC 7516; RFC 7518 sections 4.5 and 5.3). They are synchronous, because handing one signature
 * to another thread costs more than the signature. The caller knows each header that it accepts and compares it as text, so
 * no header is interpreted here: there is no algorithm to choose and no extension to understand.
 * What others issue is read with `jose`.
 */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { derSignature, rawSignature, SIGNATURE_BYTES } from './es256-signature.ts'

const DIGEST = 'sha256'
const CIPHER = 'aes-256-gcm'
/** RFC 7518 section 5.3 prescribes both lengths, bytes. */
const IV_BYTES = 12
const authTagLength = 16

/** @returns the first part of a token with these members, in their order */
export const encodeHeader = (members: Readonly<Record<string, string>>): string =>
  Buffer.from(JSON.stringify(members)).toString('base64url')

/** The first part of a token, all of the text if it is none. */
export const headerOf = (token: string): string => token.split('.', 1)[0] ?? ''

/**
 * @param header as `encodeHeader` makes it; names ES256
 * @param key private, of the curve P-256
 * @returns a JWS
 */
export function signToken(header: string, payload: string, key: KeyObject): string {
  const input = `${header}.${Buffer.from(payload).toString('base64url')}`
  return `${input}.${rawSignature(sign(DIGEST, Buffer.from(input), key)).toString('base64url')}`
}

/**
 * Verifies a JWS, except for its header, which the caller compares.
 * @param key public, of the curve P-256
 * @returns the payload; undefined when this key did not sign the text, or it is spelled in another way
 */
export function verifyToken(token: string, key: KeyObject): Buffer | undefined {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  const bytes = decode(signature)
  if (bytes?.length !== SIGNATURE_BYTES || more.length > 0) return undefined
  const input = Buffer.from(`${header}.${payload}`)
  return verify(DIGEST, input, key, derSignature(bytes)) ? decode(payload) : undefined
}

/**
 * @param header as `encodeHeader` makes it; names `dir` and A256GCM
 * @param key secret, 32 bytes
 * @returns a JWE. Its IV is random: one key is good for 2^32 tokens (NIST SP 800-38D section 8.3)
 */
export function sealToken(header: string, plaintext: string, key: KeyObject): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength }).setAAD(Buffer.from(header))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return [header, '', ...[iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
}

/**
 * Opens a JWE, whose header the caller compares too.
 * @param key secret, 32 bytes
 * @returns the plaintext; undefined when this key did not seal the text, or it is spelled in another way
 */
export function openToken(token: string, key: KeyObject): Buffer | undefined {
  const [header = '', encryptedKey, ...parts] = token.split('.')
  const [iv, ciphertext, tag, ...more] = parts.map(decode)
  // With `dir` there is no encrypted key (RFC 7518 section 4.5).
  if (encryptedKey !== '' || !iv || !ciphertext || !tag || more.length > 0) return undefined
  if (iv.length !== IV_BYTES) return undefined
  try {
    // Throws too for a tag of another length.
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength }).setAAD(Buffer.from(header)).setAuthTag(tag)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    return undefined
  }
}

/** Base64url without padding (RFC 7515 section 2). Node's decoder also accepts other spellings of the same bytes, which are refused. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}
