/** The pages: valid HTML, what each of them owes a reader, a search engine and The Florida Bar, and how their languages lead to each other. */
import { describe, expect, it } from 'vitest'
import type { Firm } from '../../src/firm/firm.ts'
import { hoursInWords } from '../../src/firm/opening-hours.ts'
import { parse } from 'node-html-parser'
import { languageOf, pathIn, englishPath } from '../../src/language.ts'
import type { RouteName } from '../../src/routes.ts'
import { PATHS } from '../../src/site.ts'
import { desk, useDesk, VALID_FORM } from '../test-desk.ts'
import { WORDS } from '../../src/words.ts'
import { faultsOfSite, htmlFaultsOfSite } from './crawl.ts'
import { addressOf, dataOf, dom, FOLDER, PAGES, read, readJson, BASE, FILES } from './published.ts'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const thingsOf = (file: string) => dataOf(dom(file)) as { '@type': string; itemListElement?: { item: string }[] }[]

it('structured data tells on every other page where it is', () => {
  for (const file of PAGES.filter((name) => !/^(es\/)?index\.html$/.test(name))) {
    const address = dom(file).querySelector('link[rel=canonical]')?.getAttribute('href')
    if (address) expect(thingsOf(file)[0]?.itemListElement?.at(-1)?.item, file).toBe(address)
  }
  expect(thingsOf('practice-areas/animal-law/index.html')[0]?.itemListElement).toHaveLength(3)
})

it('structured data has on each page that may be found its day, which is that of the sitemap', () => {
  const days = [...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc><lastmod>([^<]+)</g)]
  expect(days.length).toBeGreaterThan(20)
  for (const [, url = '', day] of days) {
    const file = `${new URL(url).pathname.slice(1)}index.html`
    const page = thingsOf(file).find((thing) => thing['@type'] === 'WebPage')
    const inLanguage = dom(file).querySelector('html')?.getAttribute('lang')
    expect(page, file).toMatchObject({ url, dateModified: day, inLanguage })
  }
  expect(read('problems/index.html')).not.toContain('dateModified')
})

const areas = PAGES.filter((name) => /^(es\/)?practice-areas\/.+\//.test(name))
it.each(areas)('%s says that it is no advice, and so does its Markdown', (file) => {
  expect(areas.length).toBeGreaterThan(7)
  const { generalInformation } = WORDS[languageOf(`/${file}`)]
  expect(dom(file).querySelector('article .text > p')?.text).toBe(generalInformation)
  expect(read(file.replace('/index.html', '.md')).split('\n')).toContain(generalInformation)
})

it('the page of problems has one address, and no search engine lists it', () => {
  const page = dom('problems/index.html')
  const addresses = page.querySelectorAll('link[rel=canonical]').map((tag) => tag.getAttribute('href'))
  expect(addresses).toEqual([`${BASE}/problems/`])
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  expect(page.querySelector('meta[property="og:image"]')).toBeNull()
})

it.each([
  ['', 'en', 'Monday to Friday, 8:30\u00a0a.m. to 5:00\u00a0p.m.'],
  ['es/', 'es', 'De lunes a viernes, de 8:30\u00a0a.\u00a0m. a 5:00\u00a0p.\u00a0m.'],
] as const)('the opening hours stand at the foot, with what to do after them: %j', (folder, language, words) => {
  const facts = readJson(`api/v1/${folder}firm`) as unknown as Firm
  expect(hoursInWords(facts, language)).toEqual([words])
  expect(facts.afterHours?.length).toBeGreaterThan(20)
  const foot = dom(`${folder}practice-areas/animal-law/index.html`).querySelector('footer')?.text
  for (const part of [words, facts.afterHours]) expect(foot).toContain(part)
})

/** The most words between menu and foot, or in the mail; and two things that a person must not read too often on the way to the status. */
const WAYS = [
  ['en', [320, 130, 110, 110, 90], /not our client/g, /(time is short|deadline soon\?)[^.]*\bcall/gi],
  ['es', [350, 140, 120, 120, 100], /no es cliente nuestro/g, /(si es urgente|plazo cercano\?)[^.]*\bll[aá]m/gi],
] as const
const RELATION = { en: 'not create an attorney-client relationship', es: 'no crea una relación de abogado y cliente' }

describe('form, thanks, receipt, status and claim', () => {
  useDesk()
  it.each(WAYS)('are short, and repeat no warning too often: %s', async (language, most, notClient, call) => {
    const own = { read: async (path: string) => read(path) }
    Object.assign(desk.service, { published: own, firm: readJson('api/v1/firm') })
    const textOf = async (route: RouteName, path: string, init?: RequestInit) => {
      const main = parse(await (await desk.send(route, path, init)).text()).querySelector('main')
      main?.querySelectorAll('script, [aria-hidden]').forEach((element) => element.remove())
      return main?.structuredText ?? ''
    }
    const contact = pathIn(language, PATHS.contact)
    const form = await textOf('contact', contact)
    const body = new URLSearchParams({ ...VALID_FORM, language })
    const sent = await desk.send('contact', contact, { method: 'POST', body })
    const receipt = desk.mails.find(({ to }) => to === VALID_FORM.email)?.text ?? ''
    const headers = { Accept: 'text/html', Cookie: sent.headers.getSetCookie().join('; ') }
    const thanks = await textOf('thanks', sent.headers.get('location') ?? '', { headers })
    const status = await textOf('status', new URL(/https:\S+/.exec(receipt)?.[0] ?? '').pathname, { headers })
    const texts = [form, thanks, receipt, status, await textOf('claim', pathIn(language, PATHS.claim))]
    const counts = texts.map((text) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length)
    const isRight = (count: number, index: number) => count > 40 && count <= (most[index] ?? 0)
    expect(counts.every(isRight), counts.join()).toBe(true)
    const way = texts.slice(0, 4).join('\n').replace(/\s+/g, ' ')
    expect(way.match(notClient)).toHaveLength(2)
    expect(way.match(call)).toHaveLength(3)
    for (const text of [form, thanks, receipt]) expect(text.replace(/\s+/g, ' ')).toContain(RELATION[language])
  })
})

it('the site links every telephone number of its texts, so that it can be tapped', () => {
  const numbers = (file: string, selector: string) =>
    dom(file)
      .querySelectorAll(selector)
      .flatMap(({ text }) => text.match(/\(\d{3}\)\s\d{3}-\d{4}/g) ?? []).length
  const pages = PAGES.filter((file) => numbers(file, 'main') > 0)
  expect(pages.length).toBeGreaterThan(10)
  for (const file of pages) expect(numbers(file, 'main a[href^="tel:"]'), file).toBe(numbers(file, 'main'))
})

it('each page of the site has a title of its own', () => {
  // The name of a lawyer is the same in every language.
  const titles = PAGES.map((file) => `${languageOf(addressOf(file))} ${dom(file).querySelector('title')?.text}`)
  expect(new Set(titles).size).toBe(PAGES.length)
})

it('the site says nothing real: domains under .example, telephone numbers with 555-01xx', () => {
  for (const file of PAGES) {
    for (const [, domain] of read(file).matchAll(/mailto:[^"@]+@([^"?]+)["?]/g)) expect(domain).toMatch(/\.example$/)
    for (const [, number] of read(file).matchAll(/tel:([^"]+)"/g)) expect(number).toMatch(/^\+1-\d{3}-555-01\d\d$/)
  }
})

it('no page and no document has a fault', async () => {
  expect(await faultsOfSite(FOLDER, BASE)).toEqual([])
  expect(await htmlFaultsOfSite(FOLDER)).toEqual([])
})

const found = PAGES.filter((file) => !dom(file).querySelector('meta[name=robots]'))
const alternatesOf = (file: string) => {
  const links = dom(file).querySelectorAll('link[hreflang]')
  return new Map(links.map(({ attributes: { hreflang, href } }) => [hreflang, href]))
}
const translated = found.filter((file) => alternatesOf(file).size > 0)

it.each(translated)(
  '%s leads to its translation, to English for everybody else, and links within its language',
  (file) => {
    const path = addressOf(file)
    const alternates = alternatesOf(file)
    expect(alternates.get(languageOf(path))).toBe(BASE + path)
    expect(alternates.get('x-default')).toBe(BASE + englishPath(path))
    const other = alternates.get(languageOf(path) === 'es' ? 'en' : 'es')?.slice(BASE.length) ?? ''
    expect([...alternatesOf(`${other.slice(1)}index.html`)]).toEqual([...alternates])
    expect(dom(file).querySelector('header a.language')?.getAttribute('href')).toBe(other)
    for (const [, url] of alternates) expect(read('sitemap.xml')).toContain(`href="${url}"`)
    if (languageOf(path) !== 'es') return
    for (const link of dom(file).querySelectorAll('a[href^="/"]:not(.language)')) {
      const href = link.getAttribute('href') ?? ''
      const inSpanish = PAGES.includes(`${pathIn('es', href).slice(1)}index.html`)
      if (languageOf(href) === 'en') expect(inSpanish, href).toBe(false)
    }
  },
)

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
