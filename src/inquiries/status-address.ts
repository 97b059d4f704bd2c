/**
 * The private address of an inquiry, at which the person who sent it sees where it stands. Nothing is stored for it: the address
 * holds the inquiry's id and a keyed hash of it (HMAC-SHA-256, 256 bits), so it can be neither guessed nor made from a reference.
 *
 * Rotating and dropping keys does not change the secret of the hashes: an address is valid for as long as its inquiry is kept.
 */
import type { KeyedHash } from '../ports.ts'
import { PATHS } from '../site.ts'
import type { InquiryId } from './inquiry-id.ts'
import { parseReference } from './reference.ts'

/** Separates these hashes from all others. */
const PURPOSE = 'inquiry-status'
/** Milliseconds since 1970 to the base 36, the letters of the reference, the keyed hash of both. No dot: Netlify takes that for a file. */
const CAPABILITY = /^((\w+)-(\w+))-([\w-]{43})$/
const TIME_BASE = 36

interface AddressPorts {
  keyedHash: KeyedHash
}

/** @returns the secret last part of the address */
export async function statusCapability({ keyedHash }: AddressPorts, id: InquiryId): Promise<string> {
  const time = Date.parse(id.receivedAt).toString(TIME_BASE)
  const text = `${time}-${id.reference.replace('-', '')}`
  return `${text}-${await keyedHash.mac(PURPOSE, text)}`
}

/**
 * @param capability what a caller sent, of any length
 * @returns the id of an inquiry that was accepted once; undefined when this service did not make the capability
 */
export async function readStatusCapability({ keyedHash }: AddressPorts, capability: string) {
  const [, text = '', time = '', letters = '', mac = ''] = CAPABILITY.exec(capability) ?? []
  if (!(await keyedHash.matches(PURPOSE, text, mac))) return undefined
  const receivedAt = new Date(Number.parseInt(time, TIME_BASE)).toISOString()
  return { receivedAt, reference: parseReference(letters) ?? '' }
}

/** The path of the address, in English; the page is there in other languages too. */
export const statusPath = (capability: string): string => PATHS.status + capability

/** The secret part of an address in any language, or of a path; of a text without a slash the text itself. */
export const capabilityIn = (address: string): string => address.replace(/\/$/, '').replace(/^.*\//s, '')
