import * as z from 'zod'
import { described } from '../described.ts'
import { drawingField, GeneralNotice, paragraph, Place, Reviewed, PublishedReview, textUpTo } from './content-fields.ts'
import { OTHER_TOPIC } from './topics.ts'

const facts = {
  id: z
    .string()
    .regex(/^[a-z]+(_[a-z]+)*$/, 'must be lower-case words joined by underscores, like personal_injury')
    .refine((id) => id !== OTHER_TOPIC, `must not be "${OTHER_TOPIC}", which is reserved`)
    .describe('Id of the practice area, used as the topic of inquiries.'),
  name: z.string().min(1).describe('Name of the practice area.'),
  summary: paragraph(textUpTo(300).describe('What the firm does here, in one or two sentences.')),
}

/** The file's name becomes the page's address. */
export const PracticeAreaFile = z.strictObject({
  ...facts,
  order: Place.describe('Place in lists, from 1.'),
  happened: textUpTo(60)
    .optional()
    .describe('What has happened to people who need this, in a few words; the home page shows it.'),
  drawing: drawingField('Drawing beside the name, by its name in content/README.md; if left out, a plain one.'),
  reviewed: Reviewed,
})

const PracticeAreaSummary = described('A practice area in brief.', {
  ...facts,
  url: z.url().describe('Address of the page for people.'),
})

/** Response of `GET /api/v1/practice-areas`. */
export const PracticeAreas = described('The practice areas.', {
  notice: GeneralNotice,
  practiceAreas: z.array(PracticeAreaSummary).describe('The practice areas, in the order of the site.'),
})
export type PracticeAreas = z.infer<typeof PracticeAreas>

/** Response of `GET /api/v1/practice-areas/{id}`. */
export const PracticeArea = PracticeAreaSummary.extend({
  body: z.string().describe('The full text, Markdown.'),
  reviewed: PublishedReview,
  notice: GeneralNotice,
}).describe('One practice area with its full text.')
export type PracticeArea = z.infer<typeof PracticeArea>
