/** Colors of the site as `#rrggbb`, their contrast (WCAG 2.2), and mixes. */

export interface Themed {
  light: string
  dark: string
}

export const PAGE_COLORS = {
  paper: { light: '#faf8f3', dark: '#101917' },
  surface: { light: '#ffffff', dark: '#17221f' },
  sunk: { light: '#f0ece2', dark: '#0b1211' },
  ink: { light: '#16211f', dark: '#edebe3' },
  soft: { light: '#46524e', dark: '#b4bdb8' },
  line: { light: '#d8d2c4', dark: '#2e3b37' },
  accent: { light: '#0b5a52', dark: '#6fd0bf' },
  clay: { light: '#9a3f1d', dark: '#f0a283' },
  'on-fill': { light: '#ffffff', dark: '#101917' },
} as const satisfies Record<string, Themed>

/** Red, green and blue, 0 to 1. */
const partsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)

function luminance(color: string): number {
  const light = partsOf(color).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  const [red = 0, green = 0, blue = 0] = light
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @returns 1 for equal colors, up to 21 for black and white */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** @param part of the second color, 0 to 1. A mix with black or white keeps the hue. */
export function mixed(one: string, other: string, part: number): string {
  const others = partsOf(other)
  const parts = partsOf(one).map((from, index) => from + ((others[index] ?? 0) - from) * part)
  const hex = (value: number) =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${parts.map(hex).join('')}`
}
