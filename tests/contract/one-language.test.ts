/**
 * A firm without a translation: on a site in one language, nothing for programs names another.
 */
import { expect, it } from 'vitest'
import { DOCUMENTS, documentFile, isDocument, publishedDocuments } from '../../src/contract/documents.ts'
import { llmsTxt } from '../../src/contract/documents/llms-txt.ts'
import { openapi } from '../../src/contract/openapi.ts'
import { apiIndex } from '../../src/contract/operations.ts'
import { LANGUAGES } from '../../src/language.ts'
import { AREAS, BASE, FIRM } from '../test-desk.ts'

const SPANISH = /\/es\/|hreflang|Spanish|"es"/
const ONE = ['en'] as const
const IDS = AREAS.map(({ id }) => id)
const SITE = {
  base: BASE,
  firm: FIRM,
  areas: AREAS,
  lawyers: [],
  faq: [],
  pages: [{ title: 'A page', path: '/a.md', description: 'A page.' }],
}

it('the description of the API, its index and llms.txt name Spanish only where the site has it', () => {
  expect(JSON.stringify(openapi(BASE, FIRM, AREAS, { languages: ONE }))).not.toMatch(SPANISH)
  expect(JSON.stringify(openapi(BASE, FIRM, AREAS, { languages: LANGUAGES }))).toMatch(SPANISH)
  expect(JSON.stringify(apiIndex('Firm', BASE, new Map([['en', IDS]])))).not.toMatch(SPANISH)
  expect(JSON.stringify(apiIndex('Firm', BASE, new Map(LANGUAGES.map((tag) => [tag, IDS]))))).toMatch(SPANISH)
  const text = llmsTxt({ ...SITE, languages: ONE })
  expect(text).not.toMatch(SPANISH)
  expect(text).not.toContain('\n\n\n')
  expect(llmsTxt({ ...SITE, languages: LANGUAGES })).toMatch(SPANISH)
})

it('the index of the API links to every fact in the one language', () => {
  const { links } = apiIndex('Firm', BASE, new Map([['en', IDS]]))
  for (const path of ['/api/v1/firm', '/api/v1/faq', ...IDS.map((id) => `/api/v1/practice-areas/${id}`)])
    expect(links.map(({ href }) => href)).toContain(BASE + path)
})

it('published documents are only those whose files are there, and link to no other', () => {
  const inEnglish = DOCUMENTS.filter(({ language = 'en' }) => language === 'en')
  const files = [...inEnglish.map(({ path }) => documentFile(path)), ...IDS.map((id) => `/api/v1/practice-areas/${id}`)]
  const published = publishedDocuments(new Set(files))
  expect(JSON.stringify(published.map(({ path, headers }) => [path, headers]))).not.toMatch(SPANISH)
  for (const file of files.filter((path) => !path.includes(':')))
    expect(published.map(({ path }) => documentFile(path))).toContain(file)
})

it.each(['/api/v1/es/firm', '/api/v1/es/practice-areas/animal_law', '/api/v1/es/faq'])('%s is no document', (path) => {
  expect(isDocument(path, ONE)).toBe(false)
  expect(isDocument(path, LANGUAGES)).toBe(true)
  expect(isDocument(path.replace('/es', ''), ONE)).toBe(true)
})
