/** Fills facts into texts in place of words in braces, so that each fact is written once, and leaves out parts that do not apply. */
import { type Language, listInWords } from '../language.ts'
import { asSentence, uncapitalized, withoutAccents } from '../letters.ts'
import type { FirmFile } from './firm.ts'
import { isOffered, type Offer, OFFER_NAMES, type Offering } from '../offers.ts'
import { nationalTelephone } from '../telephone.ts'
import { citiesOf, mainOffice } from './offices.ts'
import { hoursInWords } from './opening-hours.ts'
import type { StatedSettings } from './published-facts.ts'
import words from './placeholders.json' with { type: 'json' }
import { linesIn, WEEKDAYS } from './weekdays.ts'

/** Each value explains its word. */
export const PLACEHOLDERS = words.texts
type Placeholder = keyof typeof PLACEHOLDERS
/** Facts that a firm may leave out. */
const OPTIONAL_FACTS = ['onCall', 'jail', 'publicDefender', 'bookingUrl'] as const
/** Names of parts. A text shows a part only while an offer is on, names are kept, a fact is given, or mail is received. */
export const PARTS = [...OFFER_NAMES, 'keepsNames', ...OPTIONAL_FACTS, 'inboundMail'] as const
type PartFacts = Pick<FirmFile, 'keepsNames' | (typeof OPTIONAL_FACTS)[number]> & Pick<StatedSettings, 'inboundMail'>
type Part = Offer | keyof PartFacts

export const inBraces = (word: string): string => `{${word}}`

/** The legal forms of the Florida Statutes (chapters 605, 607, 620 and 621). */
const LEGAL_FORM = /,? +(?:P\.?A\.?|P\.?L\.?(?:L\.?C\.?)?|L\.?L\.?C\.?|(?:L\.?){1,3}P\.?|Inc\.?|Chartered)$/i

export const shortName = (name: string): string => name.replace(LEGAL_FORM, '')

export const programName = (name: string) =>
  withoutAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** A text that begins with one of these words begins in lower case inside a sentence. */
const COMMON_WORD = /^(?:Condados?|Counties)\b/

/** Inside a sentence, only English names of days keep a capital letter. */
const hoursInside = (line: string) => (WEEKDAYS.some((day) => line.startsWith(day)) ? line : uncapitalized(line))

export function partValues({ keepsNames = true, ...firm }: Offering & PartFacts) {
  const facts: PartFacts = { ...firm, keepsNames }
  const isOffer = (part: Part): part is Offer => OFFER_NAMES.includes(part as Offer)
  const isShown = (part: Part) => (isOffer(part) ? isOffered(firm, part) : facts[part])
  const values = PARTS.map((name) => [`#${name}`, isShown(name) ? name : ''])
  return Object.fromEntries(values) as Record<`#${Part}`, string>
}

const numberOf = (telephone: string | undefined): string => (telephone ? nationalTelephone(telephone) : '')

/** @param firm with its words in `language` @returns also a value for each part, like `#mcp`, which is empty while the part is off */
export const placeholderValues = (
  firm: Omit<FirmFile, 'description' | 'tagline'>,
  language: Language,
  settings: { base: string } & Pick<StatedSettings, 'retentionDays' | 'inboundMail'> & Offering,
): Readonly<Record<Placeholder | `#${Part}`, string>> => {
  const { address, telephone, hours } = mainOffice(firm.offices)
  return {
    ...partValues({ ...firm, ...settings }),
    base: settings.base,
    retentionDays: String(settings.retentionDays),
    'firm.name': firm.name,
    'firm.shortName': shortName(firm.name),
    'firm.program': programName(shortName(firm.name)),
    'firm.lawyer': firm.responsibleAttorney,
    'firm.telephone': nationalTelephone(telephone),
    'firm.onCall': numberOf(firm.onCall),
    'firm.jail': numberOf(firm.jail),
    'firm.publicDefender': numberOf(firm.publicDefender),
    'firm.email': firm.email,
    'firm.street': address.street,
    'firm.city': address.city,
    'firm.postalCode': address.postalCode,
    'firm.cities': citiesOf(firm.offices, language),
    'firm.areaServed': COMMON_WORD.test(firm.areaServed) ? uncapitalized(firm.areaServed) : firm.areaServed,
    'firm.hours': hoursInWords({ hours: linesIn(hours, language) }, language)
      .map(hoursInside)
      .join('; '),
    'firm.languages': listInWords(firm.languages, 'and', language),
    'firm.replyWithin': firm.replyWithin,
    'firm.bookingCompany': firm.bookingCompany ?? '',
  }
}

/** A part is between `{#mcp}` and `{/mcp}`. The two marks are inside a line, or each on a line of its own. */
const PART = /\{#(\w+)\}(\n?)([\s\S]*?)\{\/\1\}\2/g

/** Leaves out parts that are off. Parts with unknown names stay. @param keepsLines keeps line ends, so that line numbers stay right */
export const fillParts = (text: string, values: Readonly<Record<string, string>>, keepsLines = false): string =>
  text.replace(PART, (found, name: string, line: string, part: string) => {
    if (!Object.hasOwn(values, `#${name}`)) return found
    const kept = values[`#${name}`] ? part : part.replace(keepsLines ? /[^\n]/g : /[^]/g, '')
    const shown = fillParts(kept, values, keepsLines)
    return keepsLines ? line + shown + line : shown
  })

/** Also matches a full stop after the braces. */
const BRACES = /\{([\w.]+)\}(\.?)/g

/** Fills in the values; unknown words stay. A full stop in the text is left out after a value that ends with one, like "P.A.". */
export const fillInText = (text: string, values: Readonly<Record<string, string>>): string =>
  fillParts(text, values).replace(BRACES, (found, word: string, stop: string) => {
    if (!Object.hasOwn(values, word)) return found
    const value = values[word] ?? ''
    return stop ? asSentence(value) : value
  })

export function fillIn<T>(value: T, values: Readonly<Record<string, string>>): T {
  if (typeof value === 'string') return fillInText(value, values) as T
  if (Array.isArray(value)) return value.map((part: unknown) => fillIn(part, values)) as T
  // YAML also makes dates, which stay as they are.
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillIn<unknown>(part, values)])) as T
}
