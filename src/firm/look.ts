/**
 * The look of the site, as far as it is the firm's: fields of `firm.md` that no program reads. Of the firm's own color (links, buttons,
 * the icon, and the touches of color in drawings) one is written, for the light theme; that for the dark theme is a lighter tone of
 * it. Without one, the site is cypress green, with clay red for calling.
 */
import * as z from 'zod'
import { contrast, mixed, PAGE_COLORS, type Themed } from './color.ts'
import { drawingField } from './content-fields.ts'

/** The least contrast of text on every ground of the site: more than the 4.5 of WCAG 2.2, AA. */
export const TEXT_CONTRAST = 5.5
/** The contrasts of the dark tones: text may glow a little, a large area must not. */
const DARK_TEXT_CONTRAST = 8.5
const DARK_FILL_CONTRAST = 6.5

const GROUNDS = [PAGE_COLORS.paper, PAGE_COLORS.surface, PAGE_COLORS.sunk, PAGE_COLORS['on-fill']]

/** The contrast of a color with the ground on which it is hardest to read. */
const lowestContrast = (color: string, theme: keyof Themed): number =>
  Math.min(...GROUNDS.map((ground) => contrast(color, ground[theme])))

const STEPS = 512
const [BLACK, WHITE] = ['#000000', '#ffffff']

/** The first color that passes on the way to black or white, which passes. */
function toned(color: string, end: string, passes: (tone: string) => boolean): string {
  let step = 0
  while (step < STEPS && !passes(mixed(color, end, step / STEPS))) step++
  return mixed(color, end, step / STEPS)
}

/** The nearest color of the same hue that can be read in the light theme: the color itself if that can. */
export function readableAccent(color: string): string {
  const isReadable = (tone: string) => lowestContrast(tone, 'light') >= TEXT_CONTRAST
  return isReadable(color) ? color : toned(color, BLACK, isReadable)
}

/** Tokens of the stylesheet that a firm's color replaces. */
type AccentToken = 'accent' | 'clay' | 'fill' | 'call'

/** The colors of the site that follow from the firm's, if that can be read. */
export function accentColors(accent: string): Record<AccentToken, Themed> {
  const lit = (least: number) => toned(accent, WHITE, (tone) => lowestContrast(tone, 'dark') >= least)
  const text = { light: accent, dark: lit(DARK_TEXT_CONTRAST) }
  const fill = { light: accent, dark: lit(DARK_FILL_CONTRAST) }
  return { accent: text, clay: text, fill, call: fill }
}

/** The colors of pictures: those of the firm, or the default ones. */
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

/** How the web editor shows a field, as the `format` of its JSON Schema. */
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
