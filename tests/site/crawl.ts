/**
 * What every firm's site must be, whatever it says: links that lead somewhere, valid pages that name the firm, the notices of each
 * surface, and structured data.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import type { Firm } from '../../src/firm/firm.ts'
import type { Surface } from '../../src/firm/surface-notices.ts'
import { readSiteRules } from '../../src/hosts/site-rules.ts'
import { HEADERS_FILE } from '../../src/hosts/static-headers.ts'
import { type Language, languageOf } from '../../src/language.ts'
import { matchRoutes } from '../../src/routes.ts'
import { factPath } from '../../src/site.ts'
import { missingIn } from '../carried-notices.ts'
import { htmlFaults } from '../html-faults.ts'
import { addressOf, filesIn, isPage } from './published.ts'

/**
 * Whether a request for an address is answered with something.
 * @param folder what is published
 */
export async function answeredIn(folder: string): Promise<(pathname: string) => boolean> {
  const rules = await readSiteRules('netlify.toml', join(folder, HEADERS_FILE))
  const published = new Set(filesIn(folder).map((file) => `/${file}`))
  const isPublished = (pathname: string) => published.has(pathname)
  return (pathname) => {
    const path = decodeURI(pathname)
    if (published.has(rules.rewrite(path)) || published.has(`${path}index.html`)) return true
    const route = ['GET', 'POST'].flatMap((method) => matchRoutes(method, path, isPublished)).at(0)
    return route !== undefined && route !== 'not-found'
  }
}

/** Pages that carry notices, by the address without the folder of the language. */
const WITH_NOTICES: Readonly<Record<string, Surface>> = {
  '/contact/': 'contactPage',
  '/thanks/': 'thanksPage',
  '/status/': 'statusPage',
}

/**
 * Looks at every page and document.
 * @param folder what is published
 * @param base the address for which it was built
 * @returns what is wrong, one line each
 */
export async function faultsOfSite(folder: string, base: string): Promise<string[]> {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const firmIn = (language: Language) => JSON.parse(read(factPath(language, '/firm').slice(1))) as Firm
  const leadsSomewhere = await answeredIn(folder)
  const faults: string[] = []
  const files = filesIn(folder)
  for (const file of files.filter(isPage)) {
    const fault = (what: string) => faults.push(`${file}: ${what}`)
    const [page, address] = [parse(read(file)), addressOf(file)]
    const language = languageOf(address)
    const firm = firmIn(language)
    const html = await htmlFaults(read(file), file)
    if (html) fault(html)
    for (const element of page.querySelectorAll('[href], [src], [action]')) {
      const target = ['href', 'src', 'action'].map((name) => element.getAttribute(name)).find((each) => each) ?? ''
      const url = new URL(target, base + address)
      if (url.origin === base && !leadsSomewhere(url.pathname)) fault(`links to ${url.pathname}`)
    }
    const footer = page.querySelector('footer')?.text ?? ''
    const says = [firm.name, firm.address.city].every((words) => footer.includes(words))
    if (!says || !page.querySelector('title')?.text.includes(firm.name)) fault('does not name the firm and its city')
    const surface = WITH_NOTICES[address.replace(/^\/es\//, '/')]
    if (surface) missingIn(page.text, surface, firm).forEach((notice) => fault(`lacks the notice ${notice}`))
    const data = page.querySelector('script[type="application/ld+json"]')?.text
    const [thing] = JSON.parse(data ?? '[]') as { '@type'?: string; name?: string }[]
    const isHome = /^\/(es\/)?$/.test(address)
    if (isHome && (thing?.['@type'] !== 'LegalService' || thing.name !== firm.name))
      fault('has no structured data of the firm')
  }
  for (const file of files.filter((name) => /^(api|\.well-known)\/|^(openapi\.json|auth\.md|llms\.txt)$/.test(name)))
    for (const [text] of read(file).matchAll(new RegExp(`${base}[^\\s"')\\\\<>\`]*`, 'g'))) {
      const { pathname } = new URL(text.replace(/[.,;:]+$/, ''))
      if (!leadsSomewhere(pathname)) faults.push(`${file}: names ${pathname}`)
    }
  return faults
}
