/** The configuration of the web editor: valid by the editor's own schema, and nothing of the content's schemas left out. */
import { existsSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { editorConfig, type EditorField, editorFields } from '../../../src/commands/editor/config.ts'
import { FOLDERS, type FrontmatterSchema, singleFiles } from '../../../src/commands/content/files.ts'
import { SAMPLE_CONTENT } from '../../../src/settings.ts'
import { LANGUAGES } from '../../../src/language.ts'
import { DRAWING_NAMES } from '../../../src/firm/content-fields.ts'
import { PageFile } from '../../../src/firm/page.ts'
import { yamlOf } from '../../table.ts'

type Files = { file: string; fields: EditorField[] }[]
type Named = Partial<Record<'label' | 'folder', string>> & { name: string; divider?: boolean }
type Collection = Named & Partial<{ fields: EditorField[]; files: Files }>

const REPOSITORY = { repository: 'heron/site', branch: 'main' }
const config = editorConfig('https://www.example.com', REPOSITORY, SAMPLE_CONTENT, LANGUAGES)
const collections: Collection[] = config.collections

/** The fields for a file of the content folder. */
const fieldsFor = (name: string) => {
  const path = `${SAMPLE_CONTENT}/${name}`
  return collections.flatMap(({ folder, fields, files = [] }) =>
    folder === path.replace(/\/[^/]+$/, '')
      ? (fields ?? [])
      : files.filter(({ file }) => file === path).flatMap((file) => file.fields),
  )
}

it("is valid by the editor's own schema", () => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  const schema = readFileSync('node_modules/@sveltia/cms/schema/sveltia-cms.json', 'utf8')
  const check = ajv.compile(JSON.parse(schema) as object)
  expect(check(JSON.parse(JSON.stringify(config))), ajv.errorsText(check.errors)).toBe(true)
})

it('has a collection for each folder and file of the content in each language, and lays a picture beside its text', () => {
  const folders = collections.flatMap(({ folder = [] }) => folder)
  const files = collections.flatMap(({ files: several = [] }) => several.map(({ file }) => file))
  expect(folders).toHaveLength(LANGUAGES.length * Object.keys(FOLDERS).length)
  expect(files).toHaveLength(LANGUAGES.length * Object.keys(singleFiles('en')).length)
  for (const path of [...folders, ...files]) expect(existsSync(path), path).toBe(true)
  expect(new Set(collections.map(({ name }) => name)).size).toBe(collections.length)
  const spanish = collections.slice(collections.findIndex(({ divider }) => divider) + 1)
  for (const { label, folder, files: several } of collections.filter(({ divider }) => !divider)) {
    const isSpanish = spanish.some((each) => each.label === label)
    expect(label).toMatch(isSpanish ? /^Spanish: / : /^English: /)
    expect((folder ?? several?.[0]?.file)?.includes('/es/')).toBe(isSpanish)
  }
  const places = collections.flatMap((one): object[] => (one.divider ? [] : (one.files ?? [one])))
  for (const place of places) expect(place).toMatchObject({ media_folder: '', public_folder: '.' })
  expect(config.media_libraries.default.config).toEqual({ max_file_size: 10_000_000, slugify_filename: true })
})

it('names the files of a repository that holds nothing but the texts, in the languages of the site', () => {
  const own = editorConfig('https://www.example.com', REPOSITORY, '', ['en'])
  const folders = Object.keys(FOLDERS).map((folder) => `"folder":"${folder}"`)
  const files = ['"file":"firm.md"', '"file":"notices.md"']
  expect(JSON.stringify(own.collections).match(/"(?:folder|file)":"[^"]*"/g)).toEqual([...files, ...folders])
  expect(JSON.stringify(own)).not.toMatch(/Spanish|\/es\//)
})

const SCHEMAS: Record<string, FrontmatterSchema> = { ...FOLDERS, ...singleFiles('en'), es: singleFiles('es').firm }
it.each(Object.entries(SCHEMAS))('asks in %s for each field, with its description as a hint', (_name, schema) => {
  const fields = editorFields(schema)
  expect(fields.map(({ name }) => name)).toEqual(Object.keys(schema.shape))
  for (const { name, hint, required } of fields) {
    const field = (schema.shape as Record<string, z.ZodType>)[name]
    expect([hint, required], name).toEqual([field?.description, !field?.safeParse(undefined).success])
    expect(hint).toBeTruthy()
  }
})

const NEEDS = yamlOf<{ plain: [string, string, object][]; areas: unknown[] }>('tests/commands/editor/config.yaml')
it.each<[file: string, field: string, needs: object]>([
  ['firm.md', 'onCall', { widget: 'string', pattern: [expect.any(String), expect.stringContaining('like')] }],
  ['firm.md', 'holidays', { widget: 'select', multiple: true, options: expect.arrayContaining(['Christmas']) }],
  ['es/pages/about.md', 'drawing', { widget: 'select', options: DRAWING_NAMES, required: false }],
  ...NEEDS.plain,
])('gives the field of %s, %s, what its kind needs', (file, field, needs) => {
  expect(fieldsFor(file).find(({ name }) => name === field)).toMatchObject(needs)
})

it('offers the practice areas of the language as a choice, one for a question and several for a lawyer', () => {
  const fields = collections.flatMap(({ name, fields: all = [] }) =>
    all
      .filter(({ widget }) => widget === 'relation')
      .map((field) => [name, field.name, field['collection'], field['multiple']]),
  )
  expect(fields).toEqual(NEEDS.areas)
})

it('follows the schemas by itself, and says what it does not understand', () => {
  const grown = PageFile.extend({
    parking: z.boolean().optional().describe('Whether one can park.'),
    side: z.enum(['left', 'right']).describe('Where.'),
  })
  expect(editorFields(grown).slice(-2)).toEqual([
    { name: 'parking', label: 'Parking', hint: 'Whether one can park.', required: false, widget: 'boolean' },
    { name: 'side', label: 'Side', hint: 'Where.', required: true, widget: 'select', options: ['left', 'right'] },
  ])
})

it.each<[string, z.ZodType]>([
  ['odd ()', z.union([z.string(), z.int()])],
  ['odd (string,null)', z.string().nullable()],
  ['odd.inner ()', z.strictObject({ inner: z.any() })],
  ['odd[].inner (list of boolean)', z.array(z.strictObject({ inner: z.array(z.boolean()) }))],
])('does not guess: %s', (said, odd) => {
  expect(() => editorFields(PageFile.extend({ odd }))).toThrow(`no kind of field for ${said}`)
})
