/** Reads the content folder as the build does, finds what does not fit the schemas, and writes whole files. */
import { existsSync, globSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type * as z from 'zod'
import { FaqFile } from '../../firm/faq.ts'
import { FirmFile, FirmTranslation, translatedFirm } from '../../firm/firm.ts'
import { LawyerFile } from '../../firm/lawyer.ts'
import { NoticesFile } from '../../firm/notices-file.ts'
import { PageFile } from '../../firm/page.ts'
import { fillIn, fillParts, partValues, placeholderValues } from '../../firm/placeholders.ts'
import { PracticeAreaFile } from '../../firm/practice-area.ts'
import { ReplyFile } from '../../firm/reply-template.ts'
import { splitFrontmatter } from '../../firm/text-parts.ts'
import { sha256 } from '../../keys/hashes.ts'
import { FIRST_LANGUAGE, type Language } from '../../language.ts'
import { findLanguages, FIRM_FILE, readInboundMail, readRetentionDays } from '../../settings.ts'
import type { ContentFault } from './faults.ts'
import { readFrontmatter, schemaFaults } from './frontmatter.ts'

export interface ContentFile {
  language: Language
  /** Path within the content folder. */
  file: string
  name: string
  /** Empty for `firm.md` and `notices.md`. */
  folder: string
  /** The fields, which need not fit the schema; undefined when they cannot be read. */
  data: Record<string, unknown> | undefined
  body: string
  bodyLine: number
  /** @param field may be inside another field, like `address.street` @returns 1 when the fields cannot be read */
  lineOf(field: string): number
  /** Hash of the text without `reviewed` and parts that are switched off. A translation's digest also changes when its source changes. */
  digest: string
}

export const digestOf = (text: string): string => sha256(text).slice(0, 12)

/** Leaves out the field `reviewed`: the day of reading is not a part of what is read. */
function textDigest(text: string, source = ''): string {
  const { fields = '', body = text } = splitFrontmatter(text) ?? {}
  return digestOf([fields.replace(/^reviewed:.*\n/m, ''), body, source].join('\0').replaceAll('\r\n', '\n'))
}

export type FrontmatterSchema = z.ZodObject

export const FOLDERS = {
  'practice-areas': PracticeAreaFile,
  lawyers: LawyerFile,
  faq: FaqFile,
  pages: PageFile,
  replies: ReplyFile,
} satisfies Record<string, FrontmatterSchema>

/** Every language needs these files. */
export const singleFiles = (language: Language) =>
  ({
    firm: language === FIRST_LANGUAGE ? FirmFile : FirmTranslation,
    notices: NoticesFile,
  }) satisfies Record<string, FrontmatterSchema>
/** The address of the site is not known here. */
const TYPICAL_BASE = 'https://www.example.com'

/** Names of texts must match, because they become addresses of pages. */
export const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** @returns a day like 2026-11-21; empty when the text has none */
export const reviewedDay = ({ data }: ContentFile): string => (typeof data?.reviewed === 'string' ? data.reviewed : '')

export const folderPath = (language: Language, folder: string) =>
  [language === FIRST_LANGUAGE ? '' : language, folder].filter(Boolean).join('/')

/** A translation has the file name of its source. */
export const contentPath = (language: Language, folder: string, name: string) =>
  [folderPath(language, folder), `${name}.md`].filter(Boolean).join('/')

/** @returns `firm.md` in the first language, which has the facts for all languages */
export const firmOf = (files: readonly ContentFile[]): ContentFile | undefined =>
  files.find(({ file }) => file === FIRM_FILE)

export interface Content {
  root: string
  languages: readonly Language[]
  /** Values of the placeholders and of the parts; when `firm.md` does not fit its schema, of the parts only. */
  values: ReadonlyMap<Language, Readonly<Record<string, string>>>
  files: ContentFile[]
  faults: ContentFault[]
}

export function readContent(root: string): Content {
  const faults: ContentFault[] = []
  const languages = findLanguages(root, existsSync)
  const [retentionDays, inboundMail] = [readRetentionDays(process.env), readInboundMail(process.env)]
  const settings = { base: TYPICAL_BASE, retentionDays, inboundMail }
  const valuesIn = new Map<Language, Record<string, string>>()
  const sourceDigests = new Map<string, string>()
  let sourceFirm: FirmFile | undefined
  const files = languages.flatMap((language) => {
    let values: Record<string, string> = partValues({})
    const read = (folder: string, name: string, schema: FrontmatterSchema): ContentFile => {
      const file = contentPath(language, folder, name)
      const text = readText(join(root, file))
      const { frontmatter, body, bodyLine, ...parts } =
        text === undefined ? UNREADABLE : readFrontmatter(text, Object.keys(schema.shape))
      // Placeholders are filled in before a field is checked.
      const misfits = frontmatter
        ? schemaFaults(schema, { ...frontmatter, data: fillIn(frontmatter.data, values) })
        : []
      faults.push(...[...parts.faults, ...misfits].map((fault) => ({ file, ...fault })))
      const sourceFile = contentPath(FIRST_LANGUAGE, folder, name)
      const digest = textDigest(fillParts(text ?? '', values), sourceDigests.get(sourceFile))
      if (language === FIRST_LANGUAGE) sourceDigests.set(sourceFile, digest)
      return {
        digest,
        ...{ language, file, name, folder, bodyLine },
        data: frontmatter?.data,
        // A part that is switched off is not checked, because it is not shown.
        body: fillParts(body, values, true),
        lineOf: (field) => frontmatter?.lineOf(field.split('.')) ?? 1,
      }
    }
    const single = Object.entries(singleFiles(language))
      .filter(([name]) => existsSync(join(root, contentPath(language, '', name))))
      .map(([name, schema]) => read('', name, schema))
    const data = single.find(({ name }) => name === 'firm')?.data
    if (language === FIRST_LANGUAGE) sourceFirm = FirmFile.safeParse(data).data
    const translation = language === FIRST_LANGUAGE ? undefined : FirmTranslation.safeParse(data).data
    const firm = sourceFirm && translation ? translatedFirm(sourceFirm, translation) : sourceFirm
    if (firm) values = placeholderValues(firm, language, settings)
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

/** Files of other programs begin with a dot, and authors hide a text with an underscore. */
export const isLeftOut = (name: string): boolean => /^[._]/.test(name)

/** @returns the sorted names without `.md`, including templates; an empty list for a missing folder */
export const markdownIn = (folder: string): string[] =>
  globSync('*.md', { cwd: folder })
    .map((file) => file.slice(0, -'.md'.length))
    .sort()

/** False for a symbolic link, which could lead to a file that must not be published. */
export const isPlainFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Removes a byte order mark. @returns undefined when the file is missing, cannot be read, or is not UTF-8 */
export function readText(path: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    // UTF-16 may be valid UTF-8, with a zero beside each letter.
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

const SAVE_AGAIN =
  'cannot be read. Save it again as UTF-8: most editors ask for the encoding below the name of the file in “Save as”'
const UNREADABLE = {
  ...{ frontmatter: undefined, body: '', bodyLine: 1 },
  faults: [{ line: 1, field: '', message: SAVE_AGAIN }],
}

/** Writes another file first and renames it, so that a reader never sees half a file. Creates the folder. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}
