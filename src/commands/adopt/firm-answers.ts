/**
 * What a firm says of itself to begin: one line for each question, from a person or from a file.
 */
import { statSync } from 'node:fs'
import * as z from 'zod'
import { FirmFile } from '../../firm/firm.ts'
import { LOOK_FIELDS } from '../../firm/look.ts'
import { programName } from '../../firm/placeholders.ts'
import { parseAreas } from './chosen-areas.ts'
import { parseCounties } from './counties.ts'
import { parseHolidays } from './holiday-names.ts'
import { parseHours } from './hours-line.ts'
import { AFTER_HOURS, REPLY_TIMES, SPOKEN } from './spoken.ts'
import { choiceOf, fitting, NOTHING, partsOf, WrongAnswer } from './wrong-answer.ts'

/** An answer is text. A file may also have a number, yes or no, or a list. */
const asText = (value: unknown): unknown => {
  // After a hash sign, YAML reads nothing.
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(asText).join('; ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? String(value) : value
}

/** The schema of an answer, from what reads its text. */
const answer = <T>(read: (text: string) => T) =>
  z.preprocess(asText, z.string('must be text').trim()).transform((text, context): T => {
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof WrongAnswer)) throw error
      context.addIssue({ code: 'custom', message: error.message })
      return z.NEVER
    }
  })

const text = (schema: z.ZodType<string>, tidy = (given: string) => given) =>
  answer((given) => {
    if (!given) throw new WrongAnswer('must not be empty')
    return fitting(schema, tidy(given))
  })

const { address } = FirmFile.shape

/** Each part must be one of the choices, in any case. */
const chosen = (given: string, choices: readonly string[]): string[] =>
  partsOf(given).map((part) => choiceOf(part, choices))

export interface Lawyer {
  name: string
  barNumber: string | undefined
  /** Year of admission to The Florida Bar. */
  admitted: string | undefined
}

/** What ends a name, and tells a person from a parent. */
const GENERATION = /^(?:[JS]r\.?|I{2,3}|IV)$/i
const LAWYER_RULE = 'must be a name, the Florida Bar number and the year of admission, like Ana Diaz, 0123456, 2009'

function lawyersIn(given: string): [Lawyer, ...Lawyer[]] {
  const [first, ...others] = partsOf(given, /;/).map((part): Lawyer => {
    // Letters like Esq. belong to the name.
    const fields = partsOf(part.replace(/,\s*(Esq|J\.?D|P\.?A)\.?(?=,|$)/i, ''), /,/)
    const barNumber = fields.find((field) => /^\d{5,7}$/.test(field))
    const admitted = fields.find((field) => /^(19|20)\d\d$/.test(field))
    const [given = '', ...rest] = fields.filter((field) => field !== barNumber && field !== admitted)
    const isNamed = /\p{L}/u.test(given) && rest.length <= 1 && rest.every((field) => GENERATION.test(field))
    if (/\s(?:and|&)\s/i.test(given))
      throw new WrongAnswer(`must have a semicolon between lawyers, and “${part}” has none`)
    if (!isNamed) throw new WrongAnswer(`${LAWYER_RULE}; and “${part}” is none`)
    const name = fitting(FirmFile.shape.responsibleAttorney, [given, ...rest].join(', '))
    if (!programName(name))
      throw new WrongAnswer(`must name each lawyer in letters from A to Z, and “${name}” has none`)
    return { name, barNumber, admitted }
  })
  if (!first) throw new WrongAnswer(LAWYER_RULE)
  // The name is that of the file.
  const twice = others.find(({ name }, index) =>
    [first, ...others.slice(0, index)].some((other) => programName(other.name) === programName(name)),
  )
  if (twice) throw new WrongAnswer(`must name each lawyer once, and ${twice.name} is there twice`)
  return [first, ...others]
}

const telephone = answer((given) => {
  const digits = given.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (!/^\d{10}$/.test(digits)) throw new WrongAnswer('must be a number with its area code, like (904) 555-0100')
  return fitting(FirmFile.shape.telephone, `+1-${digits.replace(/^(...)(...)/, '$1-$2-')}`)
})

const yesOrNo = answer((given) => {
  if (/^(yes|y|sí|si|no|n)$/i.test(given)) return /^[ys]/i.test(given)
  throw new WrongAnswer('must be yes or no')
})

const accent = answer((given) => {
  if (NOTHING.test(given)) return undefined
  if (!/^#[0-9a-f]{6}$/i.test(given)) throw new WrongAnswer('must be a color like "#1f3a6e", in quotes in a file')
  return fitting(LOOK_FIELDS.accent, given.toLowerCase())
})

const logo = answer((given) => {
  if (NOTHING.test(given)) return undefined
  if (!/\.(svg|png)$/i.test(given)) throw new WrongAnswer('must be a file that ends in .svg or .png')
  if (!statSync(given, { throwIfNoEntry: false })?.isFile()) throw new WrongAnswer(`must be a file, and ${given} is not there`)
  return given
})

/** What no answer means. */
export const USUAL = {
  holidays: 'usual',
  afterHours: AFTER_HOURS.en,
  replyWithin: 'one business day',
  spanish: 'no',
  languages: 'English',
} as const

/** A box takes letters, but no client can come to it. */
const POST_BOX =
  /(?:\b(?:p\.? *o\.?|post(?:al)? *office|postal) *(?:box|drawer)|\b(?:pob|pmb|apartado)|^box)\b *(?:(?:#|no\.?)? *\d|$)/i
const street = text(address.shape.street, (given) => {
  const box = POST_BOX.exec(given)
  if (!box) return given
  throw new WrongAnswer(
    /^\d.*\p{L}/u.test(given.slice(0, box.index))
      ? 'must be the street and the number of the office: leave the box out'
      : 'must be the office that clients can visit, and a P.O. box is none: advertising names where the office is (rule 4-7.12)',
  )
})

/** Times within which to answer, with the number in words. */
const NUMBERS: Readonly<Record<string, string>> = { '1': 'one', '2': 'two', '3': 'three' }
const inNumberWords = (given: string) =>
  given.replace(/^within +/i, '').replace(/^[123]\b/, (digit) => NUMBERS[digit] ?? digit)

/** The answers that a firm gives, as a file has them and as a person types them. */
export const Answers = z.strictObject({
  name: text(FirmFile.shape.name),
  lawyers: answer(lawyersIn),
  street,
  // The state is known.
  city: text(address.shape.city, (given) => given.replace(/,?\s+(?:FL|Fla\.?|Florida)$/i, '')),
  zip: text(address.shape.postalCode),
  telephone,
  email: text(FirmFile.shape.email),
  hours: answer(parseHours),
  holidays: answer(parseHolidays).prefault(USUAL.holidays),
  afterHours: text(z.string()).prefault(USUAL.afterHours),
  replyWithin: answer((given) => {
    const [one, ...more] = chosen(
      inNumberWords(given),
      REPLY_TIMES.map(({ en }) => en),
    )
    if (!one || more.length > 0) throw new WrongAnswer('must be one time')
    return one
  }).prefault(USUAL.replyWithin),
  counties: answer(parseCounties),
  areas: answer(parseAreas),
  spanish: yesOrNo.prefault(USUAL.spanish),
  languages: answer((given) =>
    chosen(
      given,
      SPOKEN.map(({ en }) => en),
    ),
  ).prefault(USUAL.languages),
  accent: accent.optional(),
  logo: logo.optional(),
})
export type Answers = z.output<typeof Answers>
export type AnswerName = keyof Answers
