/** Makes the configuration of the web editor (Sveltia CMS) from the schemas of the content. */
import { posix } from 'node:path'
import { FIRST_LANGUAGE, type Language, languageInWords } from '../../language.ts'
import type { EditorSettings } from '../../settings.ts'
import { contentPath, folderPath, FOLDERS, type FrontmatterSchema, NAME, singleFiles } from '../content/files.ts'
import * as z from 'zod'
import { COLOR_FORMAT, IMAGE_FORMAT } from '../../firm/look.ts'
import { isParagraph } from '../../firm/content-fields.ts'
import { fieldInWords } from '../../letters.ts'

const { join } = posix

/** What the editor calls the texts of a folder. `title` is the field with the title of a text. */
const KINDS: Record<keyof typeof FOLDERS, { label: string; singular: string; title: string }> = {
  'practice-areas': { label: 'Practice areas', singular: 'practice area', title: 'name' },
  lawyers: { label: 'Lawyers', singular: 'lawyer', title: 'name' },
  faq: { label: 'Questions', singular: 'question', title: 'question' },
  pages: { label: 'Pages', singular: 'page', title: 'title' },
  replies: { label: 'Letters', singular: 'letter', title: 'title' },
}
const SINGLE_LABELS: Record<keyof ReturnType<typeof singleFiles>, string> = { firm: 'The firm', notices: 'The notices' }

/** The largest picture that the editor accepts, in bytes. Photographs from phones are smaller. */
const MAX_PICTURE_BYTES = 10_000_000
/** The build looks for a picture beside its text. */
const BESIDE_THE_TEXT = { media_folder: '', public_folder: '.' }

const BODY: EditorField = {
  name: 'body',
  label: 'Text',
  hint: 'Begin headings at the second level: the title is the first.',
  required: true,
  widget: 'richtext',
  // Other components write more than Markdown. `script.js` defines `picture`. Without `code-block`, Sveltia spoils blocks of code.
  editor_components: ['picture', 'code-block'],
}

/** The result is published. It holds no secret: editors sign in with their own GitHub token. @param content path in the repository */
export function editorConfig(
  base: string,
  { repository, branch }: EditorSettings,
  content: string,
  languages: readonly Language[],
) {
  return {
    // Other ways to sign in need a service that holds a secret.
    backend: { name: 'github', repo: repository, branch, auth_methods: ['token'] },
    site_url: base,
    // Sveltia requires a folder here, though each collection has its own.
    media_folder: content || '.',
    media_libraries: {
      default: { config: { max_file_size: MAX_PICTURE_BYTES, slugify_filename: true } },
      stock_assets: false,
    },
    show_preview_links: false,
    slug: { encoding: 'ascii', clean_accents: true },
    // The schemas refuse an empty field.
    output: { omit_empty_optional_fields: true },
    collections: languages.flatMap((language) => [
      ...(language === FIRST_LANGUAGE ? [] : [{ divider: true, name: `divider-${language}` }]),
      {
        name: nameIn(language, 'firm'),
        label: labelIn(language, 'The firm'),
        files: entries(singleFiles(language)).map(([name, schema]) => ({
          name,
          label: labelIn(language, SINGLE_LABELS[name]),
          ...BESIDE_THE_TEXT,
          file: join(content, contentPath(language, '', name)),
          fields: withBody(schema),
        })),
      },
      ...entries(FOLDERS).map(([folder, schema]) => folderOf(language, content, folder, schema)),
    ]),
  }
}

function folderOf(language: Language, content: string, folder: keyof typeof FOLDERS, schema: FrontmatterSchema) {
  const { label, singular, title } = KINDS[folder]
  return {
    name: nameIn(language, folder),
    label: labelIn(language, label),
    label_singular: `${languageInWords(language)} ${singular}`,
    ...BESIDE_THE_TEXT,
    // Leaves out templates, which begin with an underscore: people copy them by hand.
    filter: { field: 'slug', pattern: '^[^_]' },
    identifier_field: title,
    summary: `{{${title}}}`,
    slug: {
      template: `{{${title}}}`,
      editable: true,
      hint: 'The name of the file, and the address of the page. A translation has the name of the English text.',
      pattern: [NAME.source, 'must be lower-case letters, digits and hyphens, like personal-injury'],
    },
    fields: withBody(schema).map((field) => (AREA_FIELDS.includes(field.name) ? asAreaChoice(field, language) : field)),
    folder: join(content, folderPath(language, folder)),
  }
}

const withBody = (schema: FrontmatterSchema) => [...editorFields(schema), BODY]

/** These fields hold ids of practice areas. */
const AREA_FIELDS = ['topic', 'areas']

const asAreaChoice = (field: EditorField, language: Language): EditorField => ({
  ...field,
  widget: 'relation',
  collection: nameIn(language, 'practice-areas'),
  value_field: 'id',
  display_fields: ['name'],
  search_fields: ['name'],
  multiple: field.widget === 'list',
})

const nameIn = (language: Language, name: string) => (language === FIRST_LANGUAGE ? name : `${name}-${language}`)

const labelIn = (language: Language, label: string) => `${languageInWords(language)}: ${label}`

const entries = <K extends string>(table: Record<K, FrontmatterSchema>) =>
  Object.entries(table) as [K, FrontmatterSchema][]

/** Further options depend on `widget`. */
export interface EditorField {
  name: string
  label: string
  hint?: string
  required: boolean
  widget: string
  [option: string]: unknown
}

type FieldSchema = Pick<
  z.core.JSONSchema.JSONSchema,
  'type' | 'description' | 'format' | 'pattern' | 'enum' | 'required'
> &
  Partial<Record<`${'min' | 'max'}${'Length' | 'Items'}` | 'minimum', number>> & {
    items?: FieldSchema
    properties?: Readonly<Record<string, FieldSchema>>
    additionalProperties?: unknown
    patternMessage?: string
  }

const PARAGRAPH = 'paragraph'
/** @throws Error when the editor has no widget for the type of a field */
export function editorFields(schema: FrontmatterSchema): EditorField[] {
  const described = z.toJSONSchema(schema, {
    // Otherwise zod throws an error that does not name the field.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, notesOn(zodSchema, jsonSchema)),
  })
  return fieldsIn(described as FieldSchema)
}

function notesOn(schema: z.core.$ZodType, { pattern }: { pattern?: string }): FieldSchema {
  if (isParagraph(schema)) return { format: PARAGRAPH }
  if (pattern === undefined) return {}
  // An empty text fails every pattern, so the issue has the message of the pattern.
  const refused = z.safeParse(schema, '').error?.issues.find(({ code }) => code === 'invalid_format')
  return refused ? { patternMessage: refused.message } : {}
}

function fieldsIn({ properties = {}, required = [] }: FieldSchema, path = ''): EditorField[] {
  return Object.entries(properties).map(([name, field]) => ({
    name,
    label: fieldInWords(name),
    ...(field.description && { hint: field.description }),
    required: required.includes(name),
    ...kindOf(field, path + name),
  }))
}

/** @param path like `address.city` */
function kindOf(field: FieldSchema, path: string): { widget: string; [option: string]: unknown } {
  const { enum: choices, type, format, additionalProperties, items } = field
  if (choices) return { widget: 'select', options: choices }
  if (items?.enum) return { widget: 'select', multiple: true, options: items.enum, ...countsOf(field) }
  if (type === 'boolean') return { widget: type }
  if (type === 'integer') return { widget: 'number', value_type: 'int', min: field.minimum }
  if (type === 'array') return { widget: 'list', ...partsOf(items, path), ...countsOf(field) }
  // A record, which takes any names, has no fields to show.
  if (type === 'object' && additionalProperties === false) return { widget: type, fields: fieldsIn(field, `${path}.`) }
  if (type === 'string' && format === PARAGRAPH) return { widget: 'text', ...limitsOf(field) }
  if (type === 'string' && format === 'date') return { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' }
  if (type === 'string' && format === COLOR_FORMAT) return { widget: format, allowInput: true }
  if (type === 'string' && format === IMAGE_FORMAT)
    return { widget: format, ...limitsOf(field), accept: 'image/*', choose_url: false }
  if (type === 'string' && [undefined, 'email', 'uri'].includes(format)) return { widget: type, ...limitsOf(field) }
  throw unknownField(path, [type, format].filter(Boolean).join(' '))
}

/** @returns the options of a list; none for plain texts, because the editor cannot check their length */
function partsOf(items: FieldSchema = {}, path: string): Record<string, unknown> {
  const { widget, fields } = kindOf(items, `${path}[]`)
  if (widget === 'object') return { fields }
  if (widget === 'string' && items.pattern === undefined && items.format === undefined) return {}
  throw unknownField(path, `list of ${widget}`)
}

const unknownField = (path: string, what: string) =>
  new Error(`The web editor has no kind of field for ${path} (${what}): teach src/commands/editor/config.ts one.`)

const countsOf = ({ minItems, maxItems }: FieldSchema) => ({ min: minItems, max: maxItems })

function limitsOf({ format, pattern, patternMessage, minLength, maxLength }: FieldSchema): Record<string, unknown> {
  return {
    type: format === 'email' ? format : format === 'uri' ? 'url' : undefined,
    pattern: pattern && [pattern, patternMessage ?? `must match ${pattern}`],
    // A required field cannot be empty, so a minimum of 1 is left out.
    minlength: minLength === 1 ? undefined : minLength,
    maxlength: maxLength,
  }
}
