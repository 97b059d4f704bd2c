/** Fields and checks that the schemas of several kinds of texts share. */
import * as z from 'zod'
import { Day } from '../dates.ts'
import { visibleText } from '../letters.ts'
import drawings from './drawing-names.json' with { type: 'json' }

export const PublishedReview = z.iso.date().optional().describe('Day a lawyer last reviewed this text, if one has.')
/** The same day as frontmatter gives it; responses have `PublishedReview`. */
export const Reviewed = Day.optional().describe('Day a lawyer last reviewed this text; left out until one has.')

/** Each text about the law carries this notice, because programs quote a text without its page. */
export const GeneralNotice = z.string().describe('Whose text it is, and that it is no legal advice.')

export const Place = z.int('must be a whole number').min(1, 'must be 1 or more')

export const textUpTo = (length: number) => z.string().min(1).max(length, `must have at most ${length} characters`)

/** Characters with a meaning in Markdown, HTML or placeholders, and control characters, including line breaks. */
const SIGNS = /[<>*`[\]{}\\\p{Cc}\p{Zl}\p{Zp}]/u
const PLAIN_RULE =
  'must be plain words in one line without the signs < > * ` [ ] { } \\, because it is filled into other texts'

/** Refuses such characters and invisible text, because the build fills the value into other texts. */
export const plain = <S extends z.ZodType<string>>(schema: S): S =>
  schema.refine((text) => !SIGNS.test(text) && visibleText(text) !== '', PLAIN_RULE)
export const plainText = plain(z.string().min(1))

const paragraphs = z.registry()
/** Lets the web editor show several lines for the field. Call this last: a later method of the schema returns an unregistered copy. */
export function paragraph<S extends z.ZodType>(schema: S): S {
  paragraphs.add(schema)
  return schema
}

export const isParagraph = (schema: z.core.$ZodType): boolean => paragraphs.has(schema)

export type DrawingName = keyof typeof drawings
export const DRAWING_NAMES = Object.keys(drawings) as [DrawingName, ...DrawingName[]]

const Drawing = z.enum(DRAWING_NAMES, `must be one of: ${DRAWING_NAMES.join(', ')}`).optional()
export const drawingField = (description: string) => Drawing.describe(description)
