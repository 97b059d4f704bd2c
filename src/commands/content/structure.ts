/** What is wrong between files: one that is missing, that the site does not read, or that names another which does not exist. */
import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { FirmFile } from '../../firm/firm.ts'
import { isNameOf } from '../../firm/lawyer.ts'
import { isOpenFor } from '../../firm/opening-hours.ts'
import { PAGES_WITH_MORE } from '../../firm/page.ts'
import { parseDays } from '../../firm/weekdays.ts'
import { VERIFICATION_FOLDER } from '../../hosts/verification-files.ts'
import { FIRST_LANGUAGE, LANGUAGES } from '../../language.ts'
import { SAMPLE_CONTENT, STARTER_CONTENT } from '../../settings.ts'
import { DECISIONS_FILE } from './decisions.ts'
import { type ContentFault, fileFault, nearest } from './fault.ts'
import {
  type Content,
  type ContentFile,
  contentPath,
  fieldFault,
  firmOf,
  folderPath,
  FOLDERS,
  isLeftOut,
  NAME,
  SINGLE_FILES,
} from './files.ts'

/** Pages that the site cannot do without in any language: those with more than a text, and those that the form links to. */
const REQUIRED_PAGES = [...PAGES_WITH_MORE, 'disclaimer', 'privacy']
/** What stands beside the texts of a firm: those that come with the project, files that are published as they are, what is to decide. */
const NOT_TEXTS = [
  ...[SAMPLE_CONTENT, STARTER_CONTENT].map((folder) => basename(folder)),
  VERIFICATION_FOLDER,
  DECISIONS_FILE,
]
/** What programs call a text, and what they keep beside one that is open. */
const TEXT = /\.(?:md|mdx|markdown|txt|text|rtf|docx?|odt|pages)$/i
/** Texts about the content. */
const MANUALS = /(?:^|\/)(?:README\.md|for-the-firm\.md|LICENSE(?:\.\w+)?)$/i

export function fileFaults({ root, languages, files }: Content): ContentFault[] {
  const read = new Set(files.map(({ file }) => file))
  const required = languages.flatMap((language) => [
    ...Object.keys(SINGLE_FILES).map((name) => contentPath(language, '', name)),
    ...REQUIRED_PAGES.map((name) => contentPath(language, 'pages', name)),
  ])
  const folders = LANGUAGES.flatMap((language) => Object.keys(FOLDERS).map((folder) => folderPath(language, folder)))
  const strays = globSync('**/*', { cwd: root, exclude: (name) => isLeftOut(basename(name)) })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => TEXT.test(file) && !MANUALS.test(file) && !read.has(file))
    .filter((file) => !file.split('/').some(isLeftOut) && !NOT_TEXTS.includes(file.split('/')[0] ?? ''))
  return [
    ...required
      .filter((file) => !read.has(file))
      .map((file) => fileFault(file, 'is missing: restore it, the site cannot do without it')),
    ...strays.map((file) => fileFault(file, strayMessage(file, folders))),
    ...files
      .filter(({ name }) => !NAME.test(name))
      .map(({ file }) =>
        fileFault(file, 'has a name that cannot be an address: use lower-case letters, digits and hyphens'),
      ),
  ]
}

function strayMessage(file: string, folders: readonly string[]): string {
  const folder = dirname(file)
  const language = LANGUAGES.find((each) => each !== FIRST_LANGUAGE && file.startsWith(`${each}/`))
  if (folders.includes(folder) && !file.endsWith('.md'))
    return 'is not read by the site. Save it as plain text under a name that ends in .md'
  if (language && [...folders, language].includes(folder))
    return `is shown nowhere: ${language}/firm.md is missing. Translate firm.md too, or remove the folder ${language}`
  const meant = nearest(folder, folders)
  const hint = meant ? `Did you mean ${meant}?` : `Put it into one of them: ${folders.join(', ')}.`
  return `is not read by the site, because it stands outside the folders. ${hint} To keep it here unread, begin its name with an underscore`
}

/** Checks what a text names of another: areas, lawyers and files. */
export function referenceFaults({ root, languages, files, faults: known }: Content): ContentFault[] {
  const faults: ContentFault[] = []
  const check = (isWrong: boolean, content: ContentFile, field: string, message: string) => {
    // One that does not fit its schema has a fault already.
    const isKnown = known.some((fault) => fault.file === content.file && fault.field === field)
    if (isWrong && !isKnown) faults.push(fieldFault(content, field, message))
  }
  const isFile = (content: ContentFile, path: string) => existsSync(join(root, dirname(content.file), path))
  for (const language of languages) {
    const own = files.filter((file) => file.language === language)
    const areas = own.filter(({ folder }) => folder === 'practice-areas')
    const ids = areas.map(({ data }) => data?.id)
    areas.forEach((area, index) => {
      const first = areas[ids.indexOf(area.data?.id)]
      const isTwice = area.data?.id !== undefined && ids.indexOf(area.data.id) < index
      check(isTwice, area, 'id', `is also the id of ${first?.file}. Write another word`)
    })
    // An area that cannot be read may be the very one that is meant.
    if (ids.includes(undefined)) continue
    for (const content of own) {
      const { topic, areas: chosen, portrait } = content.data ?? {}
      const unknown = `is not a practice area. Write one of: ${ids.join(', ')}; or leave it out`
      check(topic !== undefined && !ids.includes(topic), content, 'topic', unknown)
      if (Array.isArray(chosen))
        chosen.forEach((id, index) => check(!ids.includes(id), content, `areas.${index}`, unknown))
      if (typeof portrait !== 'string') continue
      if (language !== FIRST_LANGUAGE)
        check(true, content, 'portrait', 'is not needed here: the English picture is shown. Leave it out')
      else check(!isFile(content, portrait), content, 'portrait', `names ${portrait}, which is not beside this file`)
    }
  }
  const firm = firmOf(files)
  const logo = firm?.data?.logo
  if (firm && typeof logo === 'string')
    check(!isFile(firm, logo), firm, 'logo', `names ${logo}, which is not beside firm.md`)
  const { hours, consultations, consultationCost } = FirmFile.partial().safeParse(firm?.data).data ?? {}
  if (firm && consultations && hours) {
    const missing = 'need a sentence in `consultationCost` that says what they cost'
    check(!consultationCost, firm, 'consultations', missing)
    const lawyers = lawyersIn(files).map(({ name }) => name)
    consultations.windows.forEach(({ lawyer, days, opens, closes }, index) => {
      const at = (field: string) => `consultations.windows.${index}.${field}`
      const unknown = `is not the file of a lawyer. Write one of: ${lawyers.join(', ')}`
      check(!lawyers.includes(lawyer), firm, at('lawyer'), unknown)
      const isOpen = isOpenFor({ hours }, parseDays(days) ?? [], [opens, closes])
      check(!isOpen, firm, at('days'), 'must lie within the opening hours of these days, which are in `hours`')
    })
  }
  return faults
}

/** The facts of a lawyer stand in the first language; a translation repeats them. */
const lawyersIn = (files: readonly ContentFile[]) =>
  files.filter(({ folder, language, data }) => folder === 'lawyers' && language === FIRST_LANGUAGE && data)

/** Lawyers without the number that says who they are. No real lawyer is without one. */
export const numberlessLawyers = (files: readonly ContentFile[]): ContentFault[] =>
  lawyersIn(files)
    .filter(({ data }) => data?.barNumber === undefined)
    .map((content) => ({
      ...fieldFault(content, 'name', 'is missing. Write the Florida Bar number of this lawyer, in quotes'),
      field: 'barNumber',
    }))

/** The lawyer who is responsible for the site should be one of those it shows. */
export function adviseOnResponsible(files: readonly ContentFile[]): ContentFault[] {
  const firm = firmOf(files)
  const responsible = firm?.data?.responsibleAttorney
  const names = lawyersIn(files).flatMap(({ data }) => (typeof data?.name === 'string' ? [data.name] : []))
  if (!firm || typeof responsible !== 'string' || names.length === 0) return []
  if (names.some((name) => isNameOf(responsible, name))) return []
  const message = `is not one of the lawyers in lawyers/: ${names.join('; ')}. Write one of these names, or add the lawyer`
  return [fieldFault(firm, 'responsibleAttorney', message)]
}
