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

/** A local number has seven digits. */
const LEAST_DIGITS = 7
/** Characters between the digits of one number. */
const GAP = '[ \\u00a0().\\/\\u2010-\\u2015-]'

/** A pattern for a schema. It takes linear time, because each step matches one digit. */
export const WITH_TELEPHONE = new RegExp(`^(?:[^0-9]*[0-9]){${LEAST_DIGITS}}.*$`)

/** Three forms, the most certain first: with a country code, North American, any other. */
const NUMBERS = [
  new RegExp(`\\+${GAP}{0,3}[0-9](?:${GAP}{0,3}[0-9]){6,14}`),
  new RegExp(`(?<![0-9])(?:1${GAP}{0,3})?[0-9]{3}${GAP}{0,3}[0-9]{3}${GAP}{0,3}[0-9]{4}(?![0-9])`),
  new RegExp(`(?<![0-9])[0-9](?:${GAP}{0,3}[0-9]){6,14}(?![0-9])`),
]

/** Finds a number among words, without its extension. @returns the digits, after a + if there is a country code */
export function telephoneIn(text: string): string | undefined {
  const found = NUMBERS.map((number) => number.exec(text)?.[0]).find((match) => match !== undefined)
  return found?.replace(/[^0-9+]/g, '')
}

/** A number has so many digits without the country code. */
export const NATIONAL_DIGITS = 10
const COUNTRY_CODE = new RegExp(`^1(?=\\d{${NATIONAL_DIGITS}}$)`)

/** Leaves out the extension and the country code 1. Undefined when the text is not a telephone number. */
export function digitsOf(text: string): string | undefined {
  const [number = ''] = text.toLowerCase().split(/e?xt?\.?\s*\d/)
  const digits = number.replace(/\D/g, '').replace(COUNTRY_CODE, '')
  return /\p{L}/u.test(number) || digits.length < LEAST_DIGITS ? undefined : digits
}

/** Also true if one of the two numbers has no area code. */
export const isSameNumber = (one: string, other: string | undefined): boolean =>
  other !== undefined && (one.endsWith(other) || other.endsWith(one))
