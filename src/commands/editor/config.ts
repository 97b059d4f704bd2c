/** Computes the configuration of the web editor (Sveltia CMS) from the schemas of the content. */
import { posix } from 'node:path'
import { FIRST_LANGUAGE, type Language, languageInWords } from '../../language.ts'
import type { EditorSettings } from '../../settings.ts'
import { contentPath, FOLDERS, folderPath, NAME, type FrontmatterSchema, singleFiles } from '../content/files.ts'
import { type EditorField, editorFields } from './fields.ts'

const { join } = posix

/** `title` is the field with the title of a text. */
const KINDS: Record<keyof typeof FOLDERS, { label: string; singular: string; title: string }> = {
  'practice-areas': { label: 'Practice areas', singular: 'practice area', title: 'name' },
  lawyers: { label: 'Lawyers', singular: 'lawyer', title: 'name' },
  faq: { label: 'Questions', singular: 'question', title: 'question' },
  pages: { label: 'Pages', singular: 'page', title: 'title' },
  replies: { label: 'Letters', singular: 'letter', title: 'title' },
}
const SINGLE_LABELS: Record<keyof ReturnType<typeof singleFiles>, string> = { firm: 'The firm', notices: 'The notices' }

/** Telephones take smaller pictures. Unit: bytes. */
const MAX_PICTURE_BYTES = 10_000_000
/** The build looks for a picture beside its text. */
const BESIDE_THE_TEXT = { media_folder: '', public_folder: '.' }

const BODY: EditorField = {
  name: 'body',
  label: 'Text',
  hint: 'Begin headings at the second level: the title is the first.',
  required: true,
  widget: 'richtext',
  // Pages show only Markdown. `script.js` defines `picture`. Without `code-block`, Sveltia spoils blocks of code.
  editor_components: ['picture', 'code-block'],
}

/** The file is public, and holds no secret: editors sign in to GitHub with their own token. */
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
    // Sveltia requires one for the site, though each collection has its own.
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
      singles(language, content),
      ...entries(FOLDERS).map(([folder, schema]) => ({
        ...folderOf(language, folder, schema),
        folder: join(content, folderPath(language, folder)),
      })),
    ]),
  }
}

function singles(language: Language, content: string) {
  return {
    name: nameIn(language, 'firm'),
    label: labelIn(language, 'The firm'),
    files: entries(singleFiles(language)).map(([name, schema]) => ({
      name,
      label: labelIn(language, SINGLE_LABELS[name]),
      ...BESIDE_THE_TEXT,
      file: join(content, contentPath(language, '', name)),
      fields: withBody(schema),
    })),
  }
}

function folderOf(language: Language, folder: keyof typeof FOLDERS, schema: FrontmatterSchema) {
  const { label, singular, title } = KINDS[folder]
  return {
    name: nameIn(language, folder),
    label: labelIn(language, label),
    label_singular: `${languageInWords(language)} ${singular}`,
    ...BESIDE_THE_TEXT,
    // Templates begin with an underscore, for people who copy files by hand.
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
