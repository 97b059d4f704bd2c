/** Reads what people type at the questions of `npm run adopt`. The functions in `TYPED` return undefined for what they cannot read. */
import type * as z from 'zod'
import { programName } from '../../firm/placeholders.ts'
import { Answers, AreaName } from './answers.ts'

export interface Choice {
  value: string
  label: string
  /** More names that people may type. */
  aliases?: string
}

/** A part of a name is enough when only one choice has that part. @returns the value, or undefined */
function choiceNamed(choices: readonly Choice[], typed: string): string | undefined {
  const name = programName(typed.trim().replace(/\s+(?:county|counties)\.?$/i, ''))
  if (name === '') return undefined
  const namesOf = ({ value, label, aliases = label }: Choice) => [value, label, aliases].map(programName)
  const [only, ...others] = choices.filter((choice) => namesOf(choice).some((each) => each.includes(name)))
  const exact = choices.find((choice) => namesOf(choice).includes(name))
  return (exact ?? (others.length === 0 ? only : undefined))?.value
}

/** Takes names with commas, “and” or & between them, and “all”. @returns in `left` what is not among the choices */
export function choicesTyped(choices: readonly Choice[], typed: string): { values: string[]; left: string[] } {
  if (/^\s*(?:all|both)\s*$/i.test(typed)) return { values: choices.map(({ value }) => value), left: [] }
  const left: string[] = []
  const values = typed.split(/[,;]/).flatMap((part) => {
    const found = [[part], part.split(/\b(?:and|y)\b|&/i)].map((words) =>
      words.filter((word) => word.trim()).map((word) => choiceNamed(choices, word)),
    )
    const all = found.find((each) => each.every((value) => value !== undefined))
    if (!all) left.push(part.trim())
    return all ?? []
  })
  return { values: [...new Set(values)], left }
}

/** At an optional question, these words mean the same as an empty answer. */
export const NO = /^(?:no?|none|n\/a|same)\.?$/i

export interface Hours {
  opens: string
  closes: string
}

const TIME = String.raw`(noon|\d{1,2}(?:[:.]?\d{2})?)\s*(am|pm)?`
const RANGE = new RegExp(String.raw`^${TIME}\s*(?:-|to|until|till)\s*${TIME}$`)
const NOON = 12 * 60
/** An opening time before 7 without “am” is in the afternoon: “1-5” begins at 13:00. */
const EARLIEST = 7 * 60

/** @returns minutes since midnight; for a time that does not exist, NaN, or more minutes than a day has */
function minutesOf(time: string, amOrPm: string | undefined): number {
  if (time === 'noon') return NOON
  const hours = Number(/^\d{1,2}(?=[:.]|\d{2}$|$)/.exec(time)?.[0])
  const minutes = Number(/(?<=.)\d{2}$/.exec(time)?.[0] ?? 0)
  const isTwelve = amOrPm !== undefined && hours === 12
  return minutes > 59 || hours > 24 ? NaN : ((isTwelve ? 0 : hours) + (amOrPm === 'pm' ? 12 : 0)) * 60 + minutes
}

/** True for one time, like “9 am”. The interview then asks for the closing time. */
export const isTime = (typed: string): boolean => new RegExp(`^${TIME}$`).test(plainTime(typed))

const plainTime = (typed: string) =>
  typed
    .trim()
    .toLowerCase()
    .replace(/[–—]/g, '-')
    .replace(/\b([ap])\.?\s?m\b\.?|(?<=\d)([ap])\.?m\.?/g, '$1$2m')
    .replace(/\.$/, '')

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Takes “9-5”, “8:30 to noon, 1 - 5:30 pm” for a break, and “closed”, which gives an empty list. */
export function hoursTyped(typed: string): Hours[] | undefined {
  const words = plainTime(typed)
  if (/^(?:closed|no|none)$/.test(words)) return []
  let before = 0
  const ranges = words.split(/\s*(?:,|;|&|\band\b)\s*/).map((part) => {
    const [whole, opensAt = '', opensAmOrPm, closesAt = '', closesAmOrPm] = RANGE.exec(part) ?? []
    let [opens, closes] = [minutesOf(opensAt, opensAmOrPm), minutesOf(closesAt, closesAmOrPm)]
    if (!opensAmOrPm && opens < EARLIEST) opens += NOON
    if (!closesAmOrPm && closes <= opens) closes += NOON
    const isRight = whole !== undefined && opens >= before && closes > opens && closes < 2 * NOON
    before = closes
    return isRight ? { opens: clock(opens), closes: clock(closes) } : undefined
  })
  return ranges.every((range) => range !== undefined) ? ranges : undefined
}

const DEGREES_AND_TITLES = /(?:,|\s)\s*(?:esq(?:uire)?|j\.?\s?d|ll\.?\s?m|attorney(?:\s+at\s+law)?)\.?\s*$/i

/** @returns the name without titles like Dr. or Esq., as on the page of a lawyer; undefined without a first and last name */
export function nameTyped(typed: string): string | undefined {
  let name = typed
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(?:mrs?|ms|dr)\.? /i, '')
  while (DEGREES_AND_TITLES.test(name)) name = name.replace(DEGREES_AND_TITLES, '')
  return /\s/.test(name) && programName(name) && !/\d/.test(name) ? name : undefined
}

const BAR_NUMBER = /^(?:(?:fbn|(?:the )?(?:florida|fl) bar|bar)(?: (?:no|number))?[.:#\s]*)?#?\s*(?=0*[1-9])(\d{1,7})$/i
/** Takes “FBN 0123457” too. */
const barNumberTyped = (typed: string): string | undefined => BAR_NUMBER.exec(typed.trim())?.[1]

/** Takes “in May 2009” too. */
const admittedTyped = (typed: string): string | undefined => {
  const year = /\b(?:19|20)\d{2}\b/.exec(typed)?.[0]
  return year && Number(year) <= new Date().getFullYear() ? year : undefined
}

/** Takes “Ocala, FL” too, but one city only. */
function cityTyped(typed: string): string | undefined {
  const city = typed.trim().replace(/,?\s+(?:FL|Florida)\.?$/i, '')
  return /,|;|\/|&|\band\b/i.test(city) ? undefined : fitting(Answers.shape.city)(city)
}

const fitting =
  <T>(schema: z.ZodType<T>) =>
  (typed: string): T | undefined =>
    schema.safeParse(typed.trim()).data

/** Every area in which The Florida Bar certifies has at least this many letters. */
const SHORTEST_AREA = 5
/** @returns '' for “no”; undefined when the text does not answer the question. Takes “board certified in wills” too. */
function certifiedTyped(typed: string): string | undefined {
  const area = typed.trim().replace(/^(?:is )?board[- ]certified(?: by (?:the )?florida bar)?(?: in)?\s*/i, '')
  if (/^(?:in none|not)\.?$/i.test(area) || NO.test(area)) return ''
  return area.length < SHORTEST_AREA ? undefined : fitting(plainWords)(area)
}

/** Refuses a street that ends in a ZIP code, which is asked for later, and a P.O. box, which is not an office. */
const streetTyped = (typed: string): string | undefined =>
  /\b\d{5}(?:-\d{4})?\s*$|^p\.?\s?o\.? box\b/i.test(typed.trim()) ? undefined : fitting(plainWords)(typed)

/** A shorter text is not a sentence: it was probably typed for another question. */
const LEAST_WORDS = 3

const sentenceTyped = (typed: string): string | undefined =>
  typed.trim().split(/\s+/).length < LEAST_WORDS ? undefined : fitting(plainWords)(typed)

const { postalCode, telephone, email, logo, name: plainWords } = Answers.shape

/** For each kind of answer: the function that reads the answer, and the message when that is not possible. */
export const TYPED = {
  words: [fitting(plainWords), 'Type it in plain words, without the signs < > * ` [ ] { } \\'],
  street: [streetTyped, 'Type street and number only, like 12 Oak Street, Suite 4. A P.O. box is not an office'],
  sentence: [sentenceTyped, 'Type a sentence, or leave it empty'],
  certified: [certifiedTyped, 'Type the area in plain words, or no'],
  person: [nameTyped, 'Type first and last name, in letters from A to Z'],
  barNumber: [barNumberTyped, 'Type the digits of the number, like 0123457'],
  admitted: [admittedTyped, 'Type a year that has begun, like 2009'],
  city: [cityTyped, 'Type one city. Other offices are asked for after this one'],
  postalCode: [fitting(postalCode), 'Type five digits, like 32202'],
  telephone: [fitting(telephone), 'Type ten digits, like 904 211 0100'],
  email: [fitting(email), 'Type one address, like office@example.com'],
  hours: [hoursTyped, 'Type it like 9-5, or 8:30 to noon, 1 to 5:30 for a break, or closed'],
  area: [fitting(AreaName), "Type words, like Elder law or Workers' compensation"],
  logo: [fitting(logo.unwrap()), 'Type the path of a file that exists and ends in .svg or .png'],
} satisfies Record<string, readonly [take: (typed: string) => unknown, otherwise: string]>

export const LONGEST = 600

/** @returns what is wrong with the typed text, before it is read */
export function refusal(typed: string): string | undefined {
  if (typed.length > LONGEST) return `Type at most ${LONGEST} characters. These are ${typed.length}`
  return /\p{Cc}/u.test(typed) ? 'Type it in one line, without control characters' : undefined
}
