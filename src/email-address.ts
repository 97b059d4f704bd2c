/**
 * E-mail addresses: what one is, how mail reaches it, and when two are the same. One rule for inquiries, claims, assertions of
 * providers, the firm's own address and the recipients of mail, so that an address which may write may also be claimed.
 *
 * Accepted is what a mail server takes as one mailbox: a dot-atom, an @, and a domain with a dot (RFC 5321 section 4.1.2). Not
 * accepted are quotes, display names, lists and addresses of machines. Letters of any script count on both sides of the @ (RFC
 * 6531): `josé@ejemplo.es` is somebody's address, and whoever has one must be able to ask the firm for help. Mail can be sent to
 * it: nodemailer asks the server for SMTPUTF8, which Gmail, Exchange Online and Postfix have. Where the firm's server lacks it,
 * the message is shown at the desk as not delivered, like any that a server refuses.
 */
import * as z from 'zod'

/** Longest address, octets (RFC 5321 section 4.5.3.1.3, without the brackets). */
export const LONGEST_EMAIL = 254
/** Longest part before the @, octets (RFC 5321 section 4.5.3.1.1). */
const LONGEST_LOCAL_PART = 64
/** Longest part of a domain between two dots, octets (RFC 1035 section 2.3.4). */
const LONGEST_LABEL = 63

/** A mark, such as an accent that is a character of its own, follows what it marks. */
const LOCAL_PART =
  /^(?!\p{M})[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.(?!\p{M})[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
/** As people write it, before it is turned into ASCII: nothing that would end the name of the host in a URL. */
const DOMAIN = /^[\p{L}\p{M}\p{Nd}.-]+$/u
const ASCII_LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/
/** Letters and marks that are not seen: with one, an address looks like another. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

const octetsOf = (text: string) => new TextEncoder().encode(text).length

/**
 * The mailbox of an address: the form in which mail is sent. Unicode is composed (NFC), and the domain is in lower case and in
 * ASCII (IDNA), so two ways to write one address give the same, but for the case of the part before the @.
 * @param text as somebody wrote it, without white space around it
 * @returns undefined when the text is no e-mail address
 */
export function mailboxOf(text: string): string | undefined {
  // Length first: an expression that looks at a long text can be slow.
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
  const ascii = /^\p{ASCII}*$/u.test(domain) ? domain.toLowerCase() : hostOf(domain)
  const labels = ascii?.split('.') ?? []
  const last = labels.at(-1) ?? ''
  const isName = labels.every((label) => label.length <= LONGEST_LABEL && ASCII_LABEL.test(label))
  // The last label of a name is never a number: that would be an address of IPv4.
  return isName && labels.length > 1 && last.length > 1 && /\D/.test(last) ? ascii : undefined
}

/** A domain in ASCII (UTS 46), as the URL parser of every platform makes it. */
const hostOf = (domain: string) => URL.parse(`http://${domain}`)?.hostname

/** Whether the text is one address that mail could be sent to. */
export const isEmailAddress = (text: string): boolean => mailboxOf(text) !== undefined

/**
 * The form in which addresses are compared: the mailbox in lower case. Mail servers may tell `Ana@` from `ana@` (RFC 5321
 * section 2.4), and in practice none does. For ASCII it is the address in lower case: keyed hashes of it are stored.
 */
export const comparableEmail = (text: string): string => (mailboxOf(text) ?? text).toLowerCase().normalize('NFC')

/** Whether two addresses are the same, however they are written. */
export const isSameEmail = (one: string, other: string): boolean => comparableEmail(one) === comparableEmail(other)

/** What an address must be, as said after the name of a field. */
export const EMAIL_RULE = 'must be one e-mail address, like ana@example.com'

/** A field that holds one. It is kept as it was written. */
export const EmailAddress = z.string(EMAIL_RULE).refine(isEmailAddress, EMAIL_RULE).meta({ format: 'email' })
