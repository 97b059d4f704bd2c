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
  widget: string
  [option: string]: unknown
}

/** The members of a JSON Schema that frontmatter needs. */
type Described = Pick<
  z.core.JSONSchema.JSONSchema,
  'type' | 'description' | 'format' | 'pattern' | 'enum' | 'required'
> &
  Partial<Record<`${'min' | 'max'}${'Length' | 'Items'}` | 'minimum', number>> & {
    items?: Described
    properties?: Readonly<Record<string, Described>>
    additionalProperties?: unknown
    /** The message for a value that does not match the pattern. */
    patternMessage?: string
  }

const PARAGRAPH = 'paragraph'
/**
 * The fields of a kind of file, in the order of its schema.
 * @throws Error when a field is of a type that the editor has nothing for
 */
export function editorFields(schema: FrontmatterSchema): EditorField[] {
  const described = z.toJSONSchema(schema, {
    // Otherwise zod itself throws, without saying which field it is.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, notesOn(zodSchema, jsonSchema)),
  })
  return fieldsIn(described as Described)
}

/** Adds what JSON Schema cannot express. */
function notesOn(schema: z.core.$ZodType, { pattern }: { pattern?: string }): Described {
  if (isParagraph(schema)) return { format: PARAGRAPH }
  if (pattern === undefined) return {}
  const refused = z.safeParse(schema, '').error?.issues.find(({ code }) => code === 'invalid_format')
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

/** @param place of the field, like `address.city` */
function kindOf(field: Described, place: string): { widget: string; [option: string]: unknown } {
  const { enum: choices, type, format, additionalProperties, items } = field
  if (choices) return { widget: 'select', options: choices }
  if (items?.enum) return { widget: 'select', multiple: true, options: items.enum, ...countsOf(field) }
  if (type === 'boolean') return { widget: type }
  if (type === 'integer') return { widget: 'number', value_type: 'int', min: field.minimum }
  if (type === 'array') return { widget: 'list', ...partsOf(items, place), ...countsOf(field) }
  // An object that takes any names has no fields to show.
  if (type === 'object' && additionalProperties === false) return { widget: type, fields: fieldsIn(field, `${place}.`) }
  if (type === 'string' && format === PARAGRAPH) return { widget: 'text', ...limitsOf(field) }
  if (type === 'string' && format === 'date') return { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' }
  if (type === 'string' && format === COLOR_FORMAT) return { widget: format, allowInput: true }
  if (type === 'string' && format === IMAGE_FORMAT)
    return { widget: format, ...limitsOf(field), accept: 'image/*', choose_url: false }
  if (type === 'string' && [undefined, 'email', 'uri'].includes(format)) return { widget: type, ...limitsOf(field) }
  throw unknownField(place, [type, format].filter(Boolean).join(' '))
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

const countsOf = ({ minItems, maxItems }: Described) => ({ min: minItems, max: maxItems })

function limitsOf({ format, pattern, patternMessage, minLength, maxLength }: Described): Record<string, unknown> {
  return {
    type: format === 'email' ? format : format === 'uri' ? 'url' : undefined,
    pattern: pattern && [pattern, patternMessage ?? `must match ${pattern}`],
    // A required field cannot be empty, so a counter from 1 would only puzzle.
    minlength: minLength === 1 ? undefined : minLength,
    maxlength: maxLength,
  }
}

/** `replyWithin` is shown as `Reply within`. */
const inWords = (name: string) => capitalized(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
