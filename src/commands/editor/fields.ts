/**
 * The fields of the web editor, made from the schema of a file's frontmatter: what the schema asks for, the editor asks for.
 */
import * as z from 'zod'
import { isParagraph } from '../../firm/paragraph.ts'
import type { FrontmatterSchema } from '../content/files.ts'

/** A field as Sveltia CMS takes it; what else it holds depends on its kind. */
export interface EditorField {
  name: string
  label: string
  hint?: string
  required: boolean
  /** Its kind. */
  widget: string
  [option: string]: unknown
}

/** What a JSON Schema tells of a field, as far as frontmatter has need of it. */
interface Described {
  type?: string
  description?: string
  format?: string
  pattern?: string
  enum?: readonly unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  items?: Described
  properties?: Readonly<Record<string, Described>>
  required?: readonly string[]
  /** What is said of a value that misses the pattern. */
  patternMessage?: string
}

const PARAGRAPH = 'paragraph'

/**
 * The fields of a kind of file, in the order of its schema.
 * @throws when a field is of a kind that the editor has nothing for
 */
export function fieldsOf(schema: FrontmatterSchema): EditorField[] {
  const described = z.toJSONSchema(schema, {
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, notesOn(zodSchema, jsonSchema)),
  })
  return fieldsIn(described as Described)
}

/** What the schema knows and JSON Schema has no word for. */
function notesOn(schema: z.core.$ZodType, { pattern }: { pattern?: string }): Described {
  if (isParagraph(schema)) return { format: PARAGRAPH }
  const refused =
    pattern === undefined
      ? undefined
      : z.safeParse(schema, '').error?.issues.find(({ code }) => code === 'invalid_format')
  return refused ? { patternMessage: refused.message } : {}
}

function fieldsIn({ properties = {}, required = [] }: Described): EditorField[] {
  return Object.entries(properties).map(([name, field]) => ({
    name,
    label: inWords(name),
    ...(field.description && { hint: field.description }),
    required: required.includes(name),
    ...kindOf(name, field),
  }))
}

function kindOf(name: string, field: Described): { widget: string; [option: string]: unknown } {
  const { type, format, items, minItems } = field
  if (field.enum) return { widget: 'select', options: field.enum }
  if (type === 'boolean') return { widget: 'boolean' }
  if (type === 'integer') return { widget: 'number', value_type: 'int', ...boundsOf(field) }
  if (type === 'object') return { widget: 'object', fields: fieldsIn(field) }
  if (type === 'array')
    return { widget: 'list', ...(items?.type === 'object' && { fields: fieldsIn(items) }), ...given({ min: minItems }) }
  if (type === 'string' && format === 'date') return { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' }
  if (type === 'string') return { widget: format === PARAGRAPH ? 'text' : 'string', ...limitsOf(field) }
  throw new Error(
    `The web editor has no kind of field for ${name} (${type ?? 'unknown'}): teach src/commands/editor/fields.ts one.`,
  )
}

/** Of a whole number; those that only say what a computer can count to are left out. */
function boundsOf({ minimum, exclusiveMinimum, maximum }: Described): Record<string, unknown> {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  const bound = (value?: number) =>
    Number.isSafeInteger(value) && Math.abs(value ?? 0) < Number.MAX_SAFE_INTEGER ? value : undefined
  return given({ min: bound(least), max: bound(maximum) })
}

function limitsOf({ format, pattern, patternMessage, minLength, maxLength }: Described): Record<string, unknown> {
  return given({
    type: format === 'email' ? format : undefined,
    pattern: pattern && [pattern, patternMessage ?? `must match ${pattern}`],
    // That a field must not be empty is said by its being required; a counter from 1 would only puzzle.
    minlength: minLength === 1 ? undefined : minLength,
    maxlength: maxLength,
  })
}

/** The options that have a value. */
const given = (options: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

/** `replyWithin` is shown as `Reply within`. */
const inWords = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
