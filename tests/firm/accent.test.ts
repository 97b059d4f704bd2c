/** The firm's color: which can be read, what is said of the others, and the tones that follow from it. */
import { expect, it } from 'vitest'
import { Accent, accentColors, contrast, PAGE_COLORS, readableAccent, TEXT_CONTRAST } from '../../src/firm/look.ts'

const GROUNDS = [PAGE_COLORS.paper, PAGE_COLORS.surface, PAGE_COLORS.sunk, PAGE_COLORS['on-fill']]
const messageOf = (color: unknown) => Accent.safeParse(color).error?.issues.map(({ message }) => message)
/** Colors of one hue have the same: where each of red, green and blue lies between the least and the most. */
function hueOf(color: string): number[] {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const [least, most] = [Math.min(...parts), Math.max(...parts)]
  return parts.map((part) => (part - least) / (most - least || 1))
}
function expectSameHue(one: string, other: string): void {
  hueOf(one).forEach((part, index) => expect(part).toBeCloseTo(hueOf(other)[index] ?? -1, 1))
}

const READABLE = ['#0b5a52', '#9a3f1d', '#1f3a6e', '#7a1f3d', '#5b2a86', '#0000ff', '#000000', '#1F3A6E']
const TOO_LIGHT = ['#ff8800 2.0 #8f4d00', '#ffff00 1.0 #616100', '#ffffff 1.0 #5d5d5d'].map(
  (row) => row.split(' ') as [color: string, found: string, nearest: string],
)

it('computes contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
  expect(contrast('#0000ff', '#ffffff')).toBeCloseTo(8.59, 2)
})

it.each(TOO_LIGHT)('%s is refused with its contrast and the nearest color that passes', (color, found, nearest) => {
  expect(messageOf(color)).toEqual([
    `must be darker to be read: its contrast is ${found} to 1, and 5.5 is needed. The nearest color is "${nearest}"`,
  ])
  expectSameHue(nearest, color)
  const lowest = Math.min(...GROUNDS.map(({ light }) => contrast(nearest, light)))
  expect(lowest).toBeLessThan(TEXT_CONTRAST + 0.15)
})

it.each(['navy', '1f3a6e', '#1f3', '#1f3a6e80', '', null, 123456])('how to write a color: %j', (value) =>
  expect(messageOf(value)).toEqual(['must be a color of six digits in quotes, like "#1f3a6e"']),
)

it.each([...READABLE, ...TOO_LIGHT.map(([, , nearest]) => nearest)])('%s has readable tones of its hue', (color) => {
  expect([Accent.parse(color), readableAccent(color)]).toEqual([color, color])
  const colors = accentColors(color)
  for (const [token, tones] of Object.entries(colors)) {
    expect(tones.light, token).toBe(color)
    for (const theme of ['light', 'dark'] as const)
      for (const ground of GROUNDS)
        expect(contrast(tones[theme], ground[theme]), `${token} ${theme}`).toBeGreaterThanOrEqual(TEXT_CONTRAST)
  }
  const [text, fill] = [colors.accent.dark, colors.fill.dark]
  expectSameHue(text, color)
  expect(contrast(fill, '#000000')).toBeLessThan(contrast(text, '#000000'))
})
