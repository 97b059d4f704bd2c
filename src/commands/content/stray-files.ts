/**
 * Files and folders in the content folder that the site does not read, though their author may believe that it does.
 */
import { type Dirent, globSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LANGUAGES, TRANSLATIONS } from '../../language.ts'
import { SAMPLE_CONTENT, STARTER_CONTENT } from '../../settings.ts'
import { type ContentFault, folderPath, FOLDERS, isFolder, isLeftOut, SINGLE_FILES } from './files.ts'
import { nearest } from './nearest.ts'
import { PICTURE_TYPES } from './pictures.ts'
import { betterName } from './plain-name.ts'

/** Texts that come with the project, which stand beside those of a firm. */
const OF_THE_PROJECT = [SAMPLE_CONTENT, STARTER_CONTENT].map((folder) => basename(folder))
/** Texts about the content, and what systems leave behind. */
const NOT_OF_THE_SITE = [/^(?:README\.md|desktop\.ini|Thumbs\.db)$/i, /^(?:for-the-firm\.md|LICENSE(?:\.\w+)?)$/]
/** What other programs call a text. */
const LIKE_MARKDOWN = /(?:\.(?:md|mdx|markdown|txt|text|rtf|docx?|odt|pages))+$/i
/** What Word keeps beside a text while it is open. */
const LOCK_FILE = /^~\$/
const CLOSE = 'is there while Word has a text open. Close the text in Word, and delete this file if it stays'
const KEEP = 'To keep it here unread, begin its name with an underscore'

/**
 * Finds them.
 * @param root the content folder
 * @returns a fault for each; none when there is no such folder
 */
export const strayFiles = (root: string): ContentFault[] =>
  LANGUAGES.flatMap((language) => {
    const top = folderPath(language, '')
    const folders = [...Object.keys(FOLDERS), ...(top ? [] : TRANSLATIONS)]
    const texts = Object.keys(SINGLE_FILES).map((name) => `${name}.md`)
    return [
      ...faultsIn(root, top, (entry) => {
        // A repository of texts has other files and folders too.
        if (entry.isDirectory())
          return [...folders, ...OF_THE_PROJECT].includes(entry.name) || !holdsTexts(join(root, top, entry.name))
            ? undefined
            : folderMessage(entry.name, folders)
        const isText = LIKE_MARKDOWN.test(entry.name) || folders.includes(entry.name)
        return texts.includes(entry.name) || !isText ? undefined : topMessage(entry.name, texts)
      }),
      ...Object.keys(FOLDERS).flatMap((folder) => faultsIn(root, folderPath(language, folder), textMessage)),
    ]
  })

const holdsTexts = (folder: string) => globSync('**/*', { cwd: folder }).some((file) => LIKE_MARKDOWN.test(file))

function faultsIn(
  root: string,
  folder: string,
  message: (entry: Dirent, names: readonly string[]) => string | undefined,
): ContentFault[] {
  const path = join(root, folder)
  if (!isFolder(path)) return []
  const all = readdirSync(path, { withFileTypes: true })
  const names = all.map(({ name }) => name)
  const entries = all.filter(
    ({ name }) => !isLeftOut(name) && ![...NOT_OF_THE_SITE, PICTURE_TYPES].some((other) => other.test(name)),
  )
  return entries.flatMap((entry) => {
    const found = LOCK_FILE.test(entry.name) ? CLOSE : message(entry, names)
    return found ? [{ file: join(folder, entry.name), line: 1, field: '', message: found }] : []
  })
}

function folderMessage(name: string, folders: readonly string[]): string {
  const meant = nearest(name, folders)
  const hint = meant ? `did you mean ${meant}/?` : `the folders are ${folders.map((each) => `${each}/`).join(', ')}.`
  return `is no folder that the site reads: ${hint} ${KEEP}`
}

function topMessage(name: string, texts: readonly string[]): string {
  const meant = nearest(name.replace(LIKE_MARKDOWN, '.md'), texts)
  if (meant) return `is not read by the site. Save it as ${meant}`
  const folders = Object.keys(FOLDERS).map((folder) => `${folder}/`)
  return `is not read by the site, because it stands outside the folders. Put a text into one of them: ${folders.join(', ')}. ${KEEP}`
}

function textMessage(entry: Dirent, names: readonly string[]): string | undefined {
  if (entry.isDirectory()) return `is a folder inside a folder of texts, which the site does not read. ${KEEP}`
  if (entry.name.endsWith('.md')) return undefined
  if (!LIKE_MARKDOWN.test(entry.name)) return `is not read by the site. Take it out. ${KEEP}`
  const name = betterName(entry.name.replace(LIKE_MARKDOWN, ''), names)
  const how = /\.md$/i.test(entry.name) ? 'Give it' : 'Save it as plain text with'
  return `is no Markdown text, so the site does not read it. ${how} ${name}`
}
