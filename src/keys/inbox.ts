/** Encrypts inquiries to the staff, and decrypts them: JWE (RFC 7516), ECDH-ES with A256GCM. */
import { createPublicKey, createSecretKey, diffieHellman, generateKeyPairSync, hash } from 'node:crypto'
import { compactDecrypt, decodeProtectedHeader, importJWK } from 'jose'
import { once } from '../memoize.ts'
import type { Inbox, Sealed, StaffInbox } from '../ports.ts'
import { ENC, writeJwe } from './jwe.ts'
import { INBOX_ALG, type InboxPrivateKey, type KeySet } from './key-set.ts'

/** `OtherInfo` (RFC 7518 section 4.6.2): the algorithm after its length, two empty party fields, the key length. Numbers have 4 bytes. */
const OTHER_INFO = Buffer.concat([uint32(ENC.length), Buffer.from(ENC), uint32(0), uint32(0), uint32(256)])

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

/** For the code that receives inquiries: it can encrypt them, but not decrypt them. */
export function sealingInbox({ kid, ...recipient }: KeySet['inbox']): Inbox {
  // Most functions start without sealing anything.
  const publicKeyOf = once(() => createPublicKey({ key: recipient, format: 'jwk' }))
  return {
    async seal(record) {
      const { privateKey, publicKey } = generateKeyPairSync('x25519')
      const secret = diffieHellman({ privateKey, publicKey: publicKeyOf() })
      // One round of the Concat KDF (NIST SP 800-56A section 5.8.1): SHA-256 gives all 256 bits.
      const key = createSecretKey(hash('sha256', Buffer.concat([uint32(1), secret, OTHER_INFO]), 'buffer'))
      return writeJwe({ alg: INBOX_ALG, kid, epk: publicKey.export({ format: 'jwk' }) }, key, record)
    },
  }
}

/**
 * Decrypts with the key that the header names, or tries all keys when the header does not name a known key.
 * @param keys the present private key and earlier ones
 */
export async function openingInbox(...keys: InboxPrivateKey[]): Promise<StaffInbox> {
  const imported = await Promise.all(keys.map(async (key) => ({ kid: key.kid, key: await importJWK(key, INBOX_ALG) })))
  const options = { keyManagementAlgorithms: [INBOX_ALG], contentEncryptionAlgorithms: [ENC] }
  return {
    async open({ sealed }) {
      const kid = keyIdOf({ sealed })
      const named = imported.filter((one) => one.kid === kid)
      for (const { key } of named.length > 0 ? named : imported) {
        try {
          const { plaintext } = await compactDecrypt(sealed, key, options)
          return JSON.parse(new TextDecoder().decode(plaintext)) as unknown
        } catch {
          // Another key may decrypt the record.
        }
      }
      return undefined
    },
  }
}

export function keyIdOf({ sealed }: Sealed): string | undefined {
  try {
    return decodeProtectedHeader(sealed).kid
  } catch {
    return undefined
  }
}
