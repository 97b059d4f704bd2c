/**
 * The check of `content/`: every file read as the build will read it, every fault with file, line, field and what to write.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import leven from 'leven'
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml'
import type * as z from 'zod'
import { FaqFile } from '../practice/faq.ts'
import { FirmFile } from '../practice/firm.ts'
import { Notices } from '../practice/notices.ts'
import { PageFile, PAGES_WITH_MORE } from '../practice/page.ts'
import { PracticeAreaFile } from '../practice/practice-area.ts'
import { pagePath, practiceAreaPath } from '../site.ts'

export interface ContentFault {
  /** Path from the project's folder. */
  file: string
  /** From 1. */
  line: number
  field: string
  /** What is wrong and what to write. */
  message: string
}

interface ContentFile {
  file: string
  /** The file's name without `.md`. */
  name: string
  folder: string
  /** Frontmatter as it stands, whether it fits the schema or not; undefined when it cannot be read. */
  data: Record<string, unknown> | undefined
  body: string
  /** Line on which the body begins. */
  bodyLine: number
  /** Line of a field of the frontmatter. */
  lineOf(field: string): number
}

type FrontmatterSchema = z.ZodObject

const FOLDERS: Record<string, FrontmatterSchema> = { 'practice-areas': PracticeAreaFile, faq: FaqFile, pages: PageFile }
const SINGLE: Record<string, FrontmatterSchema> = { firm: FirmFile, notices: Notices }

/** Links that Markdown may hold to what is not a page of `content/`. */
const OTHER_ADDRESSES = [/^\/api\/v1(\/|$)/, /^\/(openapi\.json|auth\.md)$/, /^\/problems\//, /^\/$/]
const FRONTMATTER = /^---\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/
/** Words further apart than this are no slip of the pen. */
const SLIP = 3

/**
 * Checks all content.
 * @param root folder of the project, which holds `content/`
 * @returns the faults, in the order of files and lines; none when all is well
 */
export function checkContent(root: string): ContentFault[] {
  const faults: ContentFault[] = []
  const read = (folder: string, name: string, schema: FrontmatterSchema) => readContentFile(root, folder, name, schema, faults)
  for (const [name, schema] of Object.entries(SINGLE)) {
    if (existsSync(join(root, 'content', `${name}.md`))) read('', name, schema)
    else faults.push({ file: `content/${name}.md`, line: 1, field: '', message: 'is missing: restore it, the site cannot do without it' })
  }
  const files = Object.entries(FOLDERS).flatMap(([folder, schema]) => namesIn(join(root, 'content', folder)).map((name) => read(folder, name, schema)))
  const pages = new Set(files.filter(({ folder }) => folder === 'pages').map(({ name }) => name))
  for (const name of PAGES_WITH_MORE) {
    if (!pages.has(name)) faults.push({ file: `content/pages/${name}.md`, line: 1, field: '', message: 'is missing: restore it, the site cannot do without it' })
  }
  checkIds(files, faults)
  checkLinks(files, faults)
  return faults.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
}

/** Markdown files but templates; a folder that is missing has none. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && !name.startsWith('_'))
  return names.map((name) => name.slice(0, -'.md'.length)).sort()
}

function readContentFile(root: string, folder: string, name: string, schema: FrontmatterSchema, faults: ContentFault[]): ContentFile {
  const file = ['content', folder, `${name}.md`].filter(Boolean).join('/')
  const text = readFileSync(join(root, file), 'utf8').replace(/^\uFEFF/, '')
  const match = FRONTMATTER.exec(text)
  const body = match ? text.slice(match[0].length) : text
  const bodyLine = match ? match[0].split('\n').length : 1
  const found: ContentFile = { file, name, folder, data: undefined, body, bodyLine, lineOf: () => 1 }
  const fault = (line: number, field: string, message: string) => faults.push({ file, line, field, message })
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    fault(1, '', 'has a name that makes no address: use lower-case letters, digits and hyphens, like personal-injury.md')
  }
  if (!match) {
    fault(1, '', `must begin with a line of three hyphens, the fields ${Object.keys(schema.shape).join(', ')}, and three hyphens again`)
    return found
  }
  const lines = new LineCounter()
  const document = parseDocument(match[1] ?? '', { lineCounter: lines })
  for (const error of document.errors) {
    // The first line of a file is the hyphens, so the frontmatter begins on its second.
    fault(lines.linePos(error.pos[0]).line + 1, '', `cannot be read here: ${error.message.split('\n')[0]}`)
  }
  if (document.errors.length > 0) return found
  found.lineOf = (field) => lineOf([field], document, lines)
  found.data = (document.toJS() ?? {}) as Record<string, unknown>
  for (const issue of schema.safeParse(found.data).error?.issues ?? []) report(issue, document, lines, schema, fault)
  const heading = body.split('\n').findIndex((line) => line.startsWith('# '))
  if (heading >= 0) fault(bodyLine + heading, '', 'holds a heading with one #: the page has its title already, begin with ##')
  return found
}

function report(
  issue: z.core.$ZodIssue,
  document: Document,
  lines: LineCounter,
  schema: FrontmatterSchema,
  fault: (line: number, field: string, message: string) => void,
): void {
  const fields = Object.keys(schema.shape)
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const path = [...issue.path, key]
      const [nearest = ''] = fields.toSorted((one, other) => leven(one, key) - leven(other, key))
      const hint = leven(nearest, key) <= SLIP ? `did you mean \`${nearest}\`?` : `the fields are ${fields.join(', ')}`
      fault(lineOf(path, document, lines), path.join('.'), `is no field here: ${hint}`)
    }
    return
  }
  const missing = issue.code === 'invalid_type' && document.getIn(issue.path) === undefined
  const description = schema.shape[String(issue.path[0])]?.description
  const message = missing ? 'is missing' : /^must /.test(issue.message) ? issue.message : `is not right: ${issue.message}`
  fault(lineOf(issue.path, document, lines), issue.path.join('.'), description ? `${message}. Write: ${description}` : message)
}

/** The line of a field, or of the nearest thing around it that is there. */
function lineOf(path: readonly PropertyKey[], document: Document, lines: LineCounter): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true) ?? document.contents
    const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path[length - 1]) : undefined
    if (pair && isScalar(pair.key) && pair.key.range) return lines.linePos(pair.key.range[0]).line + 1
  }
  return 1
}

function checkIds(files: ContentFile[], faults: ContentFault[]): void {
  const areas = files.filter(({ folder }) => folder === 'practice-areas')
  const ids = new Map<unknown, ContentFile>()
  for (const area of areas) {
    const id = area.data?.id
    const other = ids.get(id)
    if (id !== undefined && other) {
      faults.push({ file: area.file, line: area.lineOf('id'), field: 'id', message: `is the id of ${other.file} too. Write: another word` })
    }
    ids.set(id, area)
  }
  // An area that cannot be read may be the very one that is meant.
  if (areas.some(({ data }) => data?.id === undefined)) return
  for (const { file, data, lineOf } of files.filter(({ folder }) => folder === 'faq')) {
    if (data?.topic !== undefined && !ids.has(data.topic)) {
      faults.push({ file, line: lineOf('topic'), field: 'topic', message: `is no practice area. Write one of: ${[...ids.keys()].join(', ')}; or leave it out` })
    }
  }
}

function checkLinks(files: ContentFile[], faults: ContentFault[]): void {
  const pages = files.filter(({ folder }) => folder !== 'faq')
  const addresses = new Set(pages.map(({ folder, name }) => (folder === 'practice-areas' ? practiceAreaPath(name) : pagePath(name))))
  for (const { file, body, bodyLine } of files) {
    body.split('\n').forEach((line, index) => {
      for (const [, target = ''] of line.matchAll(/\]\((\/[^)\s#]*)/g)) {
        if (addresses.has(target) || OTHER_ADDRESSES.some((pattern) => pattern.test(target))) continue
        const hint = addresses.has(`${target}/`) ? `Write: ${target}/` : 'Write the address of a page that exists, like /contact/'
        faults.push({ file, line: bodyLine + index, field: '', message: `links to ${target}, which is no page. ${hint}` })
      }
    })
  }
}
