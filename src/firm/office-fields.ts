/** Offices and their opening hours: the fields of `firm.md`, and those of the API. */
import * as z from 'zod'
import { paragraph, plainText } from './content-fields.ts'
import { TELEPHONE } from '../telephone.ts'
import { Day } from '../dates.ts'
import { HOLIDAYS } from './holidays.ts'
import { DAYS_EXAMPLE, parseDays, WEEKDAYS } from './weekdays.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

const time = (example: string, description: string) =>
  z
    .string()
    .regex(TIME, `must be a time like "${example}", in quotes`)
    .describe(`${description}, 24 hours, local to the office.`)

const opens = time('08:30', 'Opening time')
const closes = time('17:00', 'Closing time')
const days = z.string().min(1).describe(`Days in words, for example "${DAYS_EXAMPLE}".`)
const date = Day.describe('The day, like 2026-12-24.')

const DAYS_RULE = `must be days of the week, like ${DAYS_EXAMPLE}; Saturday; Tuesday and Thursday`
const ORDER_RULE = 'must be later than `opens`'

/** Also true if a text is not a time, because the schema of the field reports that. */
const isInOrder = ({ opens = '', closes = '' }: { opens?: string | undefined; closes?: string | undefined }) =>
  !TIME.test(opens) || !TIME.test(closes) || opens < closes

const Line = z
  .strictObject({ days: days.refine((text) => parseDays(text) !== undefined, DAYS_RULE), opens, closes })
  .refine(isInOrder, { path: ['closes'], error: ORDER_RULE })
  .describe('One line of the opening hours.')

const OtherDay = z
  .strictObject({ date, opens: opens.optional(), closes: closes.optional() })
  .refine((day) => (day.opens === undefined) === (day.closes === undefined), {
    path: ['date'],
    error: 'must have both `opens` and `closes`, or neither when the office is closed',
  })
  .refine(isInOrder, { path: ['closes'], error: ORDER_RULE })
  .describe('A day with other hours; closed all day without `opens` and `closes`.')

type Line = z.infer<typeof Line>
type OtherDay = z.infer<typeof OtherDay>

/** No day may have hours twice at the same time. */
function checkLines(lines: readonly Line[], check: z.core.$RefinementCtx): void {
  lines.forEach((line, index) => {
    for (const other of lines.slice(0, index)) {
      const shared = parseDays(line.days)?.find((day) => parseDays(other.days)?.includes(day))
      if (shared === undefined || line.opens >= other.closes || other.opens >= line.closes) continue
      const message = `must not repeat ${WEEKDAYS[shared]}: a line above has hours of that day at the same time`
      check.addIssue({ code: 'custom', path: [index, 'days'], message })
    }
  })
}

const HOURS_TEXT =
  'Opening hours of the office, one line or more for each group of days, with `days`, `opens` and `closes`.'
const LIST_RULE = 'must be a list: each entry on a line of its own that begins with a hyphen'

/** These fields apply to all offices. */
export const CLOSED_FIELDS = {
  holidays: z
    .array(z.enum(HOLIDAYS, `must be one of: ${HOLIDAYS.join('; ')}`), LIST_RULE)
    .optional()
    .describe('Holidays on which the office is closed, and the days on which they are observed.'),
  otherDays: z
    .array(OtherDay, LIST_RULE)
    .optional()
    .describe('Single days on which the office is closed, or open at other hours.'),
  afterHours: paragraph(
    z.string().min(1).optional().describe('What a person can do while the office is closed, one or two sentences.'),
  ),
}

const HOURS = z.array(Line, LIST_RULE).min(1, 'must have a line').superRefine(checkLines).describe(HOURS_TEXT)

/** In the API, `days` is in the language of the response, so `daysOfWeek` has the English names. */
const daysOfWeek = z.array(z.enum(WEEKDAYS)).optional().describe('The same days for programs.')
const PublishedLine = z.strictObject({ days, opens, closes, daysOfWeek }).describe('One line of the opening hours.')
const PUBLISHED_HOURS = z.array(PublishedLine).min(1).describe(HOURS_TEXT)

export const PUBLISHED_CLOSED_FIELDS = {
  ...CLOSED_FIELDS,
  closed: z
    .array(date)
    .optional()
    .describe('Days of the year to come on which the main office is closed, though its hours name their weekday.'),
}

export interface OfficeHours {
  hours: readonly Line[]
  holidays?: z.infer<typeof CLOSED_FIELDS.holidays>
  otherDays?: readonly OtherDay[] | undefined
}

export const Address = z
  .strictObject({
    street: plainText.describe('Street and number.'),
    city: plainText
      .max(30, 'must be one city, of at most 30 characters')
      .describe('City of the office. Rule 4-7.12 requires it wherever the firm advertises.'),
    state: z.string().length(2, 'must be the two letters of the state, "FL"').describe('State, two letters.'),
    postalCode: z
      .string()
      .regex(/^\d{5}(-\d{4})?$/, 'must be a ZIP code of five digits, in quotes')
      .describe('ZIP code.'),
  })
  .describe('The office, a real place the public can visit.')

export const telephone = z.string().regex(TELEPHONE, 'must be a number like "+1-904-555-0100"')

/** @param hours the schema of the opening hours: in the API, they also have the field `daysOfWeek` for programs */
const officeWith = <H extends z.ZodType>(hours: H) => ({
  address: Address,
  telephone: telephone.describe('Telephone in international form.'),
  hours,
  directions: plainText.optional().describe('How to find the office, in one sentence.'),
})

export const Offices = z
  .array(z.strictObject(officeWith(HOURS)).partial({ telephone: true, hours: true }))
  .min(1, 'must have an office')
  .superRefine(([main], check) => {
    for (const field of ['telephone', 'hours'] as const)
      if (main && main[field] === undefined)
        check.addIssue({ code: 'custom', path: [0, field], message: 'is missing: the first office needs it' })
  })
  .describe(
    'The offices, the main one first. Another one may leave out `telephone`, and `hours` if it opens by appointment only.',
  )

/** The API gives the main office's facts twice: in the list, and beside it. */
export const PUBLISHED_OFFICES = {
  ...officeWith(PUBLISHED_HOURS),
  offices: z
    .array(z.strictObject(officeWith(PUBLISHED_HOURS)).partial({ telephone: true, hours: true }))
    .min(1)
    .describe('All offices. `address`, `telephone`, `hours` and `directions` are those of the first.'),
}

export type Address = z.infer<typeof Address>
