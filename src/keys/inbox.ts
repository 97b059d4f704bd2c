/** Encryption of inquiries to the staff: JWE (RFC 7516), ECDH-ES with A256GCM. */
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, importJWK } from 'jose'
import { once } from '../remembered.ts'
import type { Inbox, Sealed, StaffInbox } from '../ports.ts'
import { INBOX_ALG, type InboxPrivateKey, type KeySet } from './key-set.ts'

const ENC = 'A256GCM'

/** The intake can seal, but not open. */
export function sealingInbox(key: KeySet['inbox']): Inbox {
  // Most functions start without sealing anything.
  const imported = once(() => importJWK(key, INBOX_ALG))
  return {
    async seal(record) {
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(record)))
        .setProtectedHeader({ alg: INBOX_ALG, enc: ENC, kid: key.kid })
        .encrypt(await imported())
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
