/**
 * Encryption of inquiries to the staff: JWE (RFC 7516), ECDH-ES with A256GCM.
 */
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose'
import type { Inbox, StaffInbox } from '../ports.ts'
import { INBOX_ALG, type InboxPrivateKey, type KeySet } from './key-set.ts'

const ENC = 'A256GCM'

/**
 * The intake's side: can seal but not open.
 * @param key the public key of the key set
 */
export function sealingInbox(key: KeySet['inbox']): Inbox {
  const imported = importJWK(key, INBOX_ALG)
  imported.catch(() => undefined) // reported by the first seal
  return {
    async seal(record) {
      const plaintext = new TextEncoder().encode(JSON.stringify(record))
      return new CompactEncrypt(plaintext)
        .setProtectedHeader({ alg: INBOX_ALG, enc: ENC, kid: key.kid })
        .encrypt(await imported)
    },
  }
}

/**
 * The staff's side: opens what was sealed.
 * @param key the private key of the inbox
 */
export async function openingInbox(key: InboxPrivateKey): Promise<StaffInbox> {
  const imported = await importJWK(key, INBOX_ALG)
  const options = { keyManagementAlgorithms: [INBOX_ALG], contentEncryptionAlgorithms: [ENC] }
  return {
    async open({ sealed }) {
      try {
        const { plaintext } = await compactDecrypt(sealed, imported, options)
        return JSON.parse(new TextDecoder().decode(plaintext)) as unknown
      } catch {
        return undefined
      }
    },
  }
}
