/** The folders that commands need: of the project, and of the firm's texts. */
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
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

/** The path of a folder in its repository, by which the web editor and GitHub name files; its own name where there is no repository. */
export function pathInRepository(folder: string): string {
  let top = folder
  while (!existsSync(join(top, '.git')) && dirname(top) !== top) top = dirname(top)
  return existsSync(join(top, '.git')) ? relative(top, folder).split(sep).join('/') : basename(folder)
}
