/** The schema that the form, the API and MCP share, the canonical text of a request, and the rule for idempotency keys. */
import * as z from 'zod'
import { EMAIL_ERROR, isEmailAddress, LONGEST_EMAIL } from '../email-address.ts'
import type { Topics } from '../firm/topics.ts'
import { dayAt, officeDay } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { visibleText } from '../letters.ts'
import type { Clock } from '../ports.ts'
import { LAWYER_ANSWERS, WAYS, WRITING_FOR } from './safe-contact.ts'
import { WITH_TELEPHONE } from '../telephone.ts'

/** Lengths are Unicode code points after trimming. */
export const LIMITS = {
  name: { min: 1, max: 200 },
  email: { min: 3, max: LONGEST_EMAIL },
  // Words may stand beside the number, like: after 5, ask for Maria.
  phone: { min: 7, max: 100 },
  message: { min: 1, max: 5000 },
  otherParty: { min: 1, max: 200 },
  county: { min: 1, max: 60 },
} as const

/** Accepts the days from `from` days after today to `years` years after today, both included, by the office's calendar. */
function dayAhead({ now }: Clock, from: number, years: number, rule: string) {
  const error = `must be a day like 2026-12-31, ${rule}`
  return z.iso.date({ error, abort: true }).refine((day) => {
    const today = officeDay(now())
    const last = `${Number(today.slice(0, 4)) + years}${today.slice(4)}`
    return day >= dayAt(Date.parse(today) + from * DAY_MS) && day <= last
  }, error)
}

export const callBackDay = (clock: Clock) => dayAhead(clock, 0, 1, 'from today to one year ahead')

/** Single-line fields refuse control characters (C0, C1) and the two Unicode line separators. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/** Multi-line fields allow tabs and line ends. */
const CONTROLS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

const isNonEmptySet = (list: readonly string[]): boolean => list.length > 0 && new Set(list).size === list.length

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

function text(what: string, { min, max }: { min: number; max: number }, controls: RegExp) {
  const length = `must have ${min} to ${max} characters`
  return z
    .string({ error: (issue) => (issue.input === undefined ? `is required: ${what}` : `must be a string: ${what}`) })
    .trim()
    .superRefine((value, check) => {
      const fail = (message: string) => check.addIssue({ code: 'custom', message, continue: false })
      const characters = [...value].length
      if (visibleText(value) === '') fail(`must not be empty: ${what}`)
      else if (characters < min || characters > max) fail(length)
      else if (!value.isWellFormed()) fail('must not contain a lone surrogate (half of a character)')
      else if (controls.test(value)) fail('must not contain control characters')
    })
    .meta({ minLength: min, maxLength: max })
}

export const messageText = (what: string) => text(what, LIMITS.message, CONTROLS_BUT_LINES)

export function inquiryRequest(topics: Topics, clock: Clock = { now: () => new Date() }) {
  return z
    .object(
      {
        name: text('the name of the person', LIMITS.name, CONTROLS).describe('Name of the person, like Ana Example.'),
        email: text('an e-mail address', LIMITS.email, CONTROLS)
          .refine(isEmailAddress, EMAIL_ERROR)
          .meta({ format: 'email', minLength: LIMITS.email.min, maxLength: LIMITS.email.max })
          .describe('E-mail address for the reply, like ana@example.com.'),
        phone: text('a telephone number', LIMITS.phone, CONTROLS)
          .refine((value) => WITH_TELEPHONE.test(value), 'must have a telephone number of at least seven digits')
          .meta({ minLength: LIMITS.phone.min, maxLength: LIMITS.phone.max, pattern: WITH_TELEPHONE.source })
          .optional()
          .describe('Telephone number, like +1 202 555 0143 after 5; it is no consent to texts or automated calls.'),
        topic: z
          .enum(topics, `must be one of ${topics.join(', ')}`)
          .optional()
          .describe(`Topic, like ${topics[0]}; omit it when none fits.`),
        message: messageText('what the person wants to tell the firm').describe(
          'What the person wants to say, like: I need a will. Short; nothing confidential, nor what led to an arrest or charge.',
        ),
        otherParty: text('the name of the other side', LIMITS.otherParty, CONTROLS)
          .optional()
          .describe('The other side, like Acme Insurance, to check for conflicts.'),
        hasLawyer: z
          .enum(LAWYER_ANSWERS, `must be ${LAWYER_ANSWERS.join(' or ')}`)
          .optional()
          .describe('Whether a lawyer already represents the person: yes or no.'),
        // Clients may also send false: `withoutEmpty` removes it before this check.
        urgent: z
          .literal(true, 'must be true, or be left out')
          .meta({ const: undefined })
          .optional()
          .describe('It cannot wait.'),
        date: dayAhead(clock, -1, 10, 'from yesterday to ten years ahead')
          .optional()
          .describe('A court date or deadline, like 2026-12-31. The firm does not promise to act by then.'),
        county: text('the county', LIMITS.county, CONTROLS).optional().describe('The county, like Volusia.'),
        writingFor: z
          .enum(WRITING_FOR, `must be ${WRITING_FOR.join(' or ')}`)
          .optional()
          .describe('For whom the person writes, like self.'),
        safeContact: z
          .array(z.enum(WAYS, `must be one of ${WAYS.join(', ')}`), `must be a list of ${WAYS.join(', ')}`)
          .refine(isNonEmptySet, 'must name each safe way once, or be left out when all ways are safe')
          .meta({ minItems: 1, maxItems: WAYS.length, uniqueItems: true })
          .optional()
          .describe('Safe ways to reach the person, like telephone; all when left out. Without email no mail is sent.'),
        language: z
          .string('must be a string: a language tag')
          .max(35, 'must have at most 35 characters')
          .refine(isLanguageTag, 'must be a BCP 47 language tag, like en or es-US')
          .optional()
          .describe('Language of the reply, a BCP 47 tag like es.'),
      },
      'must be a JSON object',
    )
    .describe('A request for a consultation.')
}
export type InquiryRequest = z.infer<ReturnType<typeof inquiryRequest>>

/** Programs must give an e-mail address. People may give a telephone number instead. */
export const reachableRequest = (schema: ReturnType<typeof inquiryRequest>) =>
  schema.partial({ email: true }).refine(({ email, phone }) => email !== undefined || phone !== undefined, {
    path: ['email'],
    error: 'is required where there is no telephone number',
    // Zod then checks this even if other fields have errors.
    when: () => true,
  })
export type AnyInquiryRequest = z.infer<ReturnType<typeof reachableRequest>>

/** With this rule, a sender can compute the text that was accepted. */
export const NORMALIZATION =
  'Members that are not listed are left out, and so are optional ones that are null, false, or an empty text or list; name, email, phone, message, otherParty and county lose white space at both ends, ' +
  "as by JavaScript's trim; nothing else is changed."

/** RFC 8785. JSON.stringify writes texts and lists as the RFC prescribes, so only the names must be sorted, by UTF-16 code units. */
export const canonicalText = (request: Readonly<Record<string, string | readonly string[] | true | undefined>>) =>
  JSON.stringify(request, Object.keys(request).sort())

export const KEY_RULE = '1 to 255 visible ASCII characters, without spaces'

export const IDEMPOTENCY_KEY = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/)
