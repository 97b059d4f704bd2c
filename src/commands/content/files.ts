/**
 * The files of the content folder as the build will read them, with what their schemas find, by line and field.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import leven from 'leven'
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml'
import * as z from 'zod'
import { FaqFile } from '../../firm/faq.ts'
import { FirmFile } from '../../firm/firm.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../../language.ts'
import { LawyerFile } from '../../firm/lawyer.ts'
import { Notices } from '../../firm/notices.ts'
import { PageFile } from '../../firm/page.ts'
import { PracticeAreaFile } from '../../firm/practice-area.ts'
import { ReplyFile } from '../../firm/reply-template.ts'
import { findLanguages } from '../../site-languages.ts'
import { logoFault } from './logo-fault.ts'

export interface ContentFault {
  /** Path within the content folder. */
  file: string
  /** From 1. */
  line: number
  field: string
  /** What is wrong and what to write. */
  message: string
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
/** Files that stand alone; the site cannot do without them. */
export const SINGLE_FILES = { firm: FirmFile, notices: Notices } satisfies Record<string, FrontmatterSchema>

const FRONTMATTER = /^---\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/
/** Names of files that make an address. */
export const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Words further apart than this are no slip of the pen. */
export const MAX_TYPO_DISTANCE = 3

/** The day a lawyer last read a text, like 2026-11-21; empty when the frontmatter does not say it. */
export const reviewedDay = ({ data }: ContentFile): string => (typeof data?.reviewed === 'string' ? data.reviewed : '')

/** Path of the folder of a kind of text, within the content folder. */
export const folderPath = (language: Language, folder: string) =>
  [language === FIRST_LANGUAGE ? '' : language, folder].filter(Boolean).join('/')

/** Path of a text within the content folder. A translation has the name of what it translates. */
export const contentPath = (language: Language, folder: string, name: string) =>
  [folderPath(language, folder), `${name}.md`].filter(Boolean).join('/')

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
    const read = (folder: string, name: string, schema: FrontmatterSchema) =>
      readContentFile(root, { language, folder, name, schema }, faults)
    const single = Object.entries(SINGLE_FILES).filter(([name]) => {
      const file = contentPath(language, '', name)
      const exists = existsSync(join(root, file))
      if (!exists) faults.push(missing(file))
      return exists
    })
    const several = Object.entries(FOLDERS).flatMap(([folder, schema]) =>
      namesIn(join(root, folderPath(language, folder))).map((name) => read(folder, name, schema)),
    )
    return [...single.map(([name, schema]) => read('', name, schema)), ...several]
  })
  return {
    root,
    languages,
    files,
    faults: [...faults, ...strayTranslations(root, languages), ...logoFaults(root, files)],
  }
}

/** Of the only file that the fields of a text name. */
function logoFaults(root: string, files: readonly ContentFile[]): ContentFault[] {
  const firm = files.find(({ file }) => file === contentPath(FIRST_LANGUAGE, '', 'firm'))
  const message = firm && logoFault(join(root, folderPath(FIRST_LANGUAGE, '')), firm.data?.logo)
  return firm && message ? [{ file: firm.file, line: firm.lineOf('logo'), field: 'logo', message }] : []
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

/** The lines of a text without its code, which may hold anything; a block of code leaves its lines, empty, so that they can be counted. */
export function proseOf({ body, bodyLine }: ContentFile): { line: number; text: string }[] {
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

/** Markdown files but templates; a folder that is missing has none. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && !name.startsWith('_'))
  return names.map((name) => name.slice(0, -'.md'.length)).sort()
}

/** Which file it is, and what its frontmatter must be. */
interface Expected {
  language: Language
  folder: string
  name: string
  schema: FrontmatterSchema
}

function readContentFile(
  root: string,
  { language, folder, name, schema }: Expected,
  faults: ContentFault[],
): ContentFile {
  const file = contentPath(language, folder, name)
  const text = readFileSync(join(root, file), 'utf8').replace(/^\uFEFF/, '')
  const match = FRONTMATTER.exec(text)
  const body = match ? text.slice(match[0].length) : text
  const bodyLine = match ? match[0].split('\n').length : 1
  const found: ContentFile = { language, file, name, folder, data: undefined, body, bodyLine, lineOf: () => 1 }
  const fault = (line: number, field: string, message: string) => faults.push({ file, line, field, message })
  if (!NAME.test(name)) {
    fault(
      1,
      '',
      'has a name that makes no address: use lower-case letters, digits and hyphens, like personal-injury.md',
    )
  }
  if (!match) {
    fault(
      1,
      '',
      `must begin with a line of three hyphens, the fields ${Object.keys(schema.shape).join(', ')}, and three hyphens again`,
    )
    return found
  }
  const lines = new LineCounter()
  const document = parseDocument(match[1] ?? '', { lineCounter: lines })
  for (const error of document.errors) {
    // The first line of a file is the hyphens, so the frontmatter begins on its second.
    fault(lines.linePos(error.pos[0]).line + 1, '', `cannot be read here: ${error.message.split('\n')[0]}`)
  }
  if (document.errors.length > 0) return found
  found.lineOf = (field) => lineOf(field.split('.'), document, lines)
  found.data = (document.toJS() ?? {}) as Record<string, unknown>
  for (const issue of schema.safeParse(found.data).error?.issues ?? [])
    report(issue, { document, lines, schema }, fault)
  const heading = body.split('\n').findIndex((line) => line.startsWith('# '))
  if (heading >= 0)
    fault(bodyLine + heading, '', 'holds a heading with one #: the page has its title already, begin with ##')
  return found
}

function report(
  issue: z.core.$ZodIssue,
  { document, lines, schema }: { document: Document; lines: LineCounter; schema: FrontmatterSchema },
  fault: (line: number, field: string, message: string) => void,
): void {
  const fields = Object.keys(schema.shape)
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const path = [...issue.path, key]
      const [nearest = ''] = fields.toSorted((one, other) => leven(one, key) - leven(other, key))
      const hint =
        leven(nearest, key) <= MAX_TYPO_DISTANCE
          ? `did you mean \`${nearest}\`?`
          : `the fields are ${fields.join(', ')}`
      fault(lineOf(path, document, lines), path.join('.'), `is no field here: ${hint}`)
    }
    return
  }
  const missing = issue.code === 'invalid_type' && document.getIn(issue.path) === undefined
  const description = descriptionOf(schema, issue.path)
  const message = missing
    ? 'is missing'
    : /^must /.test(issue.message)
      ? issue.message
      : `is not right: ${issue.message}`
  fault(
    lineOf(issue.path, document, lines),
    issue.path.join('.'),
    description ? `${message}. Write: ${description}` : message,
  )
}

/** What its schema says of a field, or of the nearest thing around it that is described. */
function descriptionOf(schema: unknown, [step, ...rest]: readonly PropertyKey[]): string | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  const whole: unknown = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  const inner: unknown =
    whole instanceof z.ZodArray ? whole.element : whole instanceof z.ZodObject ? whole.shape[String(step)] : undefined
  return (step === undefined ? undefined : descriptionOf(inner, rest)) ?? schema.description
}

/** The line of a field, or of the nearest thing around it that is there. */
function lineOf(path: readonly PropertyKey[], document: Document, lines: LineCounter): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true) ?? document.contents
    const item = isSeq(parent) ? parent.items[Number(path[length - 1])] : undefined
    if (isNode(item) && item.range) return lines.linePos(item.range[0]).line + 1
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === path[length - 1])
      : undefined
    if (pair && isScalar(pair.key) && pair.key.range) return lines.linePos(pair.key.range[0]).line + 1
  }
  return 1
}
