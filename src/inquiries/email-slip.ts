/**
 * Likely mistakes in the domain of an e-mail address, like `ana@gmial.com`. Only domains of the table are suggested, so other domains, such
 * as those of companies, are left alone. The contact form's script contains this file too.
 */
import { isTypingSlip } from './typing-slip.ts'

/** The most frequent mail providers in Florida, the most frequent first. */
const COMMON = (
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com comcast.net bellsouth.net att.net msn.com live.com ' +
  'verizon.net sbcglobal.net cox.net charter.net earthlink.net windstream.net embarqmail.com ymail.com rocketmail.com ' +
  'protonmail.com proton.me googlemail.com'
).split(' ')

/** Domains that exist, and are one mistake away from a common one. */
const OTHERS = 'mail.com email.com cloud.com comcast.com att.com verizon.com cox.com charter.com windstream.com'.split(
  ' ',
)

/** Mistyped ends of a domain. Ends of other countries, as in yahoo.ca, are not mistakes. */
const ENDS: Readonly<Record<string, string>> = {
  com: 'con co cm om cmo ocm comm coom ccom vom xom cim cpm comn come net',
  net: 'ner nte ent ne nt bet met nett ner com',
}

/** In a shorter name, a different letter is often another domain: love.com and live.com. */
const SHORTEST_NAME = 5
/** Domains of the table with two mistakes are not longer. */
const LONGEST_DOMAIN = 24

/**
 * The address that was probably meant.
 * @param text typed address, valid or not
 * @returns undefined when the domain is probably right
 */
export function meantEmail(text: string): string | undefined {
  const [, local = '', typed = ''] = /^([^\s@]+)@([^\s@]+)$/.exec(text.trim()) ?? []
  const domain = typed.toLowerCase()
  if (domain.length > LONGEST_DOMAIN || COMMON.includes(domain) || OTHERS.includes(domain)) return undefined
  const dotted = domain.replace(/[.,;]+/g, '.').replace(/\.$/, '')
  const meant = COMMON.find((common) => isSlipOf(dotted, common))
  return meant && `${local}@${meant}`
}

/** Splits a domain at its first dot. */
const split = (domain: string) => /^(.*?)\.(.*)$/.exec(domain)?.slice(1) ?? []

function isSlipOf(domain: string, common: string): boolean {
  const [name = '', end = ''] = split(common)
  if (!domain.includes('.')) return [name, name + end].includes(domain) && name.length >= SHORTEST_NAME
  const [typedName = '', typedEnd = ''] = split(domain)
  const isEnd = typedEnd === end || ENDS[end]?.split(' ').includes(typedEnd)
  const isName = typedName === name || (name.length >= SHORTEST_NAME && isTypingSlip(typedName, name))
  return isName && isEnd === true
}

/** The member of a receipt or preview that tells a program about a mistyped address. */
export function suggestionFor(email: string | undefined): { emailSuggestion?: string } {
  const emailSuggestion = meantEmail(email ?? '')
  return emailSuggestion === undefined ? {} : { emailSuggestion }
}
