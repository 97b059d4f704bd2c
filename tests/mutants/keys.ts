/**
 * Mutants of `src/keys/`.
 */
import type { MutantTable } from './mutant.ts'

export const KEYS: MutantTable = {
  'src/keys/key-set.ts': [
    ['production && keys.development', 'false'],
    ['signing: [await createJwk(SIGNING_ALG), ...retired]', 'signing: [await createJwk(SIGNING_ALG)]'],
    ['sealing: [createSealingKey(), ...keys.sealing]', 'sealing: [createSealingKey()]'],
    ['signing: keys.signing.slice(0, 1), sealing', 'signing: keys.signing, sealing'],
    [".export({ format: 'jwk' }).x === x", ".export({ format: 'jwk' }).x !== ''"],
    ['x === inbox.x && kid === inbox.kid', 'x !== inbox.x || kid === inbox.kid'],
  ],
  'src/keys/inbox.ts': [['named.length > 0 ? named : imported', 'named']],
  'src/keys/es256-signature.ts': [
    ['(integer[first] ?? 0) >>> 7', '0'],
    ['first < INTEGER_BYTES - 1 && integer[first] === 0', 'false'],
  ],
  'src/keys/compact-tokens.ts': [
    ['SIGNATURE_BYTES || more.length > 0) return', 'SIGNATURE_BYTES) return'],
    ['bytes?.length !== SIGNATURE_BYTES ||', '!bytes ||'],
    ['return verify(DIGEST, input, key, derSignature(bytes)) ?', 'return bytes.length === 64 ?'],
    ['? decode(payload) : undefined', "? Buffer.from(payload, 'base64url') : undefined"],
    ['const iv = randomBytes(IV_BYTES)', 'const iv = Buffer.alloc(IV_BYTES)'],
    [
      'createCipheriv(CIPHER, key, iv, { authTagLength }).setAAD(Buffer.from(header))',
      'createCipheriv(CIPHER, key, iv, { authTagLength })',
    ],
    ["encryptedKey !== '' || !iv", '!iv'],
    ['!tag || more.length > 0', '!tag'],
    ['  if (iv.length !== IV_BYTES) return undefined\n', ''],
    ['createDecipheriv(CIPHER, key, iv, { authTagLength })', 'createDecipheriv(CIPHER, key, iv)'],
    ['.setAAD(Buffer.from(header)).setAuthTag(tag)', '.setAuthTag(tag)'],
    ['decipher.update(ciphertext), decipher.final()', 'decipher.update(ciphertext)'],
    ["return bytes.toString('base64url') === text ? bytes : undefined", 'return bytes'],
  ],
  'src/keys/token-keys.ts': [
    ['verifiers(typ).get(headerOf(text))', 'verifiers(typ).values().next().value'],
    ['openers(purpose).get(headerOf(text))', 'openers(purpose).values().next().value'],
    ['encodeHeader({ alg: SIGNING_ALG, typ, kid })', 'encodeHeader({ alg: SIGNING_ALG, kid })'],
    ['enc: SEALING_ENC, kid, typ })', 'enc: SEALING_ENC, kid })'],
    ['types.get(typ) ?? new Map', 'types.values().next().value ?? new Map'],
    ['{ fatal: true }', '{ fatal: false }'],
    ["typeof value === 'object' && value !== null && !Array", "typeof value === 'object' && !Array"],
    [' && !Array.isArray(value)', ''],
    ['signing.map(({ d: _private, ...jwk }) => jwk)', 'signing'],
  ],
  'src/keys/key-files.ts': [
    ['mode: 0o600', 'mode: 0o644'],
    ['inbox && !opensInbox(keys, inbox)', 'false'],
  ],
  'src/keys/keyed-hash.ts': [
    ['`${purpose}\\0${text}`', '`${text}`'],
    ['own.length === given.length && ', ''],
    ['timingSafeEqual(own, given)', 'true'],
  ],
}
