/**
 * What a person or an agent sends: the schema of an inquiry, the same for the form and the API.
 * Source: the service's contract, section 2; lengths count Unicode code points after trimming.
 */
import * as z from 'zod'
import { EMAIL_RULE, isEmailAddress, LONGEST_EMAIL } from '../email-address.ts'
import type { Topics } from '../firm/practice-area.ts'

export const LIMITS = {
  name: { min: 1, max: 200 },
  email: { min: 3, max: LONGEST_EMAIL },
  phone: { min: 7, max: 32 },
  message: { min: 1, max: 5000 },
  otherParty: { min: 1, max: 200 },
} as const

/** C0 and C1 control characters, and the two Unicode line separators: nothing of a single line. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/** Of these a text of several lines may hold tabs and line ends. */
const CONTROLS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

const PHONE = /^[0-9 +().x-]+$/

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** A trimmed text of so many characters, with a sentence for each way to miss it. */
function text(what: string, { min, max }: { min: number; max: number }, controls: RegExp) {
  const length = `must have ${min} to ${max} characters`
  return z
    .string({ error: (issue) => (issue.input === undefined ? `is required: ${what}` : `must be a string: ${what}`) })
    .trim()
    .superRefine((value, check) => {
      const fail = (message: string) => check.addIssue({ code: 'custom', message, continue: false })
      const characters = [...value].length
      if (characters === 0) fail(`must not be empty: ${what}`)
      else if (characters < min || characters > max) fail(length)
      else if (!value.isWellFormed()) fail('holds half of a character (a lone surrogate)')
      else if (controls.test(value)) fail('must not hold control characters')
    })
    .meta({ minLength: min, maxLength: max })
}

/**
 * The schema of an inquiry.
 * @param topics the topics the firm takes
 */
export function inquiryRequest(topics: Topics) {
  return z
    .object(
      {
        name: text('the name of the person', LIMITS.name, CONTROLS).describe('Name of the person who asks.'),
        email: text('an e-mail address', LIMITS.email, CONTROLS)
          .refine(isEmailAddress, EMAIL_RULE)
          .meta({ format: 'email', minLength: LIMITS.email.min, maxLength: LIMITS.email.max })
          .describe('E-mail address for the answer.'),
        phone: text('a telephone number', LIMITS.phone, CONTROLS)
          .refine((value) => PHONE.test(value) && /\d/.test(value), 'may hold digits, spaces and + ( ) . - x only')
          .meta({ minLength: LIMITS.phone.min, maxLength: LIMITS.phone.max, pattern: PHONE.source })
          .optional()
          .describe('Telephone number; optional, and no consent to texts or automated calls.'),
        topic: z
          .enum(topics, `must be one of ${topics.join(', ')}`)
          .optional()
          .describe('What it is about; left out when none fits.'),
        message: text('what the person wants to tell the firm', LIMITS.message, CONTROLS_BUT_LINES).describe(
          'What the person wrote. Short, and without what should stay confidential.',
        ),
        otherParty: text('the name of the other side', LIMITS.otherParty, CONTROLS)
          .optional()
          .describe('Who is on the other side, so that the firm can check for conflicts of interest.'),
        language: z
          .string('must be a string: a language tag')
          .max(35, 'must have at most 35 characters')
          .refine(isLanguageTag, 'must be a language tag of BCP 47, like en or es-US')
          .optional()
          .describe('Language the person would like an answer in, as a BCP 47 tag.'),
      },
      'must be a JSON object',
    )
    .describe('A request for a consultation.')
}
export type InquiryRequest = z.infer<ReturnType<typeof inquiryRequest>>
