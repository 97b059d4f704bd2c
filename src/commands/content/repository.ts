/**
 * Where a folder stands in its repository: the web editor and GitHub name files by the path from there.
 */
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'

/**
 * The path of a folder in the repository that it is in; empty when it is a repository of its own.
 * @param folder its absolute path
 * @returns the folder's name where there is no repository
 */
export function pathInRepository(folder: string): string {
  let top = folder
  while (!existsSync(join(top, '.git')) && dirname(top) !== top) top = dirname(top)
  return existsSync(join(top, '.git')) ? relative(top, folder).split(sep).join('/') : basename(folder)
}
