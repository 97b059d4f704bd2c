/** The files of the content folder as the build will read them, with what their schemas find, by line and field. */
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type * as z from 'zod'
import { FaqFile } from '../../firm/faq.ts'
import { FirmFile } from '../../firm/firm.ts'
import { LawyerFile } from '../../firm/lawyer.ts'
import { NoticesFile } from '../../firm/notices.ts'
import { PageFile } from '../../firm/page.ts'
import { fillIn, fillParts, partValues, placeholderValues } from '../../firm/placeholders.ts'
import { PracticeAreaFile } from '../../firm/practice-area.ts'
import { ReplyFile } from '../../firm/reply-template.ts'
import { FIRST_LANGUAGE, type Language } from '../../language.ts'
import { FIRM_FILE } from '../../settings.ts'
import { findLanguages } from '../../site-languages.ts'
import type { ContentFault } from './fault.ts'
import { readFrontmatter, schemaFaults } from './frontmatter.ts'

export interface ContentFile {
  language: Language
  /** Path within the content folder. */
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

export const fieldFault = ({ file, lineOf }: ContentFile, field: string, message: string): ContentFault => ({
  file,
  line: lineOf(field),
  field,
  message,
})

export type FrontmatterSchema = z.ZodObject

/** Folders of texts of a kind. */
export const FOLDERS = {
  'practice-areas': PracticeAreaFile,
  lawyers: LawyerFile,
  faq: FaqFile,
  pages: PageFile,
  replies: ReplyFile,
} satisfies Record<string, FrontmatterSchema>
/** Files that stand alone; the site cannot do without them. */
export const SINGLE_FILES = { firm: FirmFile, notices: NoticesFile } satisfies Record<string, FrontmatterSchema>
/** Typical settings: the check of the texts does not know those of the build. */
const TYPICAL = { base: 'https://www.example.com', retentionDays: 180 }

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

export interface Content {
  root: string
  languages: readonly Language[]
  /** The values of placeholders by language. While the firm's own file does not fit its schema, there are almost none. */
  values: ReadonlyMap<Language, Readonly<Record<string, string>>>
  files: ContentFile[]
  /** The faults of texts that cannot be read or do not fit their schema. */
  faults: ContentFault[]
}

export function readContent(root: string): Content {
  const faults: ContentFault[] = []
  const languages = findLanguages(root, existsSync)
  const valuesIn = new Map<Language, Record<string, string>>()
  let notOffered: FirmFile['notOffered']
  const files = languages.flatMap((language) => {
    let values: Record<string, string> = partValues({})
    const read = (folder: string, name: string, schema: FrontmatterSchema): ContentFile => {
      const file = contentPath(language, folder, name)
      const text = readText(join(root, file))
      const { frontmatter, body, bodyLine, ...parts } =
        text === undefined ? UNREADABLE : readFrontmatter(text, Object.keys(schema.shape))
      // A field must fit its schema when it is filled in.
      const misfits = frontmatter
        ? schemaFaults(schema, { ...frontmatter, data: fillIn(frontmatter.data, values) })
        : []
      faults.push(...[...parts.faults, ...misfits].map((fault) => ({ file, ...fault })))
      return {
        ...{ language, file, name, folder, bodyLine },
        data: frontmatter?.data,
        // A part that is switched off is not on the site, so it is not checked.
        body: fillParts(body, values, true),
        lineOf: (field) => frontmatter?.lineOf(field.split('.')) ?? 1,
      }
    }
    const single = Object.entries(SINGLE_FILES)
      .filter(([name]) => existsSync(join(root, contentPath(language, '', name))))
      .map(([name, schema]) => read('', name, schema))
    const firm = FirmFile.safeParse(single.find(({ name }) => name === 'firm')?.data).data
    // A switch stands in the first language only.
    if (language === FIRST_LANGUAGE) notOffered = firm?.notOffered
    if (firm) values = placeholderValues(firm, language, { ...TYPICAL, notOffered })
    valuesIn.set(language, values)
    const several = Object.entries(FOLDERS).flatMap(([folder, schema]) =>
      markdownIn(join(root, folderPath(language, folder)))
        .filter((name) => !isLeftOut(name))
        .map((name) => read(folder, name, schema)),
    )
    return [...single, ...several]
  })
  return { root, languages, values: valuesIn, files, faults }
}

/** Whether a file or folder is for other programs, or is kept back by its author. */
export const isLeftOut = (name: string): boolean => /^[._]/.test(name)

/** The names of the Markdown files in a folder, templates too, without `.md`. A folder that is missing has none. */
export const markdownIn = (folder: string): string[] =>
  globSync('*.md', { cwd: folder })
    .map((file) => file.slice(0, -'.md'.length))
    .sort()

/** A text without a byte order mark; undefined when it cannot be read as UTF-8. */
export function readText(path: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    // UTF-16 may be valid UTF-8, with a zero beside each letter.
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

const UNREADABLE = {
  frontmatter: undefined,
  body: '',
  bodyLine: 1,
  faults: [
    {
      line: 1,
      field: '',
      message:
        'cannot be read. Save it again as UTF-8: most editors ask for the encoding below the name of the file in “Save as”',
    },
  ],
}

/** Writes a file so that it is never half-written. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}
