/** Finds missing and unread files, wrong references, copied templates, unnamed booking companies, and lawyers without a number. */
import { globSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { isNameOf } from '../../firm/lawyer.ts'
import { PAGES_WITH_TEMPLATE } from '../../firm/page.ts'
import { inBraces } from '../../firm/placeholders.ts'
import { VERIFICATION_FOLDER } from '../../hosts/published.ts'
import { splitFrontmatter } from '../../firm/text-parts.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import { SAMPLE_CONTENT, STARTER_CONTENT } from '../../settings.ts'
import { DECISIONS_FILE } from './decisions.ts'
import { RECORD_FILE } from './record.ts'
import { type ContentFault, fieldFault, fileFault } from './faults.ts'
import {
  type Content,
  type ContentFile,
  contentPath,
  firmOf,
  FOLDERS,
  isLeftOut,
  isPlainFile,
  NAME,
  readText,
  singleFiles,
} from './files.ts'

/** Every language needs the pages with a template, and those that the form links to. */
const REQUIRED_PAGES = [...PAGES_WITH_TEMPLATE, 'disclaimer', 'privacy']
/** Folders and files beside the texts of a firm that are not texts. */
const NOT_TEXTS = [SAMPLE_CONTENT, STARTER_CONTENT, 'words', VERIFICATION_FOLDER, DECISIONS_FILE, RECORD_FILE].map(
  (path) => basename(path),
)
/** Authors may believe that the site shows such files. */
const TEXT = /\.(?:md|mdx|markdown|txt|text|rtf|docx?|odt|pages)$/i
/** These explain the content to the firm. */
const MANUALS = /(?:^|\/)(?:README\.md|for-the-firm\.md|LICENSE(?:\.\w+)?)$/i

/** @param fitting files that fit their schemas */
export const structureFaults = (content: Content, fitting: readonly ContentFile[]): ContentFault[] => [
  ...fileFaults(content),
  ...referenceFaults(content),
  ...templateFaults(content),
  ...bookingFaults(fitting),
]

function fileFaults({ root, languages, files }: Content): ContentFault[] {
  const read = new Set(files.map(({ file }) => file))
  const required = languages.flatMap((language) => [
    ...Object.keys(singleFiles(language)).map((name) => contentPath(language, '', name)),
    ...REQUIRED_PAGES.map((name) => contentPath(language, 'pages', name)),
  ])
  const strays = globSync('**/*', { cwd: root, exclude: (name) => isLeftOut(basename(name)) })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => TEXT.test(file) && !MANUALS.test(file) && !read.has(file))
    .filter((file) => !file.split('/').some(isLeftOut) && !NOT_TEXTS.includes(file.split('/')[0] ?? ''))
  return [
    ...required.filter((file) => !read.has(file)).map((file) => fileFault(file, MISSING)),
    ...strays.map((file) => fileFault(file, NOT_READ)),
    ...files.filter(({ name }) => !NAME.test(name)).map(({ file }) => fileFault(file, NO_ADDRESS)),
  ]
}

const MISSING = 'is missing: restore it, the site cannot do without it'
const NO_ADDRESS = 'has a name that cannot be an address: use lower-case letters, digits and hyphens'
const NOT_READ = `is not read by the site, which reads files that end in .md in ${Object.keys(FOLDERS).join(', ')}, and those of a translation only beside its firm.md. To keep it here unread, begin its name with an underscore`

function referenceFaults({ root, languages, files, faults: known }: Content): ContentFault[] {
  const faults: ContentFault[] = []
  const check = (isWrong: boolean, content: ContentFile, field: string, message: string) => {
    // A field that does not fit its schema has a fault already.
    const isKnown = known.some((fault) => fault.file === content.file && fault.field === field)
    if (isWrong && !isKnown) faults.push(fieldFault(content, field, message))
  }
  for (const language of languages) {
    const own = files.filter((file) => file.language === language)
    const areas = own.filter(({ folder }) => folder === 'practice-areas')
    const ids = areas.map(({ data }) => data?.id)
    areas.forEach((area, index) => {
      const first = ids.indexOf(area.data?.id)
      const message = `is also the id of ${areas[first]?.file}. Write another word`
      check(area.data?.id !== undefined && first < index, area, 'id', message)
    })
    for (const content of own) {
      const { topic, areas: chosen, portrait, logo } = content.data ?? {}
      // The schema refuses a logo in a translation.
      const pictures = language === FIRST_LANGUAGE ? { portrait, logo } : { portrait }
      for (const [field, picture] of Object.entries(pictures)) {
        const isMissing = typeof picture === 'string' && !isPlainFile(join(root, dirname(content.file), picture))
        check(isMissing, content, field, `names ${String(picture)}, which is no file beside this one`)
      }
      // If the id of one area cannot be read, a field may name that id, so these fields are not checked.
      if (ids.includes(undefined)) continue
      const unknown = `is not a practice area. Write one of: ${ids.join(', ')}; or leave it out`
      check(topic !== undefined && !ids.includes(topic), content, 'topic', unknown)
      if (Array.isArray(chosen))
        chosen.forEach((id, index) => check(!ids.includes(id), content, `areas.${index}`, unknown))
    }
  }
  return faults
}

/** A firm with a booking page must name the company that runs the page, in `firm.md` and on the privacy page of each language. */
function bookingFaults(files: readonly ContentFile[]): ContentFault[] {
  const firm = firmOf(files)
  if (firm?.data?.bookingUrl === undefined) return []
  const word = inBraces('firm.bookingCompany')
  const unnamed = 'needs the field bookingCompany too: the name of the company that runs that page'
  const silent = `does not name the company that runs the booking page. Say with ${word} what that company gets`
  return [
    ...(firm.data.bookingCompany === undefined ? [fieldFault(firm, 'bookingUrl', unnamed)] : []),
    ...files
      .filter(({ folder, name, body }) => folder === 'pages' && name === 'privacy' && !body.includes(word))
      .map(({ file }) => fileFault(file, silent)),
  ]
}

/** Finds copies of a template that were not filled in, and the bar number of the template. */
const templateFaults = ({ root, files }: Content): ContentFault[] =>
  files.flatMap((content) => {
    const { language, folder, body, data } = content
    const template = folder && readText(join(root, contentPath(language, folder, '_template')))
    if (template && body.trim() === splitFrontmatter(template)?.body.trim())
      return [fileFault(content.file, 'says only what _template.md says. Write your own text, or remove the file')]
    const example = 'is that of _template.md. Write the number of this lawyer'
    return /^0+$/.test(String(data?.barNumber)) ? [fieldFault(content, 'barNumber', example)] : []
  })

/** In the first language only: a translation repeats the facts. */
const lawyersIn = (files: readonly ContentFile[]) =>
  files.filter(({ folder, language, data }) => folder === 'lawyers' && language === FIRST_LANGUAGE && data)

const NO_NUMBER = 'is missing. Write the Florida Bar number of this lawyer, in quotes'
/** Every real lawyer has a Florida Bar number. */
export const numberlessLawyers = (files: readonly ContentFile[]): ContentFault[] =>
  lawyersIn(files)
    .filter(({ data }) => data?.barNumber === undefined)
    .map(({ file, lineOf }) => ({ file, line: lineOf('name'), field: 'barNumber', message: NO_NUMBER }))

export function adviseOnResponsible(files: readonly ContentFile[]): ContentFault[] {
  const firm = firmOf(files)
  const responsible = firm?.data?.responsibleAttorney
  const names = lawyersIn(files).flatMap(({ data }) => (typeof data?.name === 'string' ? [data.name] : []))
  if (!firm || typeof responsible !== 'string' || names.length === 0) return []
  if (names.some((name) => isNameOf(responsible, name))) return []
  const message = `is not one of the lawyers in lawyers/: ${names.join('; ')}. Write one of these names, or add the lawyer`
  return [fieldFault(firm, 'responsibleAttorney', message)]
}
