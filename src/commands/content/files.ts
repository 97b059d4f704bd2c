/**
 * The files of the content folder as the build will read them, with what their schemas find, by line and field.
 */
import { existsSync, globSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type * as z from 'zod'
import { FaqFile } from '../../firm/faq.ts'
import { FirmFile } from '../../firm/firm.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../../language.ts'
import { LawyerFile } from '../../firm/lawyer.ts'
import { Notices } from '../../firm/notices.ts'
import { PageFile } from '../../firm/page.ts'
import { fillIn, placeholderValues } from '../../firm/placeholders.ts'
import { PracticeAreaFile } from '../../firm/practice-area.ts'
import { ReplyFile } from '../../firm/reply-template.ts'
import { FIRM_FILE } from '../../settings.ts'
import { findLanguages } from '../../site-languages.ts'
import { readText } from './encoding.ts'
import { readFrontmatter } from './frontmatter.ts'
import type { PlaceFault } from './place-fault.ts'
import { betterName } from './plain-name.ts'
import { schemaFaults } from './schema-faults.ts'

export interface ContentFault extends PlaceFault {
  /** Path within the content folder. */
  file: string
}

export interface ContentFile {
  language: Language
  file: string
  /** The file's name without `.md`. */
  name: string
  /** The folder of its kind of text; empty for the two that stand alone. */
  folder: string
  /** Frontmatter, whether it fits the schema or not; undefined when it cannot be read. */
  data: Record<string, unknown> | undefined
  body: string
  /** Line on which the body begins. */
  bodyLine: number
  /** Line of a field of the frontmatter; of one inside another, like `address.street`. */
  lineOf(field: string): number
}

export type FrontmatterSchema = z.ZodObject

/** Folders of texts of a kind. */
export const FOLDERS = {
  'practice-areas': PracticeAreaFile,
  lawyers: LawyerFile,
  faq: FaqFile,
  pages: PageFile,
  replies: ReplyFile,
} satisfies Record<string, FrontmatterSchema>
/** Settings as long as most: the check of the texts does not know those of the build. */
const TYPICAL = { base: 'https://www.example.com', retentionDays: 180 }
/** Files that stand alone; the site cannot do without them. */
export const SINGLE_FILES = { firm: FirmFile, notices: Notices } satisfies Record<string, FrontmatterSchema>

/** Names of files that make an address. */
export const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The day a lawyer last read a text, like 2026-11-21; empty when the frontmatter does not say it. */
export const reviewedDay = ({ data }: ContentFile): string => (typeof data?.reviewed === 'string' ? data.reviewed : '')

/** Path of the folder of a kind of text, within the content folder. */
export const folderPath = (language: Language, folder: string) =>
  [language === FIRST_LANGUAGE ? '' : language, folder].filter(Boolean).join('/')

/** Path of a text within the content folder. A translation has the name of what it translates. */
export const contentPath = (language: Language, folder: string, name: string) =>
  [folderPath(language, folder), `${name}.md`].filter(Boolean).join('/')

/** The firm's own file in the first language, which holds its facts; undefined when it is missing. */
export const firmOf = (files: readonly ContentFile[]): ContentFile | undefined =>
  files.find(({ file }) => file === FIRM_FILE)

/** All content as it was read. */
export interface Content {
  /** The content folder. */
  root: string
  /** The languages of the site. */
  languages: readonly Language[]
  files: ContentFile[]
  /** What is missing, cannot be read, or does not fit its schema. */
  faults: ContentFault[]
}

/**
 * Reads all content.
 * @param root the content folder
 */
export function readContent(root: string): Content {
  const faults: ContentFault[] = []
  const languages = findLanguages(root, existsSync)
  const files = languages.flatMap((language) => {
    let values = {}
    const read = (folder: string, name: string, schema: FrontmatterSchema) =>
      readContentFile(root, { language, folder, name, schema, values }, faults)
    const single = Object.entries(SINGLE_FILES).filter(([name]) => {
      const file = contentPath(language, '', name)
      const exists = existsSync(join(root, file))
      if (!exists) faults.push(missing(file))
      return exists
    })
    const texts = single.map(([name, schema]) => read('', name, schema))
    values = wordsOf(language, texts.find(({ name }) => name === 'firm')?.data)
    const several = Object.entries(FOLDERS).flatMap(([folder, schema]) =>
      namesIn(join(root, folderPath(language, folder))).map((name) => read(folder, name, schema)),
    )
    return [...texts, ...several]
  })
  return {
    root,
    languages,
    files,
    faults: [...faults, ...strayTranslations(root, languages)],
  }
}

/** What the build fills in; nothing while the firm's own file does not fit its schema. */
function wordsOf(language: Language, data: ContentFile['data']): Readonly<Record<string, string>> {
  const firm = FirmFile.safeParse(data).data
  return firm ? placeholderValues(firm, language, TYPICAL) : {}
}

/** The fields of a file that are one text, and the lines of its body. */
export function textsOf({
  data,
  body,
  bodyLine,
  lineOf,
}: ContentFile): { field: string; line: number; text: string }[] {
  const fields = Object.entries(data ?? {}).flatMap(([field, value]) =>
    typeof value === 'string' ? [{ field, line: lineOf(field), text: value }] : [],
  )
  return [...fields, ...body.split('\n').map((text, index) => ({ field: '', line: bodyLine + index, text }))]
}

/** Takes a file apart only once: many checks look at the same parts. */
export function oncePerFile<Part>(make: (content: ContentFile) => Part): (content: ContentFile) => Part {
  const made = new WeakMap<ContentFile, { part: Part }>()
  return (content) => {
    const known = made.get(content) ?? { part: make(content) }
    made.set(content, known)
    return known.part
  }
}

/** The lines of a text without its code, which may hold anything; a block of code leaves its lines, empty, so that they can be counted. */
export const proseOf = oncePerFile(linesOfProse)

function linesOfProse({ body, bodyLine }: ContentFile): readonly { line: number; text: string }[] {
  const prose = body.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
  return prose.split('\n').map((text, index) => ({ line: bodyLine + index, text: text.replace(/`[^`]*`/g, '') }))
}

/** A file that the site cannot do without. */
export const missing = (file: string): ContentFault => ({
  file,
  line: 1,
  field: '',
  message: 'is missing: restore it, the site cannot do without it',
})

/** A language begins with the file about the firm: texts without it would be shown nowhere. */
const strayTranslations = (root: string, languages: readonly Language[]): ContentFault[] =>
  LANGUAGES.filter((language) => !languages.includes(language)).flatMap((language) => {
    const [text] = globSync(`${language}/**/[!_]*.md`, { cwd: root })
      .filter((path) => path !== join(language, 'README.md'))
      .sort()
    const message = `is missing, but ${text} is there. Translate firm.md too, or remove the folder ${language}`
    return text === undefined ? [] : [{ file: contentPath(language, '', 'firm'), line: 1, field: '', message }]
  })

/** Whether a file or folder is there for other programs, or kept back by its author: its name begins with a dot or an underscore. */
export const isLeftOut = (name: string): boolean => /^[._]/.test(name)

const entryAt = (path: string) => statSync(path, { throwIfNoEntry: false })
/** Whether there is a folder at a path. */
export const isFolder = (path: string): boolean => entryAt(path)?.isDirectory() === true
/** Whether there is a file at a path, and no folder. */
export const isFile = (path: string): boolean => entryAt(path)?.isFile() === true

/** Markdown files but templates; a folder that is missing has none. */
function namesIn(folder: string): string[] {
  if (!isFolder(folder)) return []
  const texts = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const names = texts.map(({ name }) => name).filter((name) => name.endsWith('.md') && !isLeftOut(name))
  return names.map((name) => name.slice(0, -'.md'.length)).sort()
}

/** Which file it is, and what its frontmatter must be. */
interface Expected {
  language: Language
  folder: string
  name: string
  schema: FrontmatterSchema
  /** What the build fills into it: a field must fit its schema when it is filled in. */
  values: Readonly<Record<string, string>>
}

function readContentFile(
  root: string,
  { language, folder, name, schema, values }: Expected,
  faults: ContentFault[],
): ContentFile {
  const file = contentPath(language, folder, name)
  const fault = ({ line, field, message }: PlaceFault) => faults.push({ file, line, field, message })
  const read = readText(join(root, file))
  if (typeof read !== 'string') {
    fault(read)
    return { language, file, name, folder, data: undefined, body: '', bodyLine: 1, lineOf: () => 1 }
  }
  if (!NAME.test(name)) {
    const message = `has a name that makes no address: give it ${betterName(name, readdirSync(join(root, dirname(file))))}`
    fault({ line: 1, field: '', message })
  }
  const { frontmatter, body, bodyLine, faults: slips } = readFrontmatter(read, schema)
  slips.forEach(fault)
  const found = { language, file, name, folder, body, bodyLine }
  if (!frontmatter) return { ...found, data: undefined, lineOf: () => 1 }
  schemaFaults(schema, { ...frontmatter, data: fillIn(frontmatter.data, values) }).forEach(fault)
  const heading = body.split('\n').findIndex((line) => line.startsWith('# '))
  if (heading >= 0) {
    const message = 'holds a heading with one #: the page has its title already, begin with ##'
    fault({ line: bodyLine + heading, field: '', message })
  }
  return { ...found, data: frontmatter.data, lineOf: (field) => frontmatter.lineOf(field.split('.')) }
}
