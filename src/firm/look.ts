/**
 * The look of the site, as far as it is the firm's: fields of `firm.md` that no program reads.
 */
import * as z from 'zod'
import { Accent } from './accent.ts'
import { drawingField } from './drawing-names.ts'

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
