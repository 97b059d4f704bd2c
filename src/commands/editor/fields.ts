/** The fields of the web editor, made from the schema of a file's frontmatter: what the schema asks for, the editor asks for. */
import * as z from 'zod'
import { COLOR_FORMAT, IMAGE_FORMAT } from '../../firm/look.ts'
import { isParagraph } from '../../firm/content-fields.ts'
import { capitalized } from '../../letters.ts'
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
  exclusiveMaximum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Described
  properties?: Readonly<Record<string, Described>>
  required?: readonly string[]
  additionalProperties?: unknown
  /** What is said of a value that misses the pattern. */
  patternMessage?: string
}

const PARAGRAPH = 'paragraph'
/** The types of zod that fields are made from; the last two only wrap another. */
const ZOD_TYPES: readonly string[] = ['array', 'boolean', 'enum', 'number', 'object', 'string', 'optional', 'pipe']

/** A kind of field. */
interface Kind {
  /** The keywords of JSON Schema, besides type and description, that it honors. */
  keywords: readonly (keyof Described)[]
  /** @param place of the field, like `address.city` */
  options(field: Described, place: string): Record<string, unknown>
}

const OF_TEXT = ['format', 'pattern', 'patternMessage'] as const
const OF_LIST = ['items', 'minItems', 'maxItems'] as const

/** By the names of Sveltia CMS. */
const KINDS = {
  boolean: { keywords: [], options: () => ({}) },
  color: { keywords: OF_TEXT, options: () => ({ allowInput: true }) },
  datetime: { keywords: OF_TEXT, options: () => ({ type: 'date', format: 'YYYY-MM-DD' }) },
  image: { keywords: OF_TEXT, options: (field) => ({ ...limitsOf(field), accept: 'image/*', choose_url: false }) },
  list: { keywords: OF_LIST, options: (field, place) => ({ ...partsOf(field.items, place), ...countsOf(field) }) },
  number: {
    keywords: ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'],
    options: (field) => ({ value_type: 'int', ...boundsOf(field) }),
  },
  object: {
    keywords: ['properties', 'required', 'additionalProperties'],
    options: (field, place) => ({ fields: fieldsIn(field, `${place}.`) }),
  },
  select: {
    keywords: ['enum', ...OF_LIST],
    options: (field) =>
      field.items ? { multiple: true, options: field.items.enum, ...countsOf(field) } : { options: field.enum },
  },
  string: { keywords: [...OF_TEXT, 'minLength', 'maxLength'], options: limitsOf },
  text: { keywords: ['format', 'minLength', 'maxLength'], options: limitsOf },
} as const satisfies Record<string, Kind>

/**
 * The fields of a kind of file, in the order of its schema.
 * @throws Error when a field is of a type, or has a rule, that the editor has nothing for
 */
export function editorFields(schema: FrontmatterSchema): EditorField[] {
  const described = z.toJSONSchema(schema, {
    // Otherwise zod itself throws, without saying which field it is.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      const { type } = zodSchema._zod.def
      if (!ZOD_TYPES.includes(type)) throw unknownField(path.filter((step) => step !== 'properties').join('.'), type)
      Object.assign(jsonSchema, notesOn(zodSchema, jsonSchema))
    },
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

function fieldsIn({ properties = {}, required = [] }: Described, place = ''): EditorField[] {
  return Object.entries(properties).map(([name, field]) => ({
    name,
    label: inWords(name),
    ...(field.description && { hint: field.description }),
    required: required.includes(name),
    ...kindOf(field, place + name),
  }))
}

function kindOf(field: Described, place: string): { widget: string; [option: string]: unknown } {
  const widget = widgetOf(field)
  if (!widget) throw unknownField(place, [field.type, field.format].filter(Boolean).join(' '))
  const kind: Kind = KINDS[widget]
  const known: readonly string[] = ['type', 'description', ...kind.keywords]
  const ignored = Object.keys(field).find((keyword) => !known.includes(keyword))
  if (ignored !== undefined) throw unknownField(place, `${widget} with ${ignored}`)
  return { widget, ...kind.options(field, place) }
}

function widgetOf(field: Described): keyof typeof KINDS | undefined {
  const { enum: choices, type, format, additionalProperties, items } = field
  if (choices ?? items?.enum) return 'select'
  if (type === 'boolean') return type
  if (type === 'integer') return 'number'
  if (type === 'array') return 'list'
  // An object that takes any names has no fields to show.
  if (type === 'object' && additionalProperties === false) return type
  if (type !== 'string') return undefined
  if (format === PARAGRAPH) return 'text'
  if (format === 'date') return 'datetime'
  if (format === COLOR_FORMAT || format === IMAGE_FORMAT) return format
  return format === undefined || format === 'email' ? type : undefined
}

/** The parts of a list: fields, or texts, of which the editor cannot check the length. */
function partsOf(items: Described = {}, place: string): Record<string, unknown> {
  const { widget, fields } = kindOf(items, `${place}[]`)
  if (widget === 'object') return { fields }
  if (widget === 'string' && items.pattern === undefined && items.format === undefined) return {}
  throw unknownField(place, `list of ${widget}`)
}

const unknownField = (place: string, what: string) =>
  new Error(`The web editor has no kind of field for ${place} (${what}): teach src/commands/editor/fields.ts one.`)

/** Of a whole number; those that only say what a computer can count to are left out. */
function boundsOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Described): Record<string, unknown> {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  const most = exclusiveMaximum === undefined ? maximum : exclusiveMaximum - 1
  const bound = (value?: number) =>
    Number.isSafeInteger(value) && Math.abs(value ?? 0) < Number.MAX_SAFE_INTEGER ? value : undefined
  return given({ min: bound(least), max: bound(most) })
}

const countsOf = ({ minItems, maxItems }: Described) => given({ min: minItems, max: maxItems })

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
const inWords = (name: string) => capitalized(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
