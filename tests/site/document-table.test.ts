/**
 * The table of documents against what is published: every file for programs has a row, and one machine serves every row with
 * the headers that it promises.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Document, documentFile, DOCUMENTS } from '../../src/contract/documents.ts'
import { markdownPath, NOT_FOUND_MARKDOWN } from '../../src/contract/documents/markdown-path.ts'
import { CORS_HEADERS, SECURITY_HEADERS } from '../../src/http/respond.ts'
import { TRANSLATIONS, pathIn } from '../../src/language.ts'
import { FACTS } from '../../src/site.ts'
import { removeFolder, type RunningServer, startServer, temporaryFolder } from '../journeys/server.ts'
import { addressOf, FILES, PAGES } from './published.ts'

/** Pages, pictures, styles, fonts and the script of the form. */
const FOR_BROWSERS = /\.(html|png|webp|svg|css|woff2?|js)$/
/** Markdown of pages, and what only the functions read. */
const OTHERS = new Set([
  `/${NOT_FOUND_MARKDOWN}`,
  ...PAGES.map((page) => markdownPath(addressOf(page))),
  ...TRANSLATIONS.map((language) => pathIn(language, FACTS)),
])

const matcher = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace(':id', '[\\w-]+')}$`)
const FILE_ADDRESSES = FILES.map((file) => `/${file}`)
const ROW_FILES = new Set(DOCUMENTS.map(({ path }) => documentFile(path)))

/** Addresses of a row: of a pattern, those of its files. */
const addressesOf = ({ path }: Document) =>
  path.includes(':')
    ? FILE_ADDRESSES.filter((address) => matcher(path).test(address) && !ROW_FILES.has(address))
    : [path]

it('every file for programs has a row', () => {
  const patterns = [...ROW_FILES].map(matcher)
  const without = FILE_ADDRESSES.filter(
    (address) => !FOR_BROWSERS.test(address) && !OTHERS.has(address) && !patterns.some((row) => row.test(address)),
  )
  expect(without).toEqual([])
})

describe('one machine serves', () => {
  const dataDir = temporaryFolder()
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: dataDir })
    return () => server.end('SIGTERM')
  })
  afterAll(() => removeFolder(dataDir))

  it.each(DOCUMENTS)('$path as its row says', async (row) => {
    const addresses = addressesOf(row)
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) {
      expect(FILE_ADDRESSES).toContain(documentFile(address))
      const response = await fetch(server.base + address)
      const headers = Object.fromEntries(response.headers)
      expect([response.status, headers['content-type']], address).toEqual([200, row.type])
      expect(headers, address).toMatchObject(
        lowerCased({
          ...SECURITY_HEADERS,
          ...(row.cors && CORS_HEADERS),
          ...row.headers,
          'Cache-Control': `public, max-age=${row.cache}`,
        }),
      )
      expect((await response.text()).length, address).toBeGreaterThan(10)
      const unchanged = await fetch(server.base + address, { headers: { 'If-None-Match': headers.etag ?? '' } })
      expect([unchanged.status, await unchanged.text()], address).toEqual([304, ''])
    }
  })
})

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
