/** The folder of published files: lists and reads them, and adds the verification files of the firm. */
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

/** @returns the paths of the files from the folder, with a slash at the start, like `/about/index.html` */
export const publishedPaths = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'))
    .filter((path) => !WITHOUT_ADDRESS.test(path))

/** Remembers each text, but no failure: while a new build replaces the old one, a file may be missing for a moment. */
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
 * Publishes the files of the folder `well-known`, and `lines` as files: with them, directories and search engines verify who owns the site.
 * @throws SettingsError when there is already a file or a function at the same address
 */
export function publishVerificationFiles(folder: string, content: string, lines: VerificationSettings): void {
  const source = join(content, VERIFICATION_FOLDER)
  const freePath = (name: string, from: string) => {
    const address = `${TARGET}/${name}`
    const file = join(folder, address)
    // A function answers at the address of the keys, so `existsSync` finds no file there.
    if (existsSync(file) || address === PATHS.jwks)
      throw new SettingsError(`${from} would replace ${address}, which is there already. Remove one of the two.`)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  const paths = existsSync(source) ? publishedPaths(source) : []
  // Leaves out hidden files, which an operating system or an editor makes.
  for (const path of paths.filter((one) => !one.includes('/.')))
    cpSync(join(source, path), freePath(path.slice(1), join(source, path)))
  for (const [name, { variable, line }] of Object.entries(lines))
    if (line !== undefined) writeFileSync(freePath(name, variable), line)
}
