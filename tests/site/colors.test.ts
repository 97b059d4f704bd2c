/**
 * The colors: every pair of text and ground that the stylesheets use can be read, in light and in dark.
 */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withAccent } from '../../src/build/firm-colors.ts'
import { readableAccent } from '../../src/firm/look.ts'
import { PAGE_COLORS } from '../../src/firm/color.ts'

const css = readFileSync('src/styles/site.css', 'utf8')
const tokensOf = (styles: string) =>
  new Map(
    [...styles.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name = '', light = '', dark = '']) => [
      name,
      { light, dark },
    ]),
  )
const TOKENS = tokensOf(css)
/** What firms may choose, of all hues; null is the default. */
const ACCENTS = [
  null,
  '#1f3a6e',
  '#7a1f3d',
  '#5b2a86',
  '#000000',
  ...['#ff8800', '#00ff00', '#00ffff', '#ff00ff'].map(readableAccent),
]

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function colorOf(name: string, tokens: Tokens) {
  const color = tokens.get(name)
  if (!color) throw new Error(`There is no color --${name}.`)
  return color
}

type Tokens = ReturnType<typeof tokensOf>

function contrast(one: string, other: string, scheme: 'light' | 'dark', tokens: Tokens): number {
  const [dark = 0, light = 0] = [one, other]
    .map((name) => luminance(colorOf(name, tokens)[scheme]))
    .sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['paper', 'surface', 'sunk']
const pairs = (names: string[], least: number) =>
  names.flatMap((name) => GROUNDS.map((ground) => [name, ground, least] as const))
/** What is read or seen, its ground, and the least contrast: for what is no text, but must be seen, that of WCAG 2.2, 1.4.11. */
const PAIRS = [
  ...pairs(['ink', 'soft', 'accent', 'clay', 'error', 'ok'], 5.5),
  ['on-fill', 'fill', 5.5],
  ['on-fill', 'call', 5.5],
  ['ink', 'error-paper', 5.5],
  ['error', 'error-paper', 5.5],
  ['ink', 'ok-paper', 5.5],
  ['ok', 'ok-paper', 5.5],
  ['soft', 'ok-paper', 5.5],
  ...pairs(['control', 'focus'], 3),
] as const

describe.each(ACCENTS)('with the color %s', (accent) => {
  const tokens = accent === null ? TOKENS : tokensOf(withAccent(css, accent))
  it.each(['light', 'dark'] as const)('all can be read and seen in %s', (scheme) => {
    expect(PAIRS.filter(([one, ground, least]) => contrast(one, ground, scheme, tokens) < least)).toEqual([])
  })
})

it('are tokens, and stand nowhere else in the stylesheets', () => {
  const rest = (css + readFileSync('src/styles/forms.css', 'utf8'))
    .replace(/:root \{[\s\S]*?\n\}/, '')
    .replace(/@media print \{[\s\S]*?\n\}/, '')
  expect(rest.match(/#[0-9a-f]{3,6}\b(?!-)/gi)).toBeNull()
})

it('are the same where no stylesheet reaches', () => {
  const inFull = (color = '') =>
    color.length === 4 ? `#${[...color.slice(1)].map((part) => part + part).join('')}` : color
  for (const [name, { light, dark }] of Object.entries(PAGE_COLORS)) {
    const token = TOKENS.get(name)
    expect([light, dark], name).toEqual([inFull(token?.light), inFull(token?.dark)])
  }
  const files = globSync(['src/{build,layouts,components,pages}/**/*.{ts,astro}'])
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) expect(readFileSync(file, 'utf8').match(/#[0-9a-f]{6}\b/g), file).toBeNull()
})
