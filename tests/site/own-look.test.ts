/**
 * The site of a firm with a color and a logo of its own, and without the drawings of the sample.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accentColors } from '../../src/firm/accent.ts'
import { htmlFaults } from '../html-faults.ts'
import { removeFolder } from '../journeys/server.ts'
import { buildOtherFirm, NAME, NAVY, SIGN, WIDE } from '../other-firm.ts'
import { FILES, read } from './published.ts'

const wide = (text: string) => text.replace(/\s+/g, '')

describe.each([
  { shape: 'a sign', logo: SIGN, alt: '', name: NAME, width: '38' },
  { shape: 'a word', logo: WIDE, alt: NAME, name: '', width: '260' },
])('with $shape as its logo', ({ logo, alt, name, width }) => {
  let project: string
  beforeAll(() => {
    project = buildOtherFirm(logo)
  })
  afterAll(() => removeFolder(project))
  const published = (file = '') => join(project, 'dist', file)
  const text = (file: string) => readFileSync(published(file), 'utf8')
  const page = (file: string) => parse(text(file))

  it('the stylesheets of site and desk have its color, and not that of the sample', () => {
    const styles = ['desk.css', ...globSync('_astro/*.css', { cwd: published() })].map((file) => wide(text(file)))
    for (const css of styles) expect(css).not.toMatch(/#0b5a52|#9a3f1d/)
    const withColors = styles.filter((css) => css.includes('light-dark('))
    expect(withColors).toHaveLength(2)
    for (const css of withColors)
      for (const [token, { light, dark }] of Object.entries(accentColors(NAVY)))
        expect(css).toContain(`--${token}:light-dark(${light},${dark})`)
    expect(page('index.html').querySelector('meta[name=theme-color]')?.getAttribute('content')).toBe(NAVY)
  })

  it.each(['index.html', 'es/index.html', '404.html', 'practice-areas/animal-law/index.html'])(
    'the header of %s shows the logo, and names the firm once',
    (file) => {
      const link = page(file).querySelector('.site-header .name')
      const image = link?.querySelector('img')
      expect(image?.attributes).toMatchObject({ src: '/logo.svg', alt, width })
      expect(link?.childNodes.map(({ text: own }) => own.trim()).join('|')).toContain(name)
      expect(`${image?.getAttribute('alt')}${link?.text}`.split('Lund')).toHaveLength(2)
      expect(link?.querySelector('.place')?.text.trim()).toBe('Palatka, FL')
    },
  )

  it('publishes the logo as it is, and valid pages', async () => {
    expect(text('logo.svg')).toBe(logo)
    expect(await htmlFaults(text('index.html'))).toBe('')
  })

  it('shows a neutral drawing on every page, and none of the river', () => {
    const drawn = [
      'index.html',
      'about/index.html',
      'claim/index.html',
      'practice-areas/animal-law/index.html',
      'problems/index.html',
    ]
    for (const file of drawn) expect(page(file).querySelector('.drawing')?.classNames, file).toBe('drawing horizon')
  })

  it('keeps the look out of what programs read', () => {
    const fields = Object.keys(JSON.parse(text('api/v1/firm')) as object)
    expect(fields).toContain('name')
    expect(fields.filter((field) => ['accent', 'logo', 'drawing'].includes(field))).toEqual([])
  })

  it('has the logo or the initials as its icon, in each kind of icon, and on share pictures', async () => {
    const isSign = alt === ''
    expect(text('favicon.svg').includes('<image')).toBe(isSign)
    for (const file of ['favicon.png', 'apple-touch-icon.png', 'og/about.png']) {
      const { data, info } = await sharp(published(file))
        .toColorspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const colors = new Set(
        Array.from({ length: info.width * info.height }, (_, at) =>
          data
            .readUIntBE(at * 3, 3)
            .toString(16)
            .padStart(6, '0'),
        ),
      )
      const isLogo = isSign || file.startsWith('og')
      expect([colors.has('c8862a'), colors.has(NAVY.slice(1))], file).toEqual([
        isLogo,
        !isLogo || file.startsWith('og'),
      ])
    }
  })
})

it('the sample has no logo, and its heron', () => {
  expect(FILES.filter((file) => file.startsWith('logo'))).toEqual([])
  expect(parse(read('index.html')).querySelector('.site-header .name img')).toBeNull()
  expect(parse(read('index.html')).querySelector('.drawing')?.classNames).toBe('drawing heron')
})

it('no code but the table of drawings and its names knows of herons, besides what looks for the sample', () => {
  const files = globSync(['src/**/*.{ts,astro,css}'], { exclude: ['src/commands/content/sample.ts'] })
  const found = files.filter((file) => /heron/i.test(readFileSync(file, 'utf8')))
  expect(found.sort()).toEqual(['src/build/drawings.ts', 'src/firm/drawing-names.ts'])
})
