/**
 * Keyed hashes: HMAC-SHA-256 with the secret of the key set. Of `node:crypto`: Web Crypto hands each of these short texts to
 * another thread, which takes longer than the hash.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import type { KeyedHash } from '../ports.ts'

/** @param secret base64url */
export function createKeyedHash(secret: string): KeyedHash {
  const key = createSecretKey(secret, 'base64url')
  return {
    // No purpose contains NUL, so the separator is unambiguous.
    mac: async (purpose, text) => createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url'),
  }
}
