/** The colors: every pair of text and ground that the stylesheets use can be read, in light and in dark. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withAccent } from '../../src/build/firm-colors.ts'
import { contrast, PAGE_COLORS, readableAccent } from '../../src/firm/look.ts'
import { FILES, read } from './published.ts'

const css = readFileSync('src/styles/site.css', 'utf8')
const tokensOf = (styles: string) =>
  new Map(
    styles
      .matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)
      .map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
  )
const TOKENS = tokensOf(css)
const BRIGHT = ['#ff8800', '#00ff00', '#00ffff', '#ff00ff']
/** null is the default. */
const ACCENTS = [null, '#1f3a6e', '#7a1f3d', '#5b2a86', '#000000', ...BRIGHT.map(readableAccent)]

type Tokens = ReturnType<typeof tokensOf>

const inFull = (color = '') =>
  color.length === 4 ? `#${[...color.slice(1)].map((part) => part + part).join('')}` : color

function contrastOf(names: readonly string[], scheme: 'light' | 'dark', tokens: Tokens): number {
  const [one = '', other = ''] = names.map((name) => inFull(tokens.get(name)?.[scheme]))
  if (!one || !other) throw new Error(`There is no color of one of these names: ${names.join()}.`)
  return contrast(one, other)
}

const GROUNDS = ['paper', 'surface', 'sunk']
const pairs = (names: string[], least: number) =>
  names.flatMap((name) => GROUNDS.map((ground) => [name, ground, least] as const))
/** What is read or seen, its ground, and the least contrast: for what is no text, but must be seen, that of WCAG 2.2, 1.4.11. */
const PAIRS = [
  ...pairs(['ink', 'soft', 'accent', 'clay', 'error', 'ok'], 5.5),
  ...['fill', 'call'].map((ground) => ['on-fill', ground, 5.5] as const),
  ...['ink', 'error'].map((name) => [name, 'error-paper', 5.5] as const),
  ...['ink', 'ok', 'soft'].map((name) => [name, 'ok-paper', 5.5] as const),
  ...pairs(['control', 'focus'], 3),
] as const

it.each(ACCENTS)('with the color %s all can be read and seen', (accent) => {
  const tokens = accent === null ? TOKENS : tokensOf(withAccent(css, accent))
  for (const scheme of ['light', 'dark'] as const)
    expect(PAIRS.filter(([one, ground, least]) => contrastOf([one, ground], scheme, tokens) < least)).toEqual([])
})

it('are tokens, and stand nowhere else in the stylesheets', () => {
  const rest = (css + readFileSync('src/styles/forms.css', 'utf8'))
    .replace(/:root \{[\s\S]*?\n\}/, '')
    .replace(/@media print \{[\s\S]*?\n\}/, '')
  expect(rest.match(/#[0-9a-f]{3,6}\b(?!-)/gi)).toBeNull()
})

it('are the same where no stylesheet reaches', () => {
  for (const [name, { light, dark }] of Object.entries(PAGE_COLORS)) {
    const token = TOKENS.get(name)
    expect([light, dark], name).toEqual([inFull(token?.light), inFull(token?.dark)])
  }
  const files = globSync(['src/{build,layouts,components,pages}/**/*.{ts,astro}'])
  expect(files.length).toBeGreaterThan(40)
  for (const file of files) expect(readFileSync(file, 'utf8').match(/#[0-9a-f]{6}\b/g), file).toBeNull()
})

it('are written out for browsers of 2021, which do not know light-dark()', () => {
  const styles = FILES.filter((file) => file.endsWith('.css'))
  expect(styles).toContain('desk.css')
  for (const file of styles) expect(read(file), file).not.toMatch(/light-dark\(|color-mix\(|oklch\(/)
  for (const scheme of ['light', 'dark']) expect(read('desk.css')).toContain(`--lightningcss-${scheme}:`)
  // Nor selectors that Chrome 87 does not know, or that count for more than what was written.
  for (const file of styles) expect(read(file), file).not.toMatch(/:-(webkit|moz)-any\(/)
  for (const file of styles.filter((one) => one !== 'desk.css')) expect(read(file), file).not.toContain(':is(')
})
