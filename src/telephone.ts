/**
 * Telephone numbers: the firm's as people in its country read it, and the one in what a person typed: `386 555 0142 after 5, ask for Maria`.
 */

/** International form. */
export const TELEPHONE = /^\+1-\d{3}-\d{3}-\d{4}$/

/** A number of North America in international form, however its digits are parted; what is no such number stays as it is. */
export const internationalTelephone = (typed: string): string =>
  typed.replace(/^\s*(?:\+?1)?[\s().-]*(\d{3})[\s().-]*(\d{3})[\s.-]*(\d{4})\s*$/, '+1-$1-$2-$3')

/**
 * A telephone number as it is written in Florida.
 * @param telephone international form, `+1-386-555-0142`
 * @returns `(386) 555-0142`; what is no such number stays as it is
 */
export function nationalTelephone(telephone: string): string {
  if (!TELEPHONE.test(telephone)) return telephone
  const [, area, exchange, line] = telephone.split('-')
  return `(${area}) ${exchange}-${line}`
}

/** The same with a no-break space, so that the number stays on one line. */
export const unbrokenTelephone = (telephone: string): string => nationalTelephone(telephone).replaceAll(' ', '\u00a0')

/** Fewer digits are no telephone number: a local number has seven. */
export const LEAST_DIGITS = 7
/** What stands between the digits of one number. */
const GAP = '[ \\u00a0().\\/\\u2010-\\u2015-]'

/** A text with the digits of a number somewhere, for a schema: linear, because each step takes one digit. */
export const WITH_TELEPHONE = new RegExp(`^(?:[^0-9]*[0-9]){${LEAST_DIGITS}}.*$`)

/** The ways to write a number, the surest first: with a country code, as in North America, and any other. */
const NUMBERS = [
  new RegExp(`\\+${GAP}{0,3}[0-9](?:${GAP}{0,3}[0-9]){6,14}`),
  new RegExp(`(?<![0-9])(?:1${GAP}{0,3})?[0-9]{3}${GAP}{0,3}[0-9]{3}${GAP}{0,3}[0-9]{4}(?![0-9])`),
  new RegExp(`(?<![0-9])[0-9](?:${GAP}{0,3}[0-9]){6,14}(?![0-9])`),
]

/**
 * Finds the number that can be dialed, without its extension.
 * @param text as typed, with words before or after the number
 * @returns its digits, after a + if it has a country code; undefined when there is none with seven digits or more
 */
export function telephoneIn(text: string): string | undefined {
  const found = NUMBERS.map((number) => number.exec(text)?.[0]).find((match) => match !== undefined)
  return found?.replace(/[^0-9+]/g, '')
}

/** Digits of a number in the United States, without the country code. */
export const NATIONAL_DIGITS = 10
const COUNTRY_CODE = new RegExp(`^1(?=\\d{${NATIONAL_DIGITS}}$)`)

/** The digits of a telephone number without extension and country code; undefined when the text is not a telephone number. */
export function digitsOf(text: string): string | undefined {
  const [number = ''] = text.toLowerCase().split(/e?xt?\.?\s*\d/)
  const digits = number.replace(/\D/g, '').replace(COUNTRY_CODE, '')
  return /\p{L}/u.test(number) || digits.length < LEAST_DIGITS ? undefined : digits
}

/** Whether two numbers are the same, where one may lack the area code. */
export const isSameNumber = (one: string, other: string | undefined): boolean =>
  other !== undefined && (one.endsWith(other) || other.endsWith(one))
