/**
 * The check of the content: every fault that would spoil the site, with file, line, field and what to write.
 */
import { PAGES_WITH_MORE } from '../../firm/page.ts'
import { checkAddresses } from './addresses.ts'
import { type Content, type ContentFault, type ContentFile, contentPath, missing, proseOf } from './files.ts'
import { portraitFaults } from './lawyer-check.ts'
import { linkFaults } from './links.ts'
import { logoFaults } from './logo-fault.ts'
import { pictureFaults } from './pictures.ts'
import { referenceFaults } from './reference-links.ts'
import { strayFiles } from './stray-files.ts'
import { checkTranslations } from './translations.ts'

/** Pages that the site cannot do without in any language: those with more than a text, and those that the form links to. */
const REQUIRED_PAGES = [...PAGES_WITH_MORE, 'disclaimer', 'privacy']

/**
 * Checks all content.
 * @param addresses what is configured as the address of the site
 * @returns the faults, in the order of files and lines; none when all is well
 */
export function checkContent(content: Content, addresses: readonly string[]): ContentFault[] {
  const { root, languages, files } = content
  const faults = [
    ...content.faults,
    ...strayFiles(root),
    ...logoFaults(root, files),
    ...linkFaults(files, languages),
    ...referenceFaults(files),
    ...pictureFaults(root, files),
    ...portraitFaults(root, files),
  ]
  const existing = new Set(files.map(({ file }) => file))
  for (const file of languages.flatMap((language) =>
    REQUIRED_PAGES.map((name) => contentPath(language, 'pages', name)),
  )) {
    if (!existing.has(file)) faults.push(missing(file))
  }
  for (const language of languages)
    checkIds(
      files.filter((file) => file.language === language),
      faults,
    )
  checkMarkup(files, faults)
  checkAddresses(files, addresses, faults)
  checkLetters(files, faults)
  checkTranslations(files, faults)
  return inOrder(faults)
}

/** Sorts by file and line, in place. */
export const inOrder = (faults: ContentFault[]): ContentFault[] =>
  faults.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line)

function checkIds(files: ContentFile[], faults: ContentFault[]): void {
  const areas = files.filter(({ folder }) => folder === 'practice-areas')
  const ids = new Map<unknown, ContentFile>()
  for (const area of areas) {
    const id = area.data?.id
    const other = ids.get(id)
    if (id !== undefined && other) {
      faults.push({
        file: area.file,
        line: area.lineOf('id'),
        field: 'id',
        message: `is the id of ${other.file} too. Write another word`,
      })
    }
    ids.set(id, area)
  }
  // An area that cannot be read may be the very one that is meant.
  if (areas.some(({ data }) => data?.id === undefined)) return
  for (const { file, folder, data, lineOf } of files) {
    const named = folder === 'faq' ? [['topic', data?.topic] as const] : folder === 'lawyers' ? areasIn(data) : []
    for (const [field] of named.filter(([, value]) => value !== undefined && !ids.has(value))) {
      const message = `is no practice area. Write one of: ${[...ids.keys()].join(', ')}; or leave it out`
      faults.push({ file, line: lineOf(field), field, message })
    }
  }
}

/** The practice areas of a lawyer, by their places. */
const areasIn = (data: ContentFile['data']) =>
  Array.isArray(data?.areas) ? data.areas.map((id, index) => [`areas.${index}`, id as unknown] as const) : []

/** Faults of Markdown that a page cannot have: pictures without a description, and links that no browser would load. */
const MARKUP: readonly { pattern: RegExp; message: string }[] = [
  {
    pattern: /!\[\s*\]\(/,
    message: 'holds a picture without words. Write between the brackets what it shows, for people who cannot see it',
  },
  {
    pattern: /!\[[^\]]*\]\(\s*(?:https?:)?\/\//,
    message:
      'holds a picture of another site, which browsers do not load from here. Put the file in the folder of the text and write ![what it shows](./file.jpg)',
  },
  { pattern: /<\/?[a-z][^>]*>/i, message: 'holds HTML. Write it as Markdown, or as plain text' },
]
/** Addresses in angle brackets, which only look like HTML. */
const ADDRESSES = /<(?:https?:|mailto:|[^\s<>@]+@)[^>]*>/g

function checkMarkup(files: ContentFile[], faults: ContentFault[]): void {
  for (const text of files) {
    for (const { line, text: prose } of proseOf(text)) {
      const markup = prose.replace(ADDRESSES, '')
      const found = MARKUP.filter(({ pattern }) => pattern.test(markup))
      faults.push(...found.map(({ message }) => ({ file: text.file, line, field: '', message })))
    }
  }
}

/** Letters are sent as plain text. */
function checkLetters(files: ContentFile[], faults: ContentFault[]): void {
  for (const { file, body, bodyLine } of files.filter(({ folder }) => folder === 'replies')) {
    body.split('\n').forEach((text, index) => {
      if (/^#|\*\*|\]\(|^\[[^\]]+\]: /.test(text))
        faults.push({
          file,
          line: bodyLine + index,
          field: '',
          message: 'holds Markdown, but a letter is sent as plain text. Write plain paragraphs',
        })
    })
  }
}
