/**
 * The schema of an inquiry as people and agents send it, the same for the form, the API and MCP.
 * Lengths count Unicode code points after trimming.
 */
import * as z from 'zod'
import { EMAIL_RULE, isEmailAddress, LONGEST_EMAIL } from '../email-address.ts'
import type { Topics } from '../firm/topics.ts'
import { LAWYER_ANSWERS } from './has-lawyer.ts'
import { WITH_TELEPHONE } from '../telephone.ts'

export const LIMITS = {
  name: { min: 1, max: 200 },
  email: { min: 3, max: LONGEST_EMAIL },
  // With words beside it, like: after 5, ask for Maria.
  phone: { min: 7, max: 100 },
  message: { min: 1, max: 5000 },
  otherParty: { min: 1, max: 200 },
} as const

/** C0 and C1 control characters and the two Unicode line separators. Refused in single-line fields. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/** The same without tabs and line ends. Refused in multi-line fields. */
const CONTROLS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** A trimmed text with a length in code points, and an error message for each way it can be invalid. */
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
      else if (!value.isWellFormed()) fail('must not contain a lone surrogate (half of a character)')
      else if (controls.test(value)) fail('must not contain control characters')
    })
    .meta({ minLength: min, maxLength: max })
}

export function inquiryRequest(topics: Topics) {
  return z
    .object(
      {
        name: text('the name of the person', LIMITS.name, CONTROLS).describe('Name of the person, like Ana Example.'),
        email: text('an e-mail address', LIMITS.email, CONTROLS)
          .refine(isEmailAddress, EMAIL_RULE)
          .meta({ format: 'email', minLength: LIMITS.email.min, maxLength: LIMITS.email.max })
          .describe('E-mail address for the reply, like ana@example.com.'),
        phone: text('a telephone number', LIMITS.phone, CONTROLS)
          .refine((value) => WITH_TELEPHONE.test(value), 'must have a telephone number of at least seven digits')
          .meta({ minLength: LIMITS.phone.min, maxLength: LIMITS.phone.max, pattern: WITH_TELEPHONE.source })
          .optional()
          .describe('A number, like +1 386 555 0187 after 5; not consent to texts or automated calls.'),
        topic: z
          .enum(topics, `must be one of ${topics.join(', ')}`)
          .optional()
          .describe(`Topic, like ${topics[0]}; omit it when none fits.`),
        message: text('what the person wants to tell the firm', LIMITS.message, CONTROLS_BUT_LINES).describe(
          'What the person wants to say, like: I need a will. Short; nothing confidential, nor what led to an arrest or charge.',
        ),
        otherParty: text('the name of the other side', LIMITS.otherParty, CONTROLS)
          .optional()
          .describe('The other side, like Acme Insurance, to check for conflicts.'),
        hasLawyer: z
          .enum(LAWYER_ANSWERS, `must be ${LAWYER_ANSWERS.join(' or ')}`)
          .optional()
          .describe('Whether a lawyer already represents the person in this, like no.'),
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

/**
 * The schema of an inquiry that a person makes on the telephone: without an e-mail address a telephone number is enough.
 */
export const calledRequest = (schema: ReturnType<typeof inquiryRequest>) =>
  schema.partial({ email: true }).refine(({ email, phone }) => email !== undefined || phone !== undefined, {
    path: ['phone'],
    error: 'is required where there is no e-mail address',
    // With the errors of other fields, not after them.
    when: () => true,
  })
/** An inquiry of any channel: from people who called there may be no e-mail address. */
export type AnyInquiryRequest = z.infer<ReturnType<typeof calledRequest>>

/** What checking changes, so that a sender can work out what was accepted. */
export const NORMALIZATION =
  'Members that are not listed are left out, and name, email, phone, message and otherParty lose white space at both ends, ' +
  "as by JavaScript's trim; nothing else is changed."

/**
 * The JSON of a checked inquiry in canonical form (RFC 8785): the same text for the same inquiry, in whatever order its fields came.
 * Members of texts only need no more than their names in order of UTF-16 code units, because JSON.stringify writes texts as the
 * RFC prescribes, and leaves out what is undefined.
 */
export const canonicalText = (request: Readonly<Record<string, string | undefined>>): string =>
  JSON.stringify(request, Object.keys(request).sort())
