/** The look that a firm may choose in `firm.md`: a color, from which the tones of the dark theme are computed, a logo and a drawing. */
import * as z from 'zod'
import { drawingField } from './content-fields.ts'
import colors from './page-colors.json' with { type: 'json' }

/** A color in the light and in the dark theme, as `#rrggbb`. */
export interface Themed {
  light: string
  dark: string
}

export const PAGE_COLORS = colors satisfies Record<string, Themed>

/** @returns red, green and blue, each from 0 to 1 */
const partsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)

function luminance(color: string): number {
  const light = partsOf(color).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  const [red = 0, green = 0, blue = 0] = light
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG 2.2. @returns 1 for equal colors, up to 21 for black and white */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** A mix with black or white keeps the hue. @param part the share of `other`, 0 to 1 */
function mixed(one: string, other: string, part: number): string {
  const others = partsOf(other)
  const parts = partsOf(one).map((from, index) => from + ((others[index] ?? 0) - from) * part)
  const hex = (value: number) =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${parts.map(hex).join('')}`
}

/** More than the 4.5 of WCAG 2.2 level AA. */
export const TEXT_CONTRAST = 5.5
/** In the dark theme, text is brighter than filled areas, because a large bright area would dazzle. */
const DARK_TEXT_CONTRAST = 8.5
const DARK_FILL_CONTRAST = 6.5

const BACKGROUNDS = [PAGE_COLORS.paper, PAGE_COLORS.surface, PAGE_COLORS.sunk, PAGE_COLORS['on-fill']]

/** @returns the contrast with the background (or text on a filled area) from which the color differs least */
const lowestContrast = (color: string, theme: keyof Themed): number =>
  Math.min(...BACKGROUNDS.map((background) => contrast(color, background[theme])))

const STEPS = 512

/** Adds as little of `end` as `passes` requires. @param end black or white, which must pass */
function toned(color: string, end: string, passes: (tone: string) => boolean): string {
  let step = 0
  while (step < STEPS && !passes(mixed(color, end, step / STEPS))) step++
  return mixed(color, end, step / STEPS)
}

/** @returns the nearest darker tone that is readable in the light theme; the color itself if it is readable */
export function readableAccent(color: string): string {
  const isReadable = (tone: string) => lowestContrast(tone, 'light') >= TEXT_CONTRAST
  return isReadable(color) ? color : toned(color, '#000000', isReadable)
}

/** @param accent readable in the light theme */
export function accentColors(accent: string): Record<'accent' | 'clay' | 'fill' | 'call', Themed> {
  const lit = (least: number) => toned(accent, '#ffffff', (tone) => lowestContrast(tone, 'dark') >= least)
  const text = { light: accent, dark: lit(DARK_TEXT_CONTRAST) }
  const fill = { light: accent, dark: lit(DARK_FILL_CONTRAST) }
  return { accent: text, clay: text, fill, call: fill }
}

export const accentOrDefault = (accent: string | undefined): Record<'accent' | 'clay', Themed> =>
  accent === undefined ? PAGE_COLORS : accentColors(accent)

const FORM = 'must be a color of six digits in quotes, like "#1f3a6e"'

export const Accent = z
  .string(FORM)
  .regex(/^#[0-9a-fA-F]{6}$/, { error: FORM, abort: true })
  .superRefine((color, check) => {
    const nearest = readableAccent(color)
    if (nearest === color) return
    const found = lowestContrast(color, 'light').toFixed(1)
    check.addIssue({
      code: 'custom',
      message: `must be darker to be read: its contrast is ${found} to 1, and ${TEXT_CONTRAST} is needed. The nearest color is "${nearest}"`,
    })
  })

/** The `format` in the JSON Schema of a field tells the web editor how to show the field. */
export const COLOR_FORMAT = 'color'
export const IMAGE_FORMAT = 'image'

const LOGO_FORM = 'must be the name of an SVG or PNG file beside firm.md, like logo.svg'

export const LOOK_FIELDS = {
  accent: Accent.optional().meta({
    description: 'Color of links, buttons and the icon, like "#1f3a6e"; if left out, cypress green and clay red.',
    format: COLOR_FORMAT,
  }),
  logo: z
    .string(LOGO_FORM)
    .regex(/^(\.\/)?[\w-][\w.-]*\.(svg|png)$/, LOGO_FORM)
    .optional()
    .meta({
      description:
        'File of the logo, SVG or PNG, beside firm.md; if left out, the icon shows the initials of the firm.',
      format: IMAGE_FORMAT,
    }),
  drawing: drawingField('Drawing of the home page, by its name in content/README.md.'),
}
