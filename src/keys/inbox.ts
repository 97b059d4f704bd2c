/** Encryption of inquiries to the staff: JWE (RFC 7516), ECDH-ES with A256GCM. */
import * as openssl from 'node:crypto'
import { compactDecrypt, decodeProtectedHeader, importJWK } from 'jose'
import { once } from '../remembered.ts'
import type { Inbox, Sealed, StaffInbox } from '../ports.ts'
import { compactJwe, json } from './token-keys.ts'
import { INBOX_ALG, type InboxPrivateKey, type KeySet } from './key-set.ts'

const ENC = 'A256GCM'

/** Concat KDF (RFC 7518 section 4.6.2): round 1, the shared secret, then the algorithm, two empty parties and the length, each with a size. */
const [ROUND, NAME_SIZE, PARTIES_AND_BITS] = ['00000001', '00000007', '00000000'.repeat(2) + '00000100']

/** The intake can seal, but not open. It is written with OpenSSL, as tokens are. */
export function sealingInbox({ kid, ...jwk }: KeySet['inbox']): Inbox {
  const publicKey = once(() => openssl.createPublicKey({ key: jwk, format: 'jwk' }))
  return {
    async seal(record) {
      const ephemeral = openssl.generateKeyPairSync('x25519')
      const { kty, crv, x } = ephemeral.publicKey.export({ format: 'jwk' })
      const secret = openssl.diffieHellman({ privateKey: ephemeral.privateKey, publicKey: publicKey() })
      const hex = [ROUND, secret.toString('hex'), NAME_SIZE, Buffer.from(ENC).toString('hex'), PARTIES_AND_BITS].join(
        '',
      )
      const key = openssl.hash('sha256', Buffer.from(hex, 'hex'), 'buffer')
      return compactJwe(json({ alg: INBOX_ALG, enc: ENC, kid, epk: { kty, crv, x } }), key, record)
    },
  }
}

/**
 * Opens with the key that the header names, or tries all keys when the header names no known key.
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
          // Another key may open it.
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
