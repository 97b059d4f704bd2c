/**
 * The private address has the inquiry's id and a keyed hash of the id (HMAC-SHA-256). No address can be guessed or made from a reference.
 * Rotating keys does not change the secret of the hashes, so an address is valid as long as its inquiry is stored.
 * The address for answers by e-mail is made in the same way with another hash, so neither address leads to the other.
 */
import type { Ports } from '../ports.ts'
import { PATHS } from '../site.ts'
import { type InquiryId, parseReference } from './inquiry-id.ts'

/** Separates these hashes from all others. */
const [PURPOSE, REPLY] = ['inquiry-status', 'inquiry-reply']
/** Milliseconds since 1970 in base 36, the reference, and the keyed hash of both. It has no dot, because Netlify would expect a file. */
const CAPABILITY = /^((\w+)-(\w+))-([\w-]{43})$/
const TIME_BASE = 36
/** Time, reference and the beginning of the hash. The time has eight base-36 digits until 2059. */
const REPLY_CAPABILITY = /(?<!\w)((\w{8})(\w{8}))([\w-]{26})@/g
const MAX_ADDRESSES = 20

/** @returns the secret last part of the address */
export async function statusCapability({ keyedHash }: Pick<Ports, 'keyedHash'>, id: InquiryId): Promise<string> {
  const time = Date.parse(id.receivedAt).toString(TIME_BASE)
  const text = `${time}-${id.reference.replace('-', '')}`
  return `${text}-${await keyedHash.mac(PURPOSE, text)}`
}

/** @param capability not trusted @returns undefined when this service did not make the capability. The inquiry may be erased by now. */
export async function readStatusCapability({ keyedHash }: Pick<Ports, 'keyedHash'>, capability: string) {
  const [, text = '', time = '', letters = '', mac = ''] = CAPABILITY.exec(capability) ?? []
  if (!(await keyedHash.matches(PURPOSE, text, mac))) return undefined
  return idAt(time, letters)
}

function idAt(time: string, letters: string): InquiryId {
  const receivedAt = new Date(Number.parseInt(time, TIME_BASE)).toISOString()
  return { receivedAt, reference: parseReference(letters) ?? '' }
}

/** Mail servers may change the case, so the hash is in lower case. A guess is right with a chance of at most 2^-130 (26 × 5 bits). */
const replyHash = async ({ keyedHash }: Pick<Ports, 'keyedHash'>, text: string) =>
  (await keyedHash.mac(REPLY, text)).toLowerCase().slice(0, 26)

/** @param inbound an address that takes a part after a plus, or a domain */
export async function replyAddress(ports: Pick<Ports, 'keyedHash'>, inbound: string, id: InquiryId) {
  const text = Date.parse(id.receivedAt).toString(TIME_BASE) + id.reference.replace('-', '').toLowerCase()
  const capability = text + (await replyHash(ports, text))
  return inbound.includes('@') ? inbound.replace('@', `+${capability}@`) : `${capability}@${inbound}`
}

/** @returns the id in the first reply address of this service in a text; undefined when there is none among `MAX_ADDRESSES` */
export async function findReplyAddress(ports: Pick<Ports, 'keyedHash'>, addresses: string) {
  const found = addresses.toLowerCase().matchAll(REPLY_CAPABILITY).take(MAX_ADDRESSES)
  for (const [, text = '', time = '', letters = '', hash = ''] of found) {
    // `matches` takes the same time for each wrong hash. It needs a hash of a text, so both hashes are hashed once more.
    const own = await ports.keyedHash.mac(REPLY, await replyHash(ports, text))
    if (await ports.keyedHash.matches(REPLY, hash, own)) return idAt(time, letters)
  }
  return undefined
}

/** @returns the path of the English status page */
export const statusPath = (capability: string): string => PATHS.status + capability

/** @returns the secret last part of an address or path in any language. A text without a slash is returned unchanged */
export const capabilityIn = (address: string): string => address.replace(/\/$/, '').replace(/^.*\//s, '')
