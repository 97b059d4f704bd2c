/** The languages: each page that has a translation says so, leads to it, and is led back; shared pages have a card. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageOf, pathIn, plainPath } from '../../src/language.ts'
import { addressOf, BASE, dom, FILES, FOLDER, PAGES, read, readJson } from './published.ts'

const found = PAGES.filter((file) => !dom(file).querySelector('meta[name=robots]'))
const alternatesOf = (file: string) =>
  new Map(
    dom(file)
      .querySelectorAll('link[hreflang]')
      .map(({ attributes: { hreflang, href } }) => [hreflang, href]),
  )
const translated = found.filter((file) => alternatesOf(file).size > 0)

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
  const english = FILES.filter((file) => /^api\/v1\/(firm|lawyers|faq|practice-areas\/.+)$/.test(file))
  expect(english.length).toBeGreaterThan(5)
  const links = (readJson('api/v1/index.json').links as { href: string }[]).map(({ href }) => href)
  for (const file of english) {
    const spanish = file.replace('/v1/', '/v1/es/')
    expect(Object.keys(readJson(spanish)), file).toEqual(Object.keys(readJson(file)))
    expect(read(spanish), file).not.toBe(read(file))
    expect(links).toContain(`${BASE}/${spanish.replace('/index.json', '')}`)
  }
  expect(readJson('api/v1/es/firm').notices).toMatchObject({ inquiry: expect.stringMatching(/cliente/) })
})

it('every page that may be shared has a card of its own, small enough', () => {
  for (const file of found) {
    const address = dom(file).querySelector('meta[property="og:image"]')?.getAttribute('content')
    const picture = address?.slice(BASE.length + 1) ?? ''
    expect(FILES, file).toContain(picture)
    expect(statSync(join(FOLDER, picture)).size).toBeLessThan(100_000)
  }
})

const textsOf = (file: string) =>
  (dom(file).querySelector('footer')?.structuredText ?? '')
    .split(/\n| {2,}/)
    .map((text) => text.trim())
    .filter((text) => /\p{L}/u.test(text))
/** What is the same in each language: name, address, e-mail, and the address of the site. */
const RECORDS = /^(Heron Landing Law, P\.A\.|114 Example Landing Street, Palatka, FL\s32177|\S+@\S+|https?:\S+)$/

it('the footer of a Spanish page has no text that is in the footer of English pages', () => {
  const english = textsOf('index.html').filter((text) => !RECORDS.test(text))
  expect(english).toEqual(expect.arrayContaining(['The office', 'Accessibility', 'For AI agents']))
  for (const file of PAGES.filter((name) => name.startsWith('es/')))
    expect([file, ...textsOf(file).filter((text) => english.includes(text))]).toEqual([file])
})
