import * as z from 'zod'
import { described } from '../described.ts'
import { IMAGE_FORMAT } from './look.ts'
import { Place, Reviewed, PublishedReview } from './content-fields.ts'

const BAR_NUMBER_RULE = 'must be digits in quotes, like "0123456"'

const facts = {
  name: z.string().min(1).describe("The lawyer's name as The Florida Bar knows it."),
  role: z.string().min(1).describe('What the lawyer is at the firm, like Attorney.'),
  barNumber: z
    .string(BAR_NUMBER_RULE)
    .regex(/^\d{1,7}$/, BAR_NUMBER_RULE)
    .optional()
    .describe('Florida Bar number. A site that goes online needs it.'),
  // YAML parsers read a year as a number, and some read a day as a Date.
  admitted: z
    .preprocess(
      (value) =>
        value instanceof Date ? value.toISOString().slice(0, 10) : typeof value === 'number' ? String(value) : value,
      z.string().regex(/^\d{4}(-\d{2}-\d{2})?$/, 'must be a year like 2009, or a day like 2009-04-21'),
    )
    .describe('Year or day of admission to The Florida Bar.'),
  admissions: z
    .array(z.string().min(1))
    .min(1, 'must name one at least, or be left out')
    .optional()
    .describe('Other bars and courts to which the lawyer is admitted, in words.'),
  profile: z
    .url('must be an address like https://www.floridabar.org/…')
    .optional()
    .describe('Address of the profile of the lawyer at The Florida Bar.'),
  languages: z.array(z.string().min(2)).min(1, 'must name one at least').describe('Languages that the lawyer speaks.'),
  areas: z
    .array(z.string().min(1))
    .min(1, 'must name one practice area at least')
    .describe('Ids of the practice areas in which the lawyer works.'),
}

const PortraitPath = z
  .string()
  .regex(/^\.\/[\w.-]+\.(jpe?g|png|webp|avif)$/i, 'must be a picture beside this file, like ./ana-diaz.jpg')

/** The file's name becomes the page's address. @param portrait in the build, a schema of Astro, which also loads the picture */
export const lawyerFile = <P extends z.ZodType>(portrait: P) =>
  z
    .strictObject({
      ...facts,
      portrait: portrait.optional().meta({
        description: 'Picture of the lawyer, a file beside this one. A translation shows the same.',
        format: IMAGE_FORMAT,
      }),
      portraitText: z
        .string()
        .min(1)
        .optional()
        .describe('What the picture shows, for people who cannot see it. Needed with a portrait.'),
      order: Place.describe('Place in lists, from 1.'),
      reviewed: Reviewed,
    })
    .refine(({ portrait: picture, portraitText }) => picture === undefined || portraitText !== undefined, {
      path: ['portraitText'],
      message: 'must say what the portrait shows',
    })

export const LawyerFile = lawyerFile(PortraitPath)

export const Lawyer = described('A lawyer of the firm.', {
  ...facts,
  admitted: z.string().describe(facts.admitted.description ?? ''),
  url: z.url().describe('Address of the page for people.'),
  portrait: z.url().optional().describe('Address of a picture of the lawyer.'),
  portraitText: z.string().optional().describe('What the picture shows.'),
  body: z.string().describe('The full text, Markdown.'),
  reviewed: PublishedReview,
})
export type Lawyer = z.infer<typeof Lawyer>

/** Response of `GET /api/v1/lawyers`. */
export const Lawyers = described('The lawyers of the firm.', {
  lawyers: z.array(Lawyer).describe('The lawyers, in the order of the site; empty where the firm lists none.'),
})
export type Lawyers = z.infer<typeof Lawyers>

const NAME_ENDINGS = /^([JS]r|I{2,3}|IV)$/

/** @returns one or two letters, shown if there is no portrait: `AD` for `Ana Maria Diaz Jr.` */
export function initialsOf(name: string): string {
  const [words = ''] = name.split(',')
  const letters = words.split(/[\s.]+/).flatMap((word) => (NAME_ENDINGS.test(word) ? [] : [...word].slice(0, 1)))
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join('').toUpperCase()
}

/** The written name may have an addition after a comma, as in `Ana Diaz, Esq.` */
export const isNameOf = (written: string, name: string): boolean => written === name || written.startsWith(`${name},`)
