/** Encryption of inquiries to the staff: JWE (RFC 7516), ECDH-ES with A256GCM. */
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, importJWK } from 'jose'
import { once } from '../remembered.ts'
import type { Inbox, Sealed, StaffInbox } from '../ports.ts'
import { INBOX_ALG, type InboxPrivateKey, type KeySet } from './key-set.ts'

const ENC = 'A256GCM'

/**
 * The intake's side: can seal but not open.
 * @param key the public key of the key set
 */
export function sealingInbox(key: KeySet['inbox']): Inbox {
  // By the first seal: most functions start without sealing anything.
  const imported = once(() => importJWK(key, INBOX_ALG))
  return {
    async seal(record) {
      const plaintext = new TextEncoder().encode(JSON.stringify(record))
      return new CompactEncrypt(plaintext)
        .setProtectedHeader({ alg: INBOX_ALG, enc: ENC, kid: key.kid })
        .encrypt(await imported())
    },
  }
}

/**
 * The staff's side: opens what was sealed to one of its keys. Which one, the header names; if it does not, all are tried.
 * @param keys the private keys of the inbox, the present one and earlier ones
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

/** @returns the id of the key that a record was sealed to, as its header names it; undefined when it does not */
export function keyIdOf({ sealed }: Sealed): string | undefined {
  try {
    return decodeProtectedHeader(sealed).kid
  } catch {
    return undefined
  }
}
