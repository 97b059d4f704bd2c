/** The look that a firm may choose in `firm.md`: its color for the light theme, from which the dark tones follow, its logo and drawing. */
import * as z from 'zod'
import { contrast, mixed, PAGE_COLORS, type Themed } from './color.ts'
import { drawingField } from './content-fields.ts'

/** WCAG 2.2, AA asks for 4.5. */
export const TEXT_CONTRAST = 5.5
/** In the dark theme, text may glow a little, but a large area must not. */
const DARK_TEXT_CONTRAST = 8.5
const DARK_FILL_CONTRAST = 6.5

const GROUNDS = [PAGE_COLORS.paper, PAGE_COLORS.surface, PAGE_COLORS.sunk, PAGE_COLORS['on-fill']]

/** Measured against the ground on which the color is hardest to read. */
const lowestContrast = (color: string, theme: keyof Themed): number =>
  Math.min(...GROUNDS.map((ground) => contrast(color, ground[theme])))

const STEPS = 512
const [BLACK, WHITE] = ['#000000', '#ffffff']

/** `end` is black or white, and must pass. */
function toned(color: string, end: string, passes: (tone: string) => boolean): string {
  let step = 0
  while (step < STEPS && !passes(mixed(color, end, step / STEPS))) step++
  return mixed(color, end, step / STEPS)
}

/** Keeps the hue. A readable color stays as it is. */
export function readableAccent(color: string): string {
  const isReadable = (tone: string) => lowestContrast(tone, 'light') >= TEXT_CONTRAST
  return isReadable(color) ? color : toned(color, BLACK, isReadable)
}

/** The color must be readable in the light theme. */
export function accentColors(accent: string): Record<'accent' | 'clay' | 'fill' | 'call', Themed> {
  const lit = (least: number) => toned(accent, WHITE, (tone) => lowestContrast(tone, 'dark') >= least)
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

/** The web editor shows a field by the `format` of its JSON Schema. */
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
