/** Rules for every firm's site: links, names, notices, current wording, structured data, nothing from elsewhere, no secret. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HTMLElement, parse } from 'node-html-parser'
import type { Firm } from '../../src/firm/firm.ts'
import type { Surface } from '../../src/firm/notices.ts'
import type { StatedSettings } from '../../src/firm/published-facts.ts'
import { REWRITES } from '../../src/contract/documents.ts'
import { type Language, languageOf } from '../../src/language.ts'
import { matchRoutes } from '../../src/routes.ts'
import { factPath, STATED_FILE } from '../../src/site.ts'
import { missingIn } from '../carried-notices.ts'
import { olderIn } from '../commands/content/edited-content.ts'
import { htmlFaults } from '../html-faults.ts'
import { addressOf, filesIn, isPage } from './published.ts'

function answeredIn(folder: string): (pathname: string) => boolean {
  const published = new Set(filesIn(folder).map((file) => `/${file}`))
  const isPublished = (pathname: string) => published.has(pathname)
  const stated = JSON.parse(readFileSync(join(folder, STATED_FILE), 'utf8')) as StatedSettings
  return (pathname) => {
    const path = decodeURI(pathname)
    if (published.has(REWRITES.get(path) ?? path) || published.has(`${path}index.html`)) return true
    const route = ['GET', 'POST'].flatMap((method) => matchRoutes(method, path, isPublished, stated)).at(0)
    return route !== undefined && !['not-found', 'missing-fact'].includes(route)
  }
}

/** The addresses leave out the folder of the language. */
const WITH_NOTICES: Readonly<Record<string, Surface>> = {
  '/contact/': 'contactPage',
  '/thanks/': 'thanksPage',
  '/status/': 'statusPage',
}

/** @param base address for which the folder was built @returns a line for each fault */
export async function faultsOfSite(folder: string, base: string): Promise<string[]> {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const firmIn = (language: Language) => JSON.parse(read(factPath(language, '/firm').slice(1))) as Firm
  const leadsSomewhere = answeredIn(folder)
  const faults: string[] = []
  const files = filesIn(folder)
  for (const file of files.filter(isPage)) {
    const fault = (what: string) => faults.push(`${file}: ${what}`)
    const [page, address] = [parse(read(file)), addressOf(file)]
    const language = languageOf(address)
    const firm = firmIn(language)
    for (const element of page.querySelectorAll('[href], [src], [action]')) {
      const target = ['href', 'src', 'action'].map((name) => element.getAttribute(name)).find((each) => each) ?? ''
      const url = new URL(target, base + address)
      if (url.origin !== base && !/^(https|mailto|tel):$/.test(url.protocol)) fault(`links to ${target}`)
      if (url.origin !== base) continue
      if (!leadsSomewhere(url.pathname)) fault(`links to ${url.pathname}`)
      const isHere = url.hash && url.pathname === address
      if (isHere && !page.querySelector(decodeURIComponent(url.hash))) fault(`links to ${url.hash}`)
    }
    faultsOfLoading(page).forEach(fault)
    faultsOfOutline(page, language).forEach(fault)
    const footer = page.querySelector('footer')?.text ?? ''
    const says = [firm.name, firm.address.city].every((words) => footer.includes(words))
    if (!says || !page.querySelector('title')?.text.includes(firm.name)) fault('does not name the firm and its city')
    const surface = WITH_NOTICES[address.replace(/^\/es\//, '/')]
    const markdown = surface === 'contactPage' ? read(`${file.replace('/index.html', '')}.md`) : undefined
    if (markdown !== undefined)
      missingIn(markdown, 'contactMarkdown', firm).forEach((notice) => fault(`lacks in Markdown the notice ${notice}`))
    if (surface) missingIn(page.text, surface, firm).forEach((notice) => fault(`lacks the notice ${notice}`))
    const data = page.querySelector('script[type="application/ld+json"]')?.text
    const [thing] = JSON.parse(data ?? '[]') as { '@type'?: string; name?: string }[]
    const isHome = /^\/(es\/)?$/.test(address)
    if (isHome && (thing?.['@type'] !== 'LegalService' || thing.name !== firm.name))
      fault('has no structured data of the firm')
  }
  for (const file of files.filter((name) =>
    /^(api|\.well-known|mcp)\/|^(openapi\.json|auth\.md|llms.*\.txt)$/.test(name),
  )) {
    for (const [origin] of read(file).matchAll(/https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?/g))
      if (origin !== base) faults.push(`${file}: names ${origin}`)
    for (const [found] of read(file).matchAll(new RegExp(`${base}[^\\s"')\\\\<>\`]*|(?<=\\]\\()/[^)\\s]*`, 'g'))) {
      const { pathname } = URL.parse(found.replace(/[.,;:]+$/, ''), base) ?? { pathname: found }
      if (!leadsSomewhere(pathname)) faults.push(`${file}: names ${pathname}`)
    }
  }
  for (const file of files) {
    if (/\.map$|(^|\/)\.(?!well-known)/.test(file)) faults.push(`${file}: is not to be published`)
    if (/\.(html|md|txt|json)$/.test(file)) faults.push(...olderIn(read(file)).map((what) => `${file}: ${what}`))
    if (/"d":\s*"[\w-]{40,}"|pepper|PRIVATE KEY|FRONT_DESK_/.test(read(file))) faults.push(`${file}: holds a secret`)
  }
  return faults
}

/** html-validate takes long, so this is for a firm whose pages no other test looks at. */
export async function htmlFaultsOfSite(folder: string): Promise<string[]> {
  const pages = filesIn(folder).filter(isPage)
  const found = await Promise.all(pages.map((file) => htmlFaults(readFileSync(join(folder, file), 'utf8'), file)))
  return found.filter(Boolean)
}

/** A page loads nothing from another site, runs no script but that of the opening hours, and holds no style of its own. */
function faultsOfLoading(page: HTMLElement): string[] {
  const scripts = page
    .querySelectorAll('script')
    .filter((script) => script.getAttribute('type') !== 'application/ld+json')
    .map((script) => `${script.getAttribute('src')} ${script.text}`)
  const lines = page.querySelectorAll('[data-open]')
  const isForeign = (element: HTMLElement) => {
    const addresses = ['href', 'src', 'srcset'].flatMap((name) => element.getAttribute(name)?.split(', ') ?? [])
    return addresses.length === 0 || addresses.some((address) => !address.startsWith('/'))
  }
  const foreign = page.querySelectorAll('link[rel=stylesheet], link[rel=icon], img, source').filter(isForeign)
  const embedded = page.querySelectorAll('iframe, object, embed, style, [style], [autofocus]')
  return [
    ...(lines.length < 2 && scripts.join() === lines.map(() => '/open.js ').join() ? [] : [`runs ${scripts.join()}`]),
    ...[...foreign, ...embedded].map((element) => `has ${element.toString().slice(0, 100)}`),
  ]
}

function faultsOfOutline(page: HTMLElement, language: Language): string[] {
  const rules: [string, boolean][] = [
    ['its language', page.querySelector('html')?.getAttribute('lang') === language],
    ['a description', (page.querySelector('meta[name=description]')?.getAttribute('content')?.length ?? 0) > 10],
    ['a way to skip to its main part', page.querySelector('a.skip')?.getAttribute('href') === '#main'],
    ['one main part', page.querySelectorAll('main#main').length === 1],
    ['a telephone number in its header', page.querySelector('header a[href^="tel:"]') !== null],
  ]
  return rules.filter(([, isKept]) => !isKept).map(([what]) => `lacks ${what}`)
}
