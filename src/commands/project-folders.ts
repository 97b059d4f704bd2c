/**
 * The folder of the firm's texts, for every command that needs it.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readContentFolder, showsSample } from '../settings.ts'

/** The folder of the project. */
export const ROOT = resolve(import.meta.dirname, '../..')

const isInProject = (path: string) => existsSync(join(ROOT, path))

/** The content folder: as it is named to people, and where it is. */
export function contentFolder(): { shown: string; folder: string } {
  const shown = readContentFolder(process.env, isInProject)
  return { shown, folder: resolve(ROOT, shown) }
}

/** Whether it holds the texts of the invented firm. */
export const isSample = (): boolean => showsSample(process.env, isInProject)
