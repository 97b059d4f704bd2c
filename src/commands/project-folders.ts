import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { readContentFolder, showsSample } from '../settings.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

const isInProject = (path: string) => existsSync(join(ROOT, path))

/** `shown` is the path for messages, and `folder` the absolute path. */
export function contentFolder(): { shown: string; folder: string } {
  const shown = readContentFolder(process.env, isInProject)
  return { shown, folder: resolve(ROOT, shown) }
}

export const isSample = (): boolean => showsSample(process.env, isInProject)

/** @returns the path from the top of the Git repository, for the web editor; outside a repository, the folder's name */
export function pathInRepository(folder: string): string {
  let top = folder
  while (!existsSync(join(top, '.git')) && dirname(top) !== top) top = dirname(top)
  return existsSync(join(top, '.git')) ? relative(top, folder).split(sep).join('/') : basename(folder)
}
