/** Every published file for programs has a row, and one machine serves every row with the headers that it promises. */
import { expect, inject, it } from 'vitest'
import { documentFile, DOCUMENTS, publishedDocuments } from '../../src/contract/documents.ts'
import { markdownPath, NOT_FOUND_MARKDOWN } from '../../src/contract/documents/markdown-path.ts'
import { CORS_HEADERS, OWN_SCRIPT, SECURITY_HEADERS } from '../../src/http/respond.ts'
import { INQUIRY_APP_FILE, REPLIES_FILE, STATED_FILE } from '../../src/site.ts'
import { addressOf, FILES, PAGES } from './published.ts'

const FOR_BROWSERS = /\.(html|png|webp|avif|svg|css|woff2?|js)$/
/** Only functions read these; a function answers at their addresses. */
const FOR_FUNCTIONS = [REPLIES_FILE, STATED_FILE, INQUIRY_APP_FILE].map((file) => `/${file}`)
const TWINS = PAGES.map((page) => markdownPath(addressOf(page)))
const OTHERS = new Set([...FOR_FUNCTIONS, ...TWINS, `/${NOT_FOUND_MARKDOWN}`])

const matcher = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace(':id', '[\\w-]+')}$`)
const FILE_ADDRESSES = FILES.map((file) => `/${file}`)
const ROW_FILES = new Set(DOCUMENTS.map(({ path }) => documentFile(path)))

it('every file for programs has a row', () => {
  const patterns = [...ROW_FILES].map(matcher)
  const without = FILE_ADDRESSES.filter(
    (address) => !FOR_BROWSERS.test(address) && !OTHERS.has(address) && !patterns.some((row) => row.test(address)),
  )
  expect(without).toEqual([])
})

const server = inject('site')

it.each(publishedDocuments(new Set(FILE_ADDRESSES)))('one machine serves $path', async ({ path, ...row }) => {
  expect(FILE_ADDRESSES).toContain(documentFile(path))
  const response = await fetch(server.base + path)
  const headers = Object.fromEntries(response.headers)
  expect([response.status, headers['content-type']]).toEqual([200, row.type])
  const own = { ...(row.cors && CORS_HEADERS), ...row.headers, 'Cache-Control': `public, max-age=${row.cache}` }
  expect(headers).toMatchObject(lowerCased({ ...SECURITY_HEADERS, ...OWN_SCRIPT, ...own }))
  const text = await response.text()
  expect(text.length).toBeGreaterThan(10)
  expect(text).not.toMatch(/\bundefined\b|\[object Object\]|\bNaN\b/)
  const unchanged = await fetch(server.base + path, { headers: { 'If-None-Match': headers.etag ?? '' } })
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
})

it.each(FOR_FUNCTIONS)('one machine serves not %s: it asks to sign in', async (file) => {
  expect(FILE_ADDRESSES).toContain(file)
  const response = await fetch(server.base + file, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/desk/sign-in'])
  expect(await response.text()).not.toMatch(/\{name\}|retentionDays/)
})

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
