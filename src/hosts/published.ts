/** The published folder: what the build wrote, read from disk and kept in memory. For every host with a file system. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { PublishedFiles } from '../ports.ts'

/** Folder that the build writes and Netlify publishes. */
export const PUBLISHED_DIR = 'dist'

/** Name of the file of headers in it, which the build writes (`static-headers.ts`). */
export const HEADERS_FILE = '_headers'

/** The files of the published folder, as addresses: with a slash at the start. */
export const publishedPaths = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'))

export function publishedFolder(folder: string): PublishedFiles {
  const texts = new Map<string, Promise<string>>()
  return {
    read(path) {
      const text = texts.get(path) ?? readFile(join(folder, path), 'utf8')
      texts.set(path, text)
      return text
    },
  }
}
