/**
 * Likely slips in the domain of an e-mail address: `ana@gmial.com`. Only the domains of the table are suggested, so the address of
 * a firm is left alone. The browser has this file too, for the contact form.
 */
import { isTypingSlip } from './typing-slip.ts'

/** Where people in Florida have their mail, the most frequent first. */
const COMMON = (
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com comcast.net bellsouth.net att.net msn.com live.com ' +
  'verizon.net sbcglobal.net cox.net charter.net earthlink.net windstream.net embarqmail.com ymail.com rocketmail.com ' +
  'protonmail.com proton.me googlemail.com'
).split(' ')

/** Others that exist, and are one slip away from those. */
const OTHERS = 'mail.com email.com cloud.com comcast.com att.com verizon.com cox.com charter.com windstream.com'.split(
  ' ',
)

/** What people type for the end of a domain. An end of another country, like yahoo.ca, is none. */
const ENDS: Readonly<Record<string, string>> = {
  com: 'con co cm om cmo ocm comm coom ccom vom xom cim cpm comn come net',
  net: 'ner nte ent ne nt bet met nett ner com',
}

/** In a shorter name each slip is another name: love.com for live.com. */
const SHORTEST_NAME = 5
/** No domain of the table with two slips is longer. */
const LONGEST_DOMAIN = 24

/**
 * The address that was probably meant.
 * @param text an address as typed, valid or not
 * @returns undefined when its domain is no likely slip
 */
export function meantEmail(text: string): string | undefined {
  const [, local = '', typed = ''] = /^([^\s@]+)@([^\s@]+)$/.exec(text.trim()) ?? []
  const domain = typed.toLowerCase()
  if (domain.length > LONGEST_DOMAIN || COMMON.includes(domain) || OTHERS.includes(domain)) return undefined
  const dotted = domain.replace(/[.,;]+/g, '.').replace(/\.$/, '')
  const meant = COMMON.find((common) => isSlipOf(dotted, common))
  return meant && `${local}@${meant}`
}

/** Name and end of a domain, apart at its first dot. */
const split = (domain: string) => /^(.*?)\.(.*)$/.exec(domain)?.slice(1) ?? []

function isSlipOf(domain: string, common: string): boolean {
  const [name = '', end = ''] = split(common)
  if (!domain.includes('.')) return [name, name + end].includes(domain) && name.length >= SHORTEST_NAME
  const [typedName = '', typedEnd = ''] = split(domain)
  const isEnd = typedEnd === end || ENDS[end]?.split(' ').includes(typedEnd)
  const isName = typedName === name || (name.length >= SHORTEST_NAME && isTypingSlip(typedName, name))
  return isName && isEnd === true
}

/** What a program is told of an address that is probably mistyped, for a receipt or a preview. */
export function suggestionFor(email: string | undefined): { emailSuggestion?: string } {
  const emailSuggestion = meantEmail(email ?? '')
  return emailSuggestion === undefined ? {} : { emailSuggestion }
}
