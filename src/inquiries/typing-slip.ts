/** Finds typing mistakes in e-mail addresses, like `ana@gmial.com`, and in words. The contact form's script contains this file too. */
import { withoutSlips } from '../address-slips.ts'

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

/** Mistyped top-level domains. A few belong to countries too, like .co. Other domains of countries, like .ca, are not mistakes. */
const ENDS: Readonly<Record<string, string>> = {
  com: 'con co cm om cmo ocm comm coom ccom vom xom cim cpm comn come net',
  net: 'ner nte ent ne nt bet met nett ner com',
}

/** In a name shorter than this, one different letter often makes another real domain: love.com and live.com. */
const SHORTEST_NAME = 5
/** No domain in `COMMON` is longer, even with two mistakes. */
const LONGEST_DOMAIN = 24
/** An address is shorter than this, even with the words that people write around it. */
const LONGEST_TEXT = 500

/** @returns the address with a common domain in place of a mistyped one, or without the text around it; undefined if it seems right */
export function meantEmail(text: string): string | undefined {
  const typed = text.trim()
  if (typed.length > LONGEST_TEXT) return undefined
  const [address = '', local = '', end = ''] = /^([^\s@]+)@([^\s@]+)$/.exec(withoutSlips(typed)) ?? []
  const domain = end.toLowerCase()
  const isLeftAlone = domain.length > LONGEST_DOMAIN || COMMON.includes(domain) || OTHERS.includes(domain)
  const dotted = domain.replace(/[.,;]+/g, '.').replace(/\.$/, '')
  const meant = isLeftAlone ? undefined : COMMON.find((common) => isSlipOf(dotted, common))
  return meant ? `${local}@${meant}` : address !== typed && domain.includes('.') ? address : undefined
}

const split = (domain: string) => /^(.*?)\.(.*)$/.exec(domain)?.slice(1) ?? []

function isSlipOf(domain: string, common: string): boolean {
  const [name = '', end = ''] = split(common)
  if (!domain.includes('.')) return [name, name + end].includes(domain) && name.length >= SHORTEST_NAME
  const [typedName = '', typedEnd = ''] = split(domain)
  const isEnd = typedEnd === end || ENDS[end]?.split(' ').includes(typedEnd)
  const isName = typedName === name || (name.length >= SHORTEST_NAME && isTypingSlip(typedName, name))
  return isName && isEnd === true
}

export function suggestionFor(email: string | undefined): { emailSuggestion?: string } {
  const emailSuggestion = meantEmail(email ?? '')
  return emailSuggestion === undefined ? {} : { emailSuggestion }
}

/** @param length of the longer word @returns how many slips two words may differ by */
export const mostSlips = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Short words must have the same first letter, because it is rarely mistyped. A word with a digit is never a slip. */
export function isTypingSlip(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length)
  const slips = mostSlips(length)
  if (slips === 0 || (length < 6 && one[0] !== other[0])) return false
  return isNear(one, other, slips) && !/\d/.test(one + other)
}

/**
 * A slip is a wrong, missing or extra letter, or two swapped letters. The search stops after `slips` of them, so crafted words do not make
 * it slow.
 */
function isNear(one: string, other: string, slips: number): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const [rest, otherRest] = [one.slice(same), other.slice(same)]
  if (Math.max(rest.length, otherRest.length) <= slips) return true
  if (slips === 0 || Math.abs(rest.length - otherRest.length) > slips) return false
  const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0]
  return (
    isNear(rest.slice(1), otherRest.slice(1), slips - 1) ||
    isNear(rest.slice(1), otherRest, slips - 1) ||
    isNear(rest, otherRest.slice(1), slips - 1) ||
    (isSwapped && isNear(rest.slice(2), otherRest.slice(2), slips - 1))
  )
}
