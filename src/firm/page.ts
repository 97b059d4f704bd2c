/** Pages other than those of practice areas and lawyers. The file's name becomes the address: `about.md` is at `/about/`. */
import * as z from 'zod'
import { drawingField, paragraph, Place, Reviewed, textUpTo } from './content-fields.ts'

export const PageFile = z.strictObject({
  title: z.string().min(1).describe('Heading of the page.'),
  description: paragraph(textUpTo(170).describe('One sentence for search engines.')),
  drawing: drawingField('Drawing beside the title, by its name in content/README.md; if left out, a plain one.'),
  footer: Place.optional().describe(
    'Place among the links at the foot of every page; if left out, it is not linked there.',
  ),
  reviewed: Reviewed,
})

/** Pages with their own template in `src/pages/`. The site requires them. */
export const PAGES_WITH_TEMPLATE = ['home', 'practice-areas', 'faq', 'contact', 'thanks', 'not-found']
