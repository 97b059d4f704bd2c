/**
 * Writes JWE (RFC 7516) with A256GCM. `jose` is only used to read them, because it moves each step to another thread, so that writing
 * takes three times as long.
 */
import { createCipheriv, type KeyObject, randomBytes } from 'node:crypto'

export const ENC = 'A256GCM'
/** RFC 7518 section 5.3, in bytes. A key may be used with 2^32 random IVs (NIST SP 800-38D section 8.3). */
const [IV_BYTES, authTagLength] = [12, 16]

export const encode = (bytes: Buffer): string => bytes.toString('base64url')
export const encodeJson = (value: unknown): string => encode(Buffer.from(JSON.stringify(value)))

/**
 * @param header must have the `kid`, and for ECDH-ES the `epk`; with either `alg`, the text contains no encrypted key
 * @param key 256 bits; a `KeyObject`, because Node takes twice as long with a key of bytes
 * @returns the compact form of `value` as JSON
 */
export function writeJwe(
  header: Readonly<Record<string, unknown> & { alg: 'dir' | 'ECDH-ES' }>,
  key: KeyObject,
  value: unknown,
) {
  const written = encodeJson({ ...header, enc: ENC })
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength })
  cipher.setAAD(Buffer.from(written))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return [written, '', ...[iv, ciphertext, cipher.getAuthTag()].map(encode)].join('.')
}
