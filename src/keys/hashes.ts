/** Hashes by `node:crypto`. Web Crypto moves each text to another thread, which takes longer than the hash of a short text. */
import { hash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyedHash } from '../ports.ts'

/** HMAC-SHA-256. @param secret base64url */
export function createKeyedHash(secret: string): KeyedHash {
  const key = createSecretKey(secret, 'base64url')
  // No purpose contains NUL, so the separator is unambiguous.
  const macOf = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url')
  return {
    mac: async (purpose, text) => macOf(purpose, text),
    matches: async (purpose, text, mac) => isSameText(macOf(purpose, text), mac),
  }
}

/** Takes the same time for each wrong text of the same length. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** SHA-256 (base64url, 43 characters), which others can compute too. Use `KeyedHash` for values that must not be guessed. */
export const sha256 = (text: string | Buffer): string => hash('sha256', text, 'base64url')
