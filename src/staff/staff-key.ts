/** A key (`DESK-K7QM-2F9D-…`) contains the member's id, so checking it takes one hash (scrypt, OWASP Password Storage Cheat Sheet). */
import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { RecordValue } from '../store/records.ts'
import { drawLetters, inGroups, isCodeOf, KEY_ALPHABET } from '../alphabet.ts'

/** People and secret scanners recognize a key by this prefix. */
const PREFIX = 'DESK'
/** 40 bits, not secret. */
const ID_LENGTH = 8
/** 160 bits. */
const SECRET_LENGTH = 32

/** Each guess takes 32 MiB and about 0.2 seconds. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** `promisify` runs at each call, so that a test can replace `scrypt` and count the calls. */
const hash = (secret: string, salt: Buffer) =>
  promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)(secret, salt, HASH_BYTES, SCRYPT)

type StoredKey = RecordValue<'member'>['key']

export interface StaffKey {
  member: string
  secret: string
}

/** Used for unknown members, so that the response time does not show whether a member exists. */
const DUMMY_KEY: StoredKey = { salt: '', hash: '' }

export const createMemberId = (): string => drawLetters(KEY_ALPHABET, ID_LENGTH)

export const isMemberId = (text: string): boolean => isCodeOf(KEY_ALPHABET, ID_LENGTH, text)

/** The key cannot be shown again, because only a hash of its secret is stored. */
export async function createStaffKey(member: string): Promise<{ key: string; stored: StoredKey }> {
  const secret = drawLetters(KEY_ALPHABET, SECRET_LENGTH)
  const salt = randomBytes(SALT_BYTES)
  return {
    key: `${PREFIX}-${inGroups(member + secret)}`,
    stored: { salt: salt.toString('base64url'), hash: (await hash(secret, salt)).toString('base64url') },
  }
}

/** Accepts any case, hyphens, spaces, O for 0, and I or L for 1. @returns undefined when the text is not a key */
export function parseStaffKey(text: string): StaffKey | undefined {
  const letters = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  if (!letters.startsWith(PREFIX)) return undefined
  const rest = letters.slice(PREFIX.length).replaceAll('O', '0').replace(/[IL]/g, '1')
  const [member, secret] = [rest.slice(0, ID_LENGTH), rest.slice(ID_LENGTH)]
  return isMemberId(member) && isCodeOf(KEY_ALPHABET, SECRET_LENGTH, secret) ? { member, secret } : undefined
}

/** @param stored undefined when there is no such member; the check takes the same time then, and returns false */
export async function verifySecret(stored: StoredKey | undefined, secret: string): Promise<boolean> {
  const { salt, hash: expected } = stored ?? DUMMY_KEY
  const found = await hash(secret, Buffer.from(salt, 'base64url'))
  return stored !== undefined && timingSafeEqual(found, Buffer.from(expected, 'base64url'))
}
