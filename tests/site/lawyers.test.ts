/**
 * The lawyers: a page for each, cards where a reader looks for them, and the same facts for programs. Also with a portrait and a bar
 * number, which the sample has not, and of a firm that lists no lawyers.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Lawyers } from '../../src/firm/lawyer.ts'
import { languageOf } from '../../src/language.ts'
import { WORDS } from '../../src/views/words.ts'
import { htmlFaults } from '../html-faults.ts'
import { removeFolder } from '../journeys/server.ts'
import { copyProject } from '../project-copy.ts'
import { dom, FILES, PAGES, read, readJson } from './published.ts'

const BASE = 'http://localhost:8888'
const WREN = 'lawyers/wren-fennimarsh-example'
const ALDEN = 'lawyers/alden-marshgrass-example'
const FOLDERS = ['', 'es/']
const TEXT = { '': 'Wren at the window.', 'es/': 'Wren junto a la ventana.' }

const lawyersIn = (folder: string) => (readJson(`api/v1/${folder}lawyers`) as Lawyers).lawyers
const dataOf = (html: ReturnType<typeof parse>) =>
  JSON.parse(html.querySelector('script[type="application/ld+json"]')?.text ?? '[]') as Record<string, unknown>[]
const cardsOf = (html: ReturnType<typeof parse>) =>
  html.querySelectorAll('.lawyers a').map((link) => link.getAttribute('href'))

describe.each(FOLDERS)('the lawyers of the sample, in the folder %j', (folder) => {
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
    expect((crumbs?.itemListElement as { item: string }[]).map(({ item }) => item)).toEqual(
      ['', 'about/', `${ALDEN}/`].map((path) => `${BASE}/${folder}${path}`),
    )
    expect(person).toMatchObject({ '@type': 'Person', worksFor: { '@id': `${BASE}/#firm` } })
    expect(person).not.toHaveProperty('identifier')
    expect(dataOf(dom(`${folder}index.html`))[0]?.employee).toMatchObject(
      lawyersIn(folder).map(({ name, url }) => ({ '@type': 'Person', name, url })),
    )
  })

  it('have cards: all about the firm, on the page of a practice area those who work there', () => {
    const all = [WREN, ALDEN].map((path) => `/${folder}${path}/`)
    expect(cardsOf(dom(`${folder}about/index.html`))).toEqual(all)
    expect(cardsOf(dom(`${folder}practice-areas/animal-law/index.html`))).toEqual(all.slice(0, 1))
    expect(cardsOf(dom(`${folder}practice-areas/wills-and-trusts/index.html`))).toEqual(all.slice(1))
    const initials = dom(`${folder}about/index.html`).querySelectorAll('.initials')
    expect(initials.map((tag) => [tag.text.trim(), tag.getAttribute('aria-hidden')])).toEqual([
      ['WF', 'true'],
      ['AM', 'true'],
    ])
    for (const [file, list] of [
      ['about.md', all],
      ['practice-areas/animal-law.md', all.slice(0, 1)],
    ] as const) {
      const links = [...read(folder + file).matchAll(/\]\(http:\/\/localhost:8888(\/[^)]*lawyers\/[^)]*)\)/g)]
      expect(links.map(([, path]) => path)).toEqual(list)
    }
  })
})

it('programs and search engines find the lawyers', () => {
  for (const folder of FOLDERS)
    for (const { url } of lawyersIn(folder)) expect(read('sitemap.xml')).toContain(`<loc>${url}</loc>`)
  for (const { name, url, role, body } of lawyersIn('')) {
    expect(read('llms.txt')).toContain(`- [${name}](${url.slice(0, -1)}.md): ${role}`)
    expect(read('llms-full.txt')).toContain(`# ${name}\n\n${body.split('\n')[0]}`)
  }
  const { paths } = readJson('openapi.json') as {
    paths: Record<string, { get: { responses: Record<string, object> } }>
  }
  expect(paths['/api/v1/lawyers']?.get.responses['200']).toMatchObject({
    content: { 'application/json': { example: { lawyers: [{ name: lawyersIn('')[0]?.name }] } } },
  })
  expect(FILES).toContain(`og/es/${WREN}.png`)
})

describe('another firm', () => {
  let project: string
  const published = (file: string) => readFileSync(join(project, 'dist', file), 'utf8')
  /** @returns what it said */
  const build = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/commands/build.ts'], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, SITE_URL: BASE, CMS_REPO: '' },
    })
    expect(status, stderr).toBe(0)
    return stdout + stderr
  }
  beforeAll(() => {
    project = copyProject()
    return () => removeFolder(project)
  })

  it('shows a portrait, small and in each language, and the bar number', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
    const portrait = sharp({ create: { width: 1200, height: 1500, channels: 3, background: '#777', noise } }).jpeg()
    await portrait.toFile(join(project, 'content/sample/lawyers/wren.jpg'))
    for (const folder of ['', 'es/'] as const) {
      const file = join(project, `content/sample/${folder}${WREN}.md`)
      const lines = `${folder ? '' : 'portrait: ./wren.jpg\n'}portraitText: ${TEXT[folder]}\nbarNumber: "0123456"\nadmitted:`
      writeFileSync(file, readFileSync(file, 'utf8').replace('admitted:', lines))
    }
    build()
    for (const folder of ['', 'es/'] as const) {
      const [lawyer] = (JSON.parse(published(`api/v1/${folder}lawyers`)) as Lawyers).lawyers
      expect(lawyer).toMatchObject({ barNumber: '0123456', portraitText: TEXT[folder] })
      expect(statSync(join(project, 'dist', new URL(lawyer?.portrait ?? '').pathname)).size).toBeGreaterThan(0)
      for (const [path, width, loading] of [
        [`${folder}${WREN}/`, 272, 'eager'],
        [`${folder}about/`, 96, 'lazy'],
      ] as const) {
        const html = published(`${path}index.html`)
        const [picture, ...more] = parse(html).querySelectorAll('img')
        expect(more).toEqual([])
        expect(picture?.attributes).toMatchObject({ alt: TEXT[folder], width: `${width}`, loading })
        expect(picture?.getAttribute('srcset')).toMatch(/^\S+\.webp 1x, \S+\.webp 2x$/)
        const { pathname } = new URL(picture?.getAttribute('src') ?? '', BASE)
        expect((await sharp(join(project, 'dist', pathname)).metadata()).width).toBe(width)
        expect(await htmlFaults(html, path)).toBe('')
      }
      expect(dataOf(parse(published(`${folder}${WREN}/index.html`)))[1]).toMatchObject({
        image: lawyer?.portrait,
        identifier: { value: '0123456' },
      })
      expect(published(`${folder}${WREN}.md`)).toContain('0123456')
    }
  })

  it('that lists none has no cards, and an empty list in the API', () => {
    for (const folder of FOLDERS) rmSync(join(project, `content/sample/${folder}lawyers`), { recursive: true })
    expect(build()).not.toMatch(/WARN|does not exist/)
    for (const folder of FOLDERS) {
      expect(JSON.parse(published(`api/v1/${folder}lawyers`))).toEqual({ lawyers: [] })
      for (const page of ['about', 'practice-areas/animal-law'])
        expect(published(`${folder}${page}/index.html`)).not.toContain('id="lawyers"')
      expect(dataOf(parse(published(`${folder}index.html`)))[0]).not.toHaveProperty('employee')
    }
    expect(published('llms.txt')).not.toContain('Fennimarsh-Example](')
    expect(PAGES.filter((file) => file.includes('lawyers/'))).toHaveLength(4)
    for (const text of [published('sitemap.xml'), published('about.md')]) expect(text).not.toContain('/lawyers/')
  })
})
