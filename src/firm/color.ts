/**
 * Colors of the form `#rrggbb`: those of the site, their contrast (WCAG 2.2), and the same hue lighter or darker, in the OKLCH space
 * (Björn Ottosson, https://bottosson.github.io/posts/oklab/, and CSS Color 4, section 9.4).
 */

/** A color in each theme, `#rrggbb`. */
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

interface Oklch {
  /** 0 is black, 1 is white. */
  lightness: number
  /** 0 is gray; about 0.3 is the strongest that a screen shows. */
  chroma: number
  /** Radians. */
  hue: number
}

/** A color and a ground, or a matrix row: three parts. */
type Parts = readonly [number, number, number]

const times = (rows: readonly Parts[], [a, b, c]: Parts): Parts => {
  const [one = 0, two = 0, three = 0] = rows.map(([x, y, z]) => x * a + y * b + z * c)
  return [one, two, three]
}

/** Red, green and blue, 0 to 1, as amounts of light. */
function linear(color: string): Parts {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return [red, green, blue]
}

/** @param light amounts of light; what a screen cannot show is cut off */
const written = (light: Parts): string =>
  `#${light
    .map((part) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055))
    .map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`

function luminance(color: string): number {
  const [red, green, blue] = linear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @returns 1 (the same) to 21 (black and white) */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const LIGHT_TO_CONES: readonly Parts[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const CONES_TO_LAB: readonly Parts[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const LAB_TO_CONES: readonly Parts[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const CONES_TO_LIGHT: readonly Parts[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

/** @param color `#rrggbb` */
export function toOklch(color: string): Oklch {
  const [l, m, s] = times(LIGHT_TO_CONES, linear(color))
  const [lightness, a, b] = times(CONES_TO_LAB, [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)])
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** How far outside of 0 to 1 an amount of light may be: rounding takes that away. */
const ROUNDED = 0.0005
const CHROMA_STEP = 0.002

/** @returns `#rrggbb`; where no screen shows so much chroma, with as much as one shows */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  const [l, m, s] = times(LAB_TO_CONES, [lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)])
  const light = times(CONES_TO_LIGHT, [l ** 3, m ** 3, s ** 3])
  const isShown = light.every((part) => part >= -ROUNDED && part <= 1 + ROUNDED)
  if (isShown || chroma === 0) return written(light)
  return fromOklch({ lightness, chroma: Math.max(0, chroma - CHROMA_STEP), hue })
}
