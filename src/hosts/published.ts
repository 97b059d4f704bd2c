/** The published folder, for every host with a file system. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { PublishedFiles } from '../ports.ts'
import { remembered } from '../remembered.ts'

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

export const publishedFolder = (folder: string): PublishedFiles => ({
  read: remembered((path: string) => readFile(join(folder, path), 'utf8')),
})
