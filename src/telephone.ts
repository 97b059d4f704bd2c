/** The international form of a North American number. */
export const TELEPHONE = /^\+1-\d{3}-\d{3}-\d{4}$/

/** Accepts any spacing of a North American number. Other text is returned unchanged. */
export const internationalTelephone = (typed: string): string =>
  typed.replace(/^\s*(?:\+?1)?[\s().-]*(\d{3})[\s().-]*(\d{3})[\s.-]*(\d{4})\s*$/, '+1-$1-$2-$3')

/** Writes `+1-386-555-0142` as `(386) 555-0142`. Other text is returned unchanged. */
export function nationalTelephone(telephone: string): string {
  if (!TELEPHONE.test(telephone)) return telephone
  const [, area, exchange, line] = telephone.split('-')
  return `(${area}) ${exchange}-${line}`
}

/** A no-break space keeps the number on one line. */
export const unbrokenTelephone = (telephone: string): string => nationalTelephone(telephone).replaceAll(' ', '\u00a0')

/** A number without an area code has seven digits. */
const LEAST_DIGITS = 7
/** Characters between the digits of one number. */
const GAP = '[ \\u00a0().\\/\\u2010-\\u2015-]'

/** Matches a text that has the digits of a number, in linear time. A schema publishes this pattern. */
export const WITH_TELEPHONE = new RegExp(`^(?:[^0-9]*[0-9]){${LEAST_DIGITS}}.*$`)

/** Three forms, the most certain first: with a country code, North American, any other. */
const NUMBERS = [
  new RegExp(`\\+${GAP}{0,3}[0-9](?:${GAP}{0,3}[0-9]){6,14}`),
  new RegExp(`(?<![0-9])(?:1${GAP}{0,3})?[0-9]{3}${GAP}{0,3}[0-9]{3}${GAP}{0,3}[0-9]{4}(?![0-9])`),
  new RegExp(`(?<![0-9])[0-9](?:${GAP}{0,3}[0-9]){6,14}(?![0-9])`),
]

/** Finds a number among words, without its extension. @returns the digits, after a + if the number begins with one */
export function telephoneIn(text: string): string | undefined {
  const found = NUMBERS.map((number) => number.exec(text)?.[0]).find((match) => match !== undefined)
  return found?.replace(/[^0-9+]/g, '')
}

/** The number of digits of a North American number without its country code. */
export const NATIONAL_DIGITS = 10
const COUNTRY_CODE = new RegExp(`^1(?=\\d{${NATIONAL_DIGITS}}$)`)

/** @returns the digits without extension and country code 1; undefined when the text is not a telephone number */
export function digitsOf(text: string): string | undefined {
  const [number = ''] = text.toLowerCase().split(/e?xt?\.?\s*\d/)
  const digits = number.replace(/\D/g, '').replace(COUNTRY_CODE, '')
  return /\p{L}/u.test(number) || digits.length < LEAST_DIGITS ? undefined : digits
}

/** Also true if one of the two numbers lacks the area code. Both are given as digits only. */
export const isSameNumber = (one: string, other: string | undefined): boolean =>
  other !== undefined && (one.endsWith(other) || other.endsWith(one))
