/** A published folder as tests read it: that of the project, or of another firm. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type HTMLElement, parse } from 'node-html-parser'
import { publishedPaths } from '../../src/hosts/published.ts'

export const BASE = 'http://localhost:8888'
export const FOLDER = 'dist'

/** Paths of all files that a folder publishes, without a leading slash. */
export const filesIn = (folder: string): string[] =>
  publishedPaths(folder)
    .map((path) => path.slice(1))
    .sort()

export const FILES = filesIn(FOLDER)

export const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
export const readJson = (file: string) => JSON.parse(read(file)) as Record<string, unknown>

export const isPage = (file: string) => file.endsWith('.html')
export const PAGES = FILES.filter(isPage)

/** The address of a page: `about/index.html` is `/about/`. */
export const addressOf = (file: string) => `/${file.replace(/index\.html$/, '')}`

export const dom = (file: string) => parse(read(file), { comment: true })

export const dataOf = (page: HTMLElement) =>
  JSON.parse(page.querySelector('script[type="application/ld+json"]')?.text ?? '[]') as Record<string, unknown>[]

export const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)

/** @returns what is wrong by a schema of `tests/contract/schemas`; empty when nothing is */
export function schemaFaults(schema: string, document: object): string {
  const text = readFileSync(`tests/contract/schemas/${schema}.schema.json`, 'utf8')
  return ajv.validate(JSON.parse(text) as object, document) ? '' : ajv.errorsText()
}
