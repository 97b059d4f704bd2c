/**
 * The pages and documents of the build carry the notices of their rows, in each language that they have.
 */
import { describe, expect, it } from 'vitest'
import { documentFile, DOCUMENTS } from '../../src/contract/documents.ts'
import type { Firm } from '../../src/firm/firm.ts'
import { DOCUMENT_NOTICES, type PAGE_NOTICES } from '../../src/firm/notices.ts'
import { type Language, LANGUAGES, pathIn } from '../../src/language.ts'
import { factPath } from '../../src/site.ts'
import { missingIn, textsIn } from '../carried-notices.ts'
import { dom, read, readJson } from './published.ts'

const firmIn = (language: Language) => readJson(factPath(language, '/firm').slice(1)) as unknown as Firm

const FILES: Readonly<Record<keyof typeof PAGE_NOTICES, string>> = {
  contactPage: '/contact/index.html',
  contactMarkdown: '/contact.md',
  thanks: '/thanks/index.html',
  thanksPage: '/thanks/index.html',
  statusPage: '/status/index.html',
}

describe.each(LANGUAGES)('in the language %s', (language) => {
  it.each(Object.entries(FILES) as [keyof typeof PAGE_NOTICES, string][])('%s has its notices', (surface, path) => {
    const file = pathIn(language, path).slice(1)
    const text = file.endsWith('.html') ? dom(file).text : read(file)
    expect(missingIn(text, surface, firmIn(language))).toEqual([])
    for (const other of LANGUAGES.filter((one) => one !== language))
      expect(missingIn(text, surface, firmIn(other))).not.toEqual([])
  })

  it('the Markdown twin of the form says what to know before it says where to send', () => {
    const text = read(pathIn(language, '/contact.md').slice(1))
    const { notices } = firmIn(language)
    for (const notice of [notices.urgent, notices.inquiry, notices.confidentiality, notices.telephone])
      expect(text.indexOf(notice)).toBeLessThan(text.indexOf('`POST '))
  })
})

it.each(Object.keys(DOCUMENT_NOTICES) as (keyof typeof DOCUMENT_NOTICES)[])(
  'the document %s has its notices',
  (name) => {
    const paths = DOCUMENTS.filter(({ render }) => render === name).map(({ path }) => documentFile(path).slice(1))
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) {
      const text = read(path)
      const plain = text.startsWith('{') ? textsIn(JSON.parse(text)) : text
      expect(missingIn(plain, name, firmIn('en')), path).toEqual([])
    }
  },
)
