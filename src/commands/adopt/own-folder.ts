/**
 * The folder of the firm's own texts, which is written once and never overwritten.
 */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LANGUAGES } from '../../language.ts'
import { SettingsError } from '../../settings.ts'
import { contentPath, folderPath, FOLDERS, SINGLE_FILES } from '../content/files.ts'
import type { Texts } from './texts.ts'

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
  const found = PLACES.filter((place) => existsSync(join(root, place)))
  if (found.length === 0) return
  throw new SettingsError(
    `${shown}/ holds texts already: ${found.join(', ')}. They are never overwritten, and nothing was written.
Edit them as ${shown}/README.md says; or move them away; or set CONTENT_DIR to another folder, and begin there.`,
  )
}

/**
 * Writes the texts.
 * @param copies files to copy, by name in the folder
 */
export function writeTexts(root: string, texts: Texts, copies: ReadonlyMap<string, string>): void {
  for (const [path, text] of texts) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
  for (const [name, source] of copies) cpSync(source, join(root, name))
}
