/** A question with the firm's answer, which is the body of its file. */
import * as z from 'zod'
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

const AnsweredQuestion = z
  .object({
    question: z.string().describe('The question.'),
    answer: z.string().describe('The answer, Markdown.'),
    topic: z.string().optional().describe('Id of the practice area it belongs to.'),
  })
  .describe('A question with its answer.')

/** Response of `GET /api/v1/faq`. */
export const Faq = z
  .object({
    notice: GeneralNotice,
    faq: z.array(AnsweredQuestion).describe('The questions, in the order of the site.'),
  })
  .describe('Questions people ask, with answers.')
export type Faq = z.infer<typeof Faq>
