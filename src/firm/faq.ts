/** Questions with the firm's answers: the schema of a file, whose body is the answer, and that of the API. */
import * as z from 'zod'
import { described } from '../described.ts'
import { GeneralNotice, Place, Reviewed } from './content-fields.ts'

export const FaqFile = z.strictObject({
  question: z.string().min(1).describe('The question, in the words of the person who asks it.'),
  topic: z
    .string()
    .optional()
    .describe('Id of the practice area whose page also shows it; if left out, only the FAQ page does.'),
  order: Place.describe('Place in the list, from 1.'),
  reviewed: Reviewed,
})

const AnsweredQuestion = described('A question with its answer.', {
  question: z.string().describe('The question.'),
  answer: z.string().describe('The answer, Markdown.'),
  topic: z.string().optional().describe('Id of the practice area it belongs to.'),
})

/** Response of `GET /api/v1/faq`. */
export const Faq = described('Questions people ask, with answers.', {
  notice: GeneralNotice,
  faq: z.array(AnsweredQuestion).describe('The questions, in the order of the site.'),
})
export type Faq = z.infer<typeof Faq>
