/** Makes the fields of the web editor from the schema of a file's frontmatter. */
import * as z from 'zod'
import { COLOR_FORMAT, IMAGE_FORMAT } from '../../firm/look.ts'
import { isParagraph } from '../../firm/content-fields.ts'
import { fieldInWords } from '../../letters.ts'
import type { FrontmatterSchema } from '../content/files.ts'

/** Further options depend on `widget`. */
export interface EditorField {
  name: string
  label: string
  hint?: string
  required: boolean
  widget: string
  [option: string]: unknown
}

type Described = Pick<
  z.core.JSONSchema.JSONSchema,
  'type' | 'description' | 'format' | 'pattern' | 'enum' | 'required'
> &
  Partial<Record<`${'min' | 'max'}${'Length' | 'Items'}` | 'minimum', number>> & {
    items?: Described
    properties?: Readonly<Record<string, Described>>
    additionalProperties?: unknown
    patternMessage?: string
  }

const PARAGRAPH = 'paragraph'
/** @throws Error when the editor has no widget for the type of a field */
export function editorFields(schema: FrontmatterSchema): EditorField[] {
  const described = z.toJSONSchema(schema, {
    // Otherwise zod itself throws, and does not name the field.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, notesOn(zodSchema, jsonSchema)),
  })
  return fieldsIn(described as Described)
}

function notesOn(schema: z.core.$ZodType, { pattern }: { pattern?: string }): Described {
  if (isParagraph(schema)) return { format: PARAGRAPH }
  if (pattern === undefined) return {}
  const refused = z.safeParse(schema, '').error?.issues.find(({ code }) => code === 'invalid_format')
  return refused ? { patternMessage: refused.message } : {}
}

function fieldsIn({ properties = {}, required = [] }: Described, place = ''): EditorField[] {
  return Object.entries(properties).map(([name, field]) => ({
    name,
    label: fieldInWords(name),
    ...(field.description && { hint: field.description }),
    required: required.includes(name),
    ...kindOf(field, place + name),
  }))
}

/** @param place like `address.city` */
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

/** The editor cannot check the length of texts in a list. */
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
    // A required field cannot be empty, so a minimum of 1 is not shown.
    minlength: minLength === 1 ? undefined : minLength,
    maxlength: maxLength,
  }
}
