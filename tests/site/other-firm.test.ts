/** The site of another firm, with all that a firm can choose; `adopted.test.ts` has one without what can be left out. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type HTMLElement, parse } from 'node-html-parser'
import sharp from 'sharp'
import { describe, expect, inject, it } from 'vitest'
import { WORDS } from '../../src/words.ts'
import { accentColors } from '../../src/firm/look.ts'
import type { Lawyers } from '../../src/firm/lawyer.ts'
import { STATED_FILE } from '../../src/site.ts'
import { AREA, FOR_FUNCTIONS, LAWYER, NAME, NAVY, PORTRAIT_TEXT, textFile, VERIFIED, WIDE } from '../other-firm.ts'
import { rowsOf } from '../table.ts'
import { BASE, dataOf, filesIn } from './published.ts'

const OFFICE = { address: { street: '5 Court Street', city: 'Ocala' }, telephone: '+1-352-555-0199' }
const FOLDERS = ['', 'es/'] as const
/** The most that a picture may have, and how large the photograph is at least, bytes. */
const [SMALL, LARGE] = [200_000, 1_000_000]

const project = inject('otherFirm')

const file = (path = '') => join(project, 'dist', path)
const text = (path: string) => readFileSync(file(path), 'utf8')
const json = (path: string) => JSON.parse(text(path)) as Record<string, unknown>
const page = (path: string) => parse(text(path))
const texts = globSync('**/*.{html,md,txt,json}', { cwd: file() })

it('has the color of the firm in the stylesheets of site and desk, and not that of the sample', () => {
  const compact = (css: string) => css.replace(/\s+/g, '')
  const styles = ['desk.css', ...globSync('_astro/*.css', { cwd: file() })].map((path) => compact(text(path)))
  for (const css of styles) expect(css).not.toMatch(/#0b5a52|#9a3f1d/)
  const withColors = styles.filter((css) => css.includes('--accent:'))
  expect(withColors).toHaveLength(2)
  for (const css of withColors)
    for (const [token, { light, dark }] of Object.entries(accentColors(NAVY)))
      expect(css).toContain(`--${token}:var(--lightningcss-light,${light})var(--lightningcss-dark,${dark})`)
  expect(page('index.html').querySelector('meta[name=theme-color]')?.getAttribute('content')).toBe(NAVY)
})

it('shows a word mark in place of the name, and the initials where a word mark cannot be read', () => {
  for (const path of ['index.html', 'es/index.html', '404.html', `${AREA}/index.html`]) {
    const link = page(path).querySelector('.site-header .name')
    const image = link?.querySelector('img')
    expect(image?.attributes, path).toMatchObject({ src: '/logo.svg', alt: NAME, width: '260' })
    expect(link?.text.trim(), path).toMatch(/^Palatka (and|y) Ocala, FL$/)
  }
  expect(text('logo.svg')).toBe(WIDE)
  expect(text('favicon.svg')).not.toContain('<image')
  expect(text('favicon.svg')).toContain(NAVY)
})

it.each(FOLDERS)('shows a portrait, small, and the bar number: %j', async (folder) => {
  const [lawyer] = (json(`api/v1/${folder}lawyers`) as unknown as Lawyers).lawyers
  expect(lawyer).toMatchObject({ barNumber: '0123456', portraitText: PORTRAIT_TEXT[folder] })
  expect(statSync(file(new URL(lawyer?.portrait ?? '').pathname)).size).toBeGreaterThan(0)
  for (const [path, width, loading] of [
    [`${folder}${LAWYER}/`, 176, 'eager'],
    [`${folder}about/`, 96, 'lazy'],
    [folder, 160, 'eager'],
  ] as const) {
    const picture = page(`${path}index.html`).querySelector('main img')
    expect(picture?.attributes).toMatchObject({ alt: PORTRAIT_TEXT[folder], width: `${width}`, loading })
    expect(picture?.getAttribute('srcset')).toMatch(/^\S+\.webp 1x, \S+\.webp 2x$/)
    expect((await sharp(file(picture?.getAttribute('src'))).metadata()).width).toBe(width)
  }
  expect(dataOf(page(`${folder}${LAWYER}/index.html`))[1]).toMatchObject({
    image: lawyer?.portrait,
    identifier: { value: '0123456' },
  })
  expect(text(`${folder}${LAWYER}.md`)).toContain('0123456')
})

it('fills in its address and how long it keeps, in every form of a text', () => {
  const lacking = rowsOf('tests/site/other-firm.txt').flatMap(([path = '', ...all]) =>
    all.map((words) => words.replace('{base}', BASE)).filter((words) => !text(path).includes(words)),
  )
  expect(lacking).toEqual([])
  const left = /\{(base|retentionDays)\}|%7B(base|retentionDays)%7D/i
  expect(texts.filter((path) => left.test(text(path)))).toEqual([])
})

it('names both offices on every page, in structured data, and for programs', () => {
  const offices = [{ hours: expect.any(Array) }, OFFICE]
  expect(json('api/v1/firm')).toMatchObject({ address: { city: 'Palatka' }, offices })
  for (const [folder, and] of [
    ['', 'and'],
    ['es/', 'y'],
  ] as const) {
    const about = page(`${folder}about/index.html`)
    expect(about.querySelector('.site-header .place')?.text.trim()).toBe(`Palatka ${and} Ocala, FL`)
    for (const place of ['.site-footer', '.office']) {
      expect(about.querySelector(place)?.text).toContain('5 Court Street')
      expect(about.querySelector(`${place} a[href="tel:+1-352-555-0199"]`), place).toBeTruthy()
    }
    const things = page(`${folder}index.html`).querySelector('script[type="application/ld+json"]')?.text
    expect(things).toContain('"addressLocality":"Ocala"')
  }
  expect(text('llms.txt')).toContain('Offices in Palatka and Ocala, FL.')
})

it('names the company of its booking page, whose address only the functions get', () => {
  for (const path of ['privacy.md', 'es/privacy.md']) expect(text(path)).toContain('Bookable')
  for (const hidden of FOR_FUNCTIONS) expect(texts.filter((path) => text(path).includes(hidden))).toEqual([STATED_FILE])
  expect(text('privacy/index.html')).toContain('answer our e-mails by e-mail')
  expect(text('es/privacy/index.html')).toContain('responder a nuestros correos por correo')
  expect(text('openapi.json')).toContain('"booking_url"')
})

it('says on every page, in its text and in every header that the firm does not exist, and that nothing may be listed', () => {
  const spoken = (path: string) => WORDS[path.startsWith('es/') ? 'es' : 'en'].demonstration
  const pages = filesIn(file()).filter((path) => /^(?!admin\/).*\.html$/.test(path))
  for (const path of pages) {
    expect(page(path).querySelector('aside.demonstration')?.text, path).toBe(spoken(path))
    expect(page(path).querySelectorAll('meta[name=robots]'), path).toHaveLength(1)
  }
  for (const path of filesIn(file()).filter((one) => /(?<!SKILL)\.md$/.test(one)))
    expect(text(path), path).toContain(spoken(path))
  expect(text('_headers')).toMatch(
    /^\/\*\n( {2}.*\n)* {2}Demonstration: Demonstration\. .*\n {2}X-Robots-Tag: noindex$/m,
  )
  expect(json('api/v1/es/firm')['notices']).toMatchObject({ demonstration: WORDS.es.demonstration })
})

describe('the pictures of a text', () => {
  const shown = page(`${AREA}/index.html`).querySelectorAll('main img')
  /** Files of `srcset` by their width. */
  const candidates = (picture: HTMLElement | undefined) =>
    (picture?.getAttribute('srcset') ?? '')
      .split(', ')
      .map((one) => one.split(' '))
      .map(([address = '', width = '']) => [Number.parseInt(width), file(address)] as const)

  it('hold nothing of what the telephone wrote, and cost less than it did', async () => {
    expect(statSync(textFile(project, 'practice-areas/river.jpg')).size).toBeGreaterThan(LARGE)
    const files = candidates(shown[0])
    expect(files.map(([width]) => width)).toEqual([480, 800, 1240, 1600])
    for (const [width, path] of files) {
      const { format, exif, orientation, height } = await sharp(path).metadata()
      expect({ format, exif, orientation }, path).toEqual({ format: 'webp' })
      // Turned as the telephone was held, which `orientation` of the photograph says.
      expect(height, path).toBeGreaterThan(width)
    }
    const published = globSync('_astro/*', { cwd: file() })
    expect(published.filter((name) => name.endsWith('.jpg') || statSync(file(name)).size > SMALL)).toEqual([])
  })

  it('keep their places free; the first is loaded at once and the others when they come near', () => {
    const [first, again, map, plan] = shown.map(({ attributes }) => attributes)
    const size = { width: '1600', height: '2133' }
    const sizes = '(min-width: 48rem) 46rem, calc(100vw - 2rem)'
    const alt = 'The river “in May” & the mill'
    expect(first).toMatchObject({ ...size, sizes, loading: 'eager', decoding: 'async', alt })
    expect(again).toMatchObject({ ...size, sizes, loading: 'lazy', decoding: 'async', title: 'Seen again' })
    expect(again!['srcset']).toBe(first!['srcset'])
    for (const drawing of [map, plan]) expect(drawing).toMatchObject({ width: '1400', height: '700', loading: 'lazy' })
    expect(shown.every((picture) => !picture.hasAttribute('style'))).toBe(true)
  })

  it('stay sharp when they are drawings', async () => {
    const [width, widest] = candidates(shown[2]).at(-1)!
    expect(width).toBe(1400)
    const pixels = (path: string) => sharp(path).removeAlpha().raw().toBuffer()
    expect((await pixels(widest)).equals(await pixels(textFile(project, 'practice-areas/map.png')))).toBe(true)
    const plan = readFileSync(textFile(project, 'practice-areas/plan.svg'), 'utf8')
    expect(text(shown[3]!.getAttribute('src')!)).toBe(plan)
  })

  it('are words for programs, and no address that does not exist', () => {
    const { body } = json('api/v1/practice-areas/animal_law')
    for (const markdown of [text(`${AREA}.md`), text('llms-full.txt'), String(body)]) {
      expect(markdown).toContain('*The river "in May" & the mill*\n')
      expect(markdown).toContain('*The same river*\n')
      expect(markdown).not.toMatch(/river\.jpg|map\.png|plan\.svg/)
    }
  })
})

it('the web editor is published whole, nothing is left of an earlier one, no secret of the build is in it, and nothing leads to it', () => {
  const head = page('admin/index.html')
  expect(head.querySelector('script')?.getAttribute('src')).toBe('/admin/editor-script.js')
  expect(head.querySelector('link')?.getAttribute('href')).toBe('/admin/config.json')
  const program = text('admin/editor-script.js')
  const chunks = [...program.matchAll(/(?:from|import\()"\.\/([^"]+)"/g)].map(([, chunk = '']) => chunk)
  const fonts = [...program.matchAll(/assets\/[\w-]+\.woff2/g)].map(([font]) => font)
  for (const path of ['config.json', ...chunks, ...fonts]) expect(existsSync(file(`admin/${path}`)), path).toBe(true)
  expect(existsSync(file('admin/old.js'))).toBe(false)
  for (const path of filesIn(file('admin')))
    expect(text(`admin/${path}`), path).not.toMatch(/secret-(one|two|three|four|five)/)
  // Files prove whose site it is, and none is there of a setting that is empty.
  expect(text('.well-known/search-proof')).toBe('search: 1')
  expect(text('.well-known/mcp-registry-auth')).toBe(VERIFIED.MCP_REGISTRY_AUTH)
  for (const name of ['openai-apps-challenge', '.DS_Store'])
    expect(existsSync(file(`.well-known/${name}`)), name).toBe(false)
  expect(head.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex, nofollow')
  for (const path of ['sitemap.xml', 'llms.txt', 'llms-full.txt', 'index.html', 'about/index.html'])
    expect(text(path)).not.toContain('/admin')
  expect(text('robots.txt')).toContain('Disallow: /admin/')
})
