/** The folder of the firm's own texts, which is written once and never overwritten. */
import { constants, copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { officeDay } from '../../dates.ts'
import { LANGUAGES } from '../../language.ts'
import { type ContentSettings, SettingsError } from '../../settings.ts'
import { decisionsFile, DECISIONS_FILE } from '../content/decisions.ts'
import { contentPath, folderPath, FOLDERS, isFolder, readContent, SINGLE_FILES } from '../content/files.ts'
import { readGlossary } from '../content/glossary.ts'
import { reportOn } from '../content/report.ts'
import { ROOT } from '../project-folders.ts'
import type { Answers } from './answers.ts'
import { decisionsIn, pointsFor, summaryOf } from './summary.ts'
import { logoName, type Texts, firmTexts } from './texts.ts'

/** Where texts of a site stand, from the content folder. */
const PLACES = LANGUAGES.flatMap((language) => [
  ...Object.keys(SINGLE_FILES).map((name) => contentPath(language, '', name)),
  ...Object.keys(FOLDERS).map((folder) => folderPath(language, folder)),
])

/**
 * Makes sure that nothing will be overwritten.
 * @param root the folder
 * @param shown as people name it
 * @throws SettingsError when the folder holds texts
 */
export function requireEmpty(root: string, shown: string): void {
  if (existsSync(root) && !isFolder(root))
    throw new SettingsError(`${shown} is a file, and CONTENT_DIR must name a folder. Nothing was written.`)
  const found = [...PLACES, DECISIONS_FILE].filter((place) => existsSync(join(root, place)))
  if (found.length === 0) return
  throw new SettingsError(
    `${shown}/ holds texts already: ${found.join(', ')}. They are never overwritten, and nothing was written.
Edit them as content/README.md of the project says, or add to them: \`npm run adopt -- --help\`. To begin again, move the texts away, or
set CONTENT_DIR to another folder.`,
  )
}

/**
 * Writes texts.
 * @throws SettingsError when one is there already; then none is written
 */
export function writeTexts(root: string, texts: Texts): void {
  const there = [...texts.keys()].filter((path) => existsSync(join(root, path)))
  if (there.length > 0) throw new SettingsError(`There is already: ${there.join(', ')}. Nothing was written.`)
  for (const [path, text] of texts) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
}

/**
 * @param folder where they are to stand, and as people name it
 * @throws SettingsError when the logo would overwrite another file
 */
export function writeSite(
  { root, shown }: { root: string; shown: string },
  answers: Answers,
  now: Date,
  settings: ContentSettings,
): string {
  if (answers.logo) copyInto(root, logoName(answers.logo), answers.logo)
  writeTexts(root, firmTexts(answers, officeDay(now)))
  const content = readContent(root)
  writeTexts(root, new Map([[DECISIONS_FILE, decisionsFile(decisionsIn(content.files, pointsFor(answers)))]]))
  const trial = { ...settings, goesOnline: false }
  return summaryOf(shown, answers, content, reportOn(content, { settings: trial, now, glossary: readGlossary(ROOT) }))
}

/** Copies a file into the folder, unless it is that very file, or another of that name is there. */
function copyInto(root: string, name: string, source: string): void {
  const target = join(root, name)
  if (!existsSync(target)) {
    mkdirSync(root, { recursive: true })
    return copyFileSync(source, target, constants.COPYFILE_EXCL)
  }
  if (realpathSync(target) === realpathSync(source)) return
  throw new SettingsError(
    `${target} is there already, and is not ${source}. It is not overwritten, and no text was written.\nMove it away, or give it as the logo.`,
  )
}
