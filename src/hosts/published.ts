/** The folder of published files, for every host. */
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { PublishedFiles } from '../ports.ts'
import { SettingsError, type VerificationSettings } from '../settings.ts'
import { PATHS } from '../site.ts'

export const PUBLISHED_DIR = 'dist'

/** Only Netlify reads these two files (`site-rules.ts`). */
export const HEADERS_FILE = '_headers'
export const REDIRECTS_FILE = '_redirects'
/** The files for Netlify and the compressed copies have no address. */
const WITHOUT_ADDRESS = /^\/(_headers|_redirects)$|\.(br|gz)$/

/** Gives the files as addresses, with a slash at the start. */
export const publishedPaths = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'))
    .filter((path) => !WITHOUT_ADDRESS.test(path))

/** A failed read is tried again: while a new build takes the place of the old one, a file may be missing for a moment. */
export function publishedFolder(folder: string): PublishedFiles {
  const texts = new Map<string, string>()
  return {
    async read(path) {
      const text = texts.get(path) ?? (await readFile(join(folder, path), 'utf8'))
      texts.set(path, text)
      return text
    },
  }
}

export const VERIFICATION_FOLDER = 'well-known'
const TARGET = '/.well-known'

/**
 * Directories and search engines verify with these files that the firm owns the site.
 * @throws SettingsError when there is already a file or a function at the same address
 */
export function publishVerificationFiles(folder: string, content: string, lines: VerificationSettings): void {
  const source = join(content, VERIFICATION_FOLDER)
  const place = (name: string, from: string) => {
    const address = `${TARGET}/${name}`
    const file = join(folder, address)
    // A function answers for the keys, so no file shows the conflict.
    if (existsSync(file) || address === PATHS.jwks)
      throw new SettingsError(`${from} would replace ${address}, which is there already. Remove one of the two.`)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  const paths = existsSync(source) ? publishedPaths(source) : []
  // Leaves out hidden files, which an operating system or an editor makes.
  for (const path of paths.filter((one) => !one.includes('/.')))
    cpSync(join(source, path), place(path.slice(1), join(source, path)))
  for (const [name, { variable, line }] of Object.entries(lines))
    if (line !== undefined) writeFileSync(place(name, variable), line)
}
