/**
 * The check of the content folder of this project, for every command that needs it.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ContentSettings, readContentFolder } from '../../settings.ts'
import { type ContentFault, readContent } from './files.ts'
import { readGlossary } from './glossary.ts'
import { reportOn } from './report.ts'
import type { LastChanges } from './reviews.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** The content folder: as it is named to people, and where it is. */
export function contentFolder(): { shown: string; folder: string } {
  const shown = readContentFolder(process.env, (path) => existsSync(join(ROOT, path)))
  return { shown, folder: resolve(ROOT, shown) }
}

/**
 * Checks the content folder as it is now.
 * @param changes from `changesAfterReview`
 */
export const checkFolder = (settings: ContentSettings, changes?: LastChanges): ReturnType<typeof reportOn> =>
  reportOn(readContent(contentFolder().folder), { settings, now: new Date(), glossary: readGlossary(ROOT), changes })

/** A fault on one line: file, line, field, what is wrong and what to write. */
export const faultInWords = (shown: string, { file, line, field, message }: ContentFault, kind = ''): string =>
  `${join(shown, file)}:${line}  ${kind}${field ? `\`${field}\` ` : ''}${message}`
