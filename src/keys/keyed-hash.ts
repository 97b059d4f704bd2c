/**
 * Keyed hashes: HMAC-SHA-256 under the pepper of the key set.
 */
import type { KeyedHash } from '../ports.ts'

/** @param secret the pepper, base64url */
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
      // The purpose cannot run into the text: it holds no NUL.
      const bytes = new TextEncoder().encode(`${purpose}\0${text}`)
      return Buffer.from(await crypto.subtle.sign('HMAC', await imported, bytes)).toString('base64url')
    },
  }
}
