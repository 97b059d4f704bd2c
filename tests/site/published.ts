/**
 * The published folder as tests read it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { parse } from 'node-html-parser'
import { HEADERS_FILE } from '../../src/hosts/static-headers.ts'

export const FOLDER = 'dist'

/** Paths of all published files, without a leading slash. */
export const FILES = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).split(sep).slice(1).join('/'))
  // It lies in the folder for the hosts, and is not published.
  .filter((file) => file !== HEADERS_FILE)
  .sort()

export const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
export const readJson = (file: string) => JSON.parse(read(file)) as Record<string, unknown>

export const PAGES = FILES.filter((file) => file.endsWith('.html'))

/** The address of a page: `about/index.html` is `/about/`. */
export const addressOf = (file: string) => `/${file.replace(/index\.html$/, '')}`

export const dom = (file: string) => parse(read(file), { comment: true })
