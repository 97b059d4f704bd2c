/**
 * A question people ask, with the firm's answer: one Markdown file, its body the answer. And the search for questions by the words of
 * a person or an agent.
 */
import * as z from 'zod'
import { GeneralNotice, Place, Reviewed } from './content-fields.ts'
import { withoutAccents } from '../letters.ts'

/** Frontmatter of a file in `faq/`. */
export const FaqFile = z.strictObject({
  question: z.string().min(1).describe('The question, in the words of the person who asks it.'),
  topic: z
    .string()
    .optional()
    .describe('Id of the practice area whose page also shows it; if left out, only the FAQ page does.'),
  order: Place.describe('Place in the list, from 1.'),
  reviewed: Reviewed,
})
export type FaqFile = z.infer<typeof FaqFile>

/** Response of `GET /api/v1/faq`. */
export const Faq = z
  .object({
    notice: GeneralNotice,
    faq: z
      .array(
        z
          .object({
            question: z.string().describe('The question.'),
            answer: z.string().describe('The answer, Markdown.'),
            topic: z.string().optional().describe('Id of the practice area it belongs to.'),
          })
          .describe('A question with its answer.'),
      )
      .describe('The questions, in the order of the site.'),
  })
  .describe('Questions people ask, with answers.')
export type Faq = z.infer<typeof Faq>

type Entry = Faq['faq'][number]

/** How many answers a search gives; of the others, the questions. */
const MAX_ANSWERS = 5
/** Words of this many letters stand for longer ones that begin with them: "cost" for "costs". */
const MIN_STEM = 4

/** Without accents and case: "Cuánto" is found by "cuanto". Words of two letters say nothing. */
const wordsOf = (text: string): string[] =>
  withoutAccents(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]{3,}/gu) ?? []

const isAlike = (one: string, other: string) =>
  one === other || (Math.min(one.length, other.length) >= MIN_STEM && (one.startsWith(other) || other.startsWith(one)))

/** The entries that have any of the words, or words near them, the best five first; `more` are the questions of all others. */
export function searchFaq(faq: readonly Entry[], query: string): { faq: Entry[]; more?: string[] } {
  if (query.trim() === '') return { faq: [...faq] }
  const scored = faq.map((entry) => ({ entry, score: 0 }))
  for (const word of wordsOf(query)) {
    const has = (text: string) => wordsOf(text).some((one) => isAlike(one, word))
    const weights = faq.map(({ question, answer }) => (has(question) ? 3 : has(answer) ? 1 : 0))
    const total = weights.reduce<number>((sum, weight) => sum + weight, 0)
    for (const [index, weight] of weights.entries()) if (weight > 0) scored[index]!.score += weight / total
  }
  const ranked = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)
  const found = ranked.slice(0, MAX_ANSWERS).map(({ entry }) => entry)
  return { faq: found, more: faq.filter((entry) => !found.includes(entry)).map(({ question }) => question) }
}
