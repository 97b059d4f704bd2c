/** The folder of the firm's own texts, which is written once and never overwritten. */
import { constants, copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { officeDay } from '../../dates.ts'
import { type ContentSettings, FIRM_FILE, SettingsError } from '../../settings.ts'
import { decisionsFile, DECISIONS_FILE } from '../content/decisions.ts'
import { readContent } from '../content/files.ts'
import { reportOn } from '../content/report.ts'
import type { Answers } from './answers.ts'
import { decisionsIn, pointsFor, summaryOf } from './summary.ts'
import { logoName, type Texts, firmTexts } from './texts.ts'

/** @throws SettingsError when the folder holds texts */
export function requireEmpty(root: string, shown: string): void {
  const found = [FIRM_FILE, DECISIONS_FILE].find((file) => existsSync(join(root, file)))
  if (found === undefined) return
  throw new SettingsError(
    `${shown}/ holds ${found} already. Texts are never overwritten, and nothing was written.
Edit them as content/README.md of the project says, or add to them: \`npm run adopt -- --help\`. To begin again, move the texts away, or
set CONTENT_DIR to another folder.`,
  )
}

/** @throws SettingsError when one of the texts is there already; then none is written */
export function writeTexts(root: string, texts: Texts): void {
  const there = [...texts.keys()].filter((path) => existsSync(join(root, path)))
  if (there.length > 0) throw new SettingsError(`There is already: ${there.join(', ')}. Nothing was written.`)
  for (const [path, text] of texts) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
}

/** @throws SettingsError when the logo would overwrite another file */
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
  return summaryOf(shown, content, reportOn(content, { settings: trial, now }))
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
