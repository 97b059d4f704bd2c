/** The published folder: what the build wrote, read from disk and kept in memory. For every host with a file system. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { PublishedFiles } from '../ports.ts'
import { remembered } from '../remembered.ts'

/** Folder that the build writes and Netlify publishes. */
export const PUBLISHED_DIR = 'dist'

/** Files in it that only Netlify reads (`site-rules.ts`). */
export const HEADERS_FILE = '_headers'
export const REDIRECTS_FILE = '_redirects'
/** Files in it without an address: those for Netlify, and compressed copies of texts. */
const WITHOUT_ADDRESS = /^\/(_headers|_redirects)$|\.(br|gz)$/

/** The files of a folder that is published, as addresses: with a slash at the start. */
export const publishedPaths = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'))
    .filter((path) => !WITHOUT_ADDRESS.test(path))

export const publishedFolder = (folder: string): PublishedFiles => ({
  read: remembered((path: string) => readFile(join(folder, path), 'utf8')),
})
