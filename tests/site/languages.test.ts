/**
 * The languages: each page that has a translation says so, leads to it, and is led back; shared pages have a card.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageOf, pathIn, plainPath } from '../../src/language.ts'
import { addressOf, dom, FILES, FOLDER, PAGES, read, readJson } from './published.ts'

const BASE = 'http://localhost:8888'
const found = PAGES.filter((file) => !dom(file).querySelector('meta[name=robots]'))
const alternatesOf = (file: string) =>
  new Map(
    dom(file)
      .querySelectorAll('link[hreflang]')
      .map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
  )
const translated = found.filter((file) => alternatesOf(file).size > 0)

it('are both there for home, practice areas, contact, questions and notices', () => {
  const spanish = translated.map(addressOf).filter((path) => path.startsWith('/es/'))
  for (const path of [
    '/es/',
    '/es/contact/',
    '/es/faq/',
    '/es/privacy/',
    '/es/disclaimer/',
    '/es/practice-areas/animal-law/',
  ])
    expect(spanish).toContain(path)
  expect(translated).toHaveLength(spanish.length * 2)
})

describe.each(translated)('%s', (file) => {
  const path = addressOf(file)

  it('names itself, its translation and English for everybody else, as its translation does', () => {
    const alternates = alternatesOf(file)
    expect(alternates.get(languageOf(path))).toBe(BASE + path)
    expect(alternates.get('x-default')).toBe(BASE + plainPath(path))
    const other = alternates.get(languageOf(path) === 'es' ? 'en' : 'es')?.slice(BASE.length) ?? ''
    expect([...alternatesOf(`${other.slice(1)}index.html`)]).toEqual([...alternates])
    expect(dom(file).querySelector('header a.language')?.getAttribute('href')).toBe(other)
    for (const [, url] of alternates) expect(read('sitemap.xml')).toContain(`href="${url}"`)
  })

  it('links within its language wherever it can', () => {
    if (languageOf(path) !== 'es') return
    for (const link of dom(file).querySelectorAll('a[href^="/"]')) {
      const href = link.getAttribute('href') ?? ''
      const inSpanish = PAGES.includes(`${pathIn('es', href).slice(1)}index.html`)
      if (languageOf(href) === 'en' && !link.classList.contains('language')) expect(inSpanish, href).toBe(false)
    }
  })
})

it('the facts are there in Spanish, with the members that they have in English', () => {
  const english = FILES.filter((file) => /^api\/v1\/(firm|faq|practice-areas\/.+)$/.test(file))
  expect(english.length).toBeGreaterThan(5)
  const links = (readJson('api/v1/index.json').links as { href: string }[]).map(({ href }) => href)
  for (const file of english) {
    const spanish = file.replace('/v1/', '/v1/es/')
    expect(Object.keys(readJson(spanish)), file).toEqual(Object.keys(readJson(file)))
    expect(read(spanish), file).not.toBe(read(file))
    expect(links).toContain(`${BASE}/${spanish.replace('/index.json', '')}`)
  }
  expect(readJson('api/v1/es/firm').notices).toMatchObject({ inquiry: expect.stringMatching(/abogado/) })
})

it('every page that may be shared has a card of its own, small enough', () => {
  for (const file of found) {
    const picture =
      dom(file)
        .querySelector('meta[property="og:image"]')
        ?.getAttribute('content')
        ?.slice(BASE.length + 1) ?? ''
    expect(FILES, file).toContain(picture)
    expect(statSync(join(FOLDER, picture)).size).toBeLessThan(100_000)
  }
})

it('the script of the form has at most 3 KB', () => {
  expect(statSync(join(FOLDER, 'form.js')).size).toBeLessThan(3_000)
})

it('the script of the opening hours has less than 1 KB', () => {
  expect(statSync(join(FOLDER, 'open.js')).size).toBeLessThan(1024)
})
