/**
 * One rule for e-mail addresses everywhere, so that an address that can send an inquiry can also claim an agent: a dot-atom, an @ and a
 * domain with a dot (RFC 5321 section 4.1.2). Letters of any script are allowed (RFC 6531), as in `josé@ejemplo.es`. If the firm's mail
 * server lacks SMTPUTF8, the desk lists mail to such an address as not delivered.
 */
import * as z from 'zod'
import { ADDRESS_SLIPS } from './address-slips.ts'

/** Octets (RFC 5321 section 4.5.3.1.3, without the brackets). */
export const LONGEST_EMAIL = 254
/** Octets (RFC 5321 section 4.5.3.1.1). */
const LONGEST_LOCAL_PART = 64
/** Octets between two dots of a domain (RFC 1035 section 2.3.4). */
const LONGEST_LABEL = 63

/** A combining mark, such as a separate accent, must not come first, or first after a dot. */
const LOCAL_PART =
  /^(?!\p{M})[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.(?!\p{M})[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
/** Before the conversion to ASCII, excludes characters that would end the host name in a URL. */
const DOMAIN = /^[\p{L}\p{M}\p{Nd}.-]+$/u
const ASCII_LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/
/** Invisible characters make one address look like another. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

const octetsOf = (text: string) => new TextEncoder().encode(text).length

/**
 * Normalizes to Unicode NFC and a lower-case ASCII domain (IDNA). The part before the @ keeps its case.
 * @param text already trimmed
 * @returns undefined when the text is not an e-mail address
 */
export function mailboxOf(text: string): string | undefined {
  // Length first: matching a long text against a regular expression can be slow.
  if (text.length > LONGEST_EMAIL || !text.isWellFormed() || INVISIBLE.test(text)) return undefined
  const composed = text.normalize('NFC')
  const at = composed.lastIndexOf('@')
  const local = composed.slice(0, Math.max(at, 0))
  const domain = asciiDomain(composed.slice(at + 1))
  if (domain === undefined || !LOCAL_PART.test(local) || octetsOf(local) > LONGEST_LOCAL_PART) return undefined
  const mailbox = `${local}@${domain}`
  return octetsOf(mailbox) > LONGEST_EMAIL ? undefined : mailbox
}

function asciiDomain(domain: string): string | undefined {
  if (!DOMAIN.test(domain)) return undefined
  // The URL parser converts other letters (UTS 46).
  const ascii = /^\p{ASCII}*$/u.test(domain) ? domain.toLowerCase() : URL.parse(`http://${domain}`)?.hostname
  const labels = ascii?.split('.') ?? []
  const last = labels.at(-1) ?? ''
  const isName = labels.every((label) => label.length <= LONGEST_LABEL && ASCII_LABEL.test(label))
  // A numeric last label would make it an IPv4 address.
  return isName && labels.length > 1 && last.length > 1 && /\D/.test(last) ? ascii : undefined
}

export const isEmailAddress = (text: string): boolean => mailboxOf(text) !== undefined

/**
 * Converts to lower case, although RFC 5321 section 2.4 lets servers distinguish `Ana@` from `ana@`.
 * Keyed hashes of this form are stored, so this function must not change.
 */
export const comparableEmail = (text: string): string => (mailboxOf(text) ?? text).toLowerCase().normalize('NFC')

export const isSameEmail = (one: string, other: string): boolean => comparableEmail(one) === comparableEmail(other)

/** Follows the name of a field in an error message. */
export const EMAIL_RULE = 'must be one e-mail address, like ana@example.com'

/** Says what is wrong, but does not repeat the address, because errors contain no value. */
export const emailRule = (text: string): string =>
  [EMAIL_RULE, ...ADDRESS_SLIPS.flatMap(([slip, , rule]) => (text.search(slip) < 0 ? [] : [rule]))].join(', ')

export const EMAIL_ERROR = { error: ({ input }: { input?: unknown }) => emailRule(String(input)) }

/** Accepts an e-mail address, and does not change its spelling. */
export const EmailAddress = z.string(EMAIL_RULE).refine(isEmailAddress, EMAIL_ERROR).meta({ format: 'email' })
