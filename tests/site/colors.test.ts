/**
 * The colors: every pair of text and ground that the stylesheets use can be read, in light and in dark.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync('src/styles/site.css', 'utf8')
const TOKENS = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
)

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function colorOf(name: string) {
  const color = TOKENS.get(name)
  if (!color) throw new Error(`There is no color --${name}.`)
  return color
}

function contrast(one: string, other: string, scheme: 'light' | 'dark'): number {
  const [dark = 0, light = 0] = [one, other].map((name) => luminance(colorOf(name)[scheme])).sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['paper', 'surface', 'sunk']
const TEXT = [
  ...['ink', 'soft', 'accent', 'clay', 'error', 'ok'].flatMap((text) => GROUNDS.map((ground) => [text, ground])),
  ['on-fill', 'fill'],
  ['on-fill', 'call'],
  ['ink', 'error-paper'],
  ['error', 'error-paper'],
  ['ink', 'ok-paper'],
  ['ok', 'ok-paper'],
  ['soft', 'ok-paper'],
] as [string, string][]
const PARTS = [...GROUNDS.map((ground) => ['control', ground]), ...GROUNDS.map((ground) => ['focus', ground])] as [
  string,
  string,
][]

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  it.each(TEXT)('%s on %s can be read: 5.5 to 1', (text, ground) =>
    expect(contrast(text, ground, scheme)).toBeGreaterThanOrEqual(5.5),
  )
  // WCAG 2.2, 1.4.11: what is no text, but must be seen.
  it.each(PARTS)('%s on %s can be seen: 3 to 1', (part, ground) =>
    expect(contrast(part, ground, scheme)).toBeGreaterThanOrEqual(3),
  )
})

it('are tokens, and stand nowhere else in the stylesheet', () => {
  const rest = css.replace(/:root \{[\s\S]*?\n\}/, '').replace(/@media print \{[\s\S]*?\n\}/, '')
  expect(rest.match(/#[0-9a-f]{3,6}\b(?!-)/gi)).toBeNull()
})

it.each(['src/layouts/Page.astro', 'src/build/share-card.ts', 'src/build/icon.ts'])(
  '%s, which no stylesheet reaches, uses the same ones',
  (file) => {
    const known = new Set([...TOKENS.values()].flatMap(({ light, dark }) => [light, dark]))
    const used = readFileSync(file, 'utf8').match(/#[0-9a-f]{6}\b/g) ?? []
    expect(used.length).toBeGreaterThan(0)
    for (const color of used) expect(known).toContain(color)
  },
)
