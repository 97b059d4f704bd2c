/** Lawyers: pages, cards and facts for programs; `other-firm.test.ts` has portraits, `adopted.test.ts` a firm without lawyers. */
import type { HTMLElement } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import type { Lawyers } from '../../src/firm/lawyer.ts'
import { languageOf } from '../../src/language.ts'
import { WORDS } from '../../src/words.ts'
import { BASE, dataOf, dom, read, readJson } from './published.ts'

const WREN = 'lawyers/wren-fennimarsh-example'
const ALDEN = 'lawyers/alden-marshgrass-example'
const lawyersIn = (folder: string) => (readJson(`api/v1/${folder}lawyers`) as Lawyers).lawyers
const cardsOf = (html: HTMLElement) =>
  html.querySelectorAll('.lawyers a, .faces a').map((link) => link.getAttribute('href'))

describe.each(['', 'es/'])('the lawyers of the sample, in the folder %j', (folder) => {
  const words = WORDS[languageOf(`/${folder}`)].lawyers

  it('have a page each, with their facts, and the same as Markdown', () => {
    const lawyers = lawyersIn(folder)
    expect(lawyers.map(({ url }) => url)).toEqual([WREN, ALDEN].map((path) => `${BASE}/${folder}${path}/`))
    for (const { url, name, role, admissions = [], languages } of lawyers) {
      const path = new URL(url).pathname.slice(1)
      const page = dom(`${path}index.html`)
      expect(page.querySelector('h1')?.text.trim()).toBe(name)
      const texts = [role, words.admitted, languages.join(', '), ...admissions]
      for (const text of texts) expect(page.querySelector('article')?.text, text).toContain(text)
      for (const text of texts) expect(read(`${path.slice(0, -1)}.md`), text).toContain(text)
      expect(page.querySelector('meta[name=description]')?.getAttribute('content')).toContain(`${name}, ${role}. `)
    }
  })

  it('stand below the page about the firm, in the menu and in the breadcrumbs', () => {
    const page = dom(`${folder}${ALDEN}/index.html`)
    expect(page.querySelector('nav [aria-current]')?.getAttribute('href')).toBe(`/${folder}about/`)
    const [crumbs, person] = dataOf(page)
    const items = ['', 'about/', `${ALDEN}/`].map((path) => ({ item: `${BASE}/${folder}${path}` }))
    expect(crumbs).toMatchObject({ itemListElement: items })
    expect(person).toMatchObject({ '@type': 'Person', worksFor: { '@id': `${BASE}/#firm` } })
    expect(person).not.toHaveProperty('identifier')
    expect(dataOf(dom(`${folder}index.html`))[0]?.employee).toMatchObject(
      lawyersIn(folder).map(({ name, url }) => ({ '@type': 'Person', name, url })),
    )
  })

  it('have cards: all about the firm, on the page of a practice area those who work there', () => {
    const all = [WREN, ALDEN].map((path) => `/${folder}${path}/`)
    const [animals, wills] = ['animal-law', 'wills-and-trusts'].map((area) => `practice-areas/${area}/`)
    const pages = ['', 'about/', animals, wills].map((path) => cardsOf(dom(`${folder}${path}index.html`)))
    expect(pages).toEqual([all, all, all.slice(0, 1), all.slice(1)])
    const portraits = dom(`${folder}about/index.html`).querySelectorAll('.portrait')
    expect(portraits.map((tag) => tag.getAttribute('alt')).join()).toMatch(
      /^(Drawing|Dibujo) .*(woman|mujer).*,(Drawing|Dibujo) .*(man|hombre)/,
    )
    for (const [file, list] of Object.entries({ 'about.md': all, 'practice-areas/animal-law.md': all.slice(0, 1) })) {
      const links = [...read(folder + file).matchAll(/\]\(http:\/\/localhost:8888(\/[^)]*lawyers\/[^)]*)\)/g)]
      expect(links.map(([, path]) => path)).toEqual(list)
    }
  })
})
