/**
 * The private address has the inquiry's id and a keyed hash of it (HMAC-SHA-256): it can be neither guessed nor made from a reference.
 * Rotating keys does not change the secret of the hashes, so an address is valid as long as its inquiry is stored.
 */
import type { Ports } from '../ports.ts'
import { PATHS } from '../site.ts'
import { type InquiryId, parseReference } from './inquiry-id.ts'

/** Separates these hashes from all others. */
const PURPOSE = 'inquiry-status'
/** Milliseconds since 1970 in base 36, the letters of the reference, and the keyed hash of both. With a dot, Netlify would expect a file. */
const CAPABILITY = /^((\w+)-(\w+))-([\w-]{43})$/
const TIME_BASE = 36

/** @returns the secret last part of the address */
export async function statusCapability({ keyedHash }: Pick<Ports, 'keyedHash'>, id: InquiryId): Promise<string> {
  const time = Date.parse(id.receivedAt).toString(TIME_BASE)
  const text = `${time}-${id.reference.replace('-', '')}`
  return `${text}-${await keyedHash.mac(PURPOSE, text)}`
}

/** `capability` is not trusted: the result is undefined when this service did not make it. The inquiry may be erased by now. */
export async function readStatusCapability({ keyedHash }: Pick<Ports, 'keyedHash'>, capability: string) {
  const [, text = '', time = '', letters = '', mac = ''] = CAPABILITY.exec(capability) ?? []
  if (!(await keyedHash.matches(PURPOSE, text, mac))) return undefined
  const receivedAt = new Date(Number.parseInt(time, TIME_BASE)).toISOString()
  return { receivedAt, reference: parseReference(letters) ?? '' }
}

/** The English path of the address. */
export const statusPath = (capability: string): string => PATHS.status + capability

/** The secret part of an address or path in any language. A text without a slash is returned unchanged. */
export const capabilityIn = (address: string): string => address.replace(/\/$/, '').replace(/^.*\//s, '')
