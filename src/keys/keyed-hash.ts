/**
 * Keyed hashes: HMAC-SHA-256 with the secret of the key set.
 */
import type { KeyedHash } from '../ports.ts'

/** @param secret base64url */
export function createKeyedHash(secret: string): KeyedHash {
  const imported = crypto.subtle.importKey(
    'raw',
    Buffer.from(secret, 'base64url'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return {
    async mac(purpose, text) {
      // No purpose contains NUL, so the separator is unambiguous.
      const bytes = new TextEncoder().encode(`${purpose}\0${text}`)
      return Buffer.from(await crypto.subtle.sign('HMAC', await imported, bytes)).toString('base64url')
    },
  }
}
