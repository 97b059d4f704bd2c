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

/** Shorter words, such as "how" and "the", stand in too many entries. */
const MIN_WORD = 4
/** Longest ending in which words of one stem differ. */
const MAX_ENDING = 2
/** How much more a word of the question says about an entry than one of the answer. */
const QUESTION_WEIGHT = 3

/** Without accents and case: "Cuánto" is found by "cuanto". */
const wordsOf = (text: string): string[] =>
  withoutAccents(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Words of one stem: "cost", "costs" and "costo", but not "costume". */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  return shared >= MIN_WORD && Math.max(one.length, other.length) - shared <= MAX_ENDING
}

/**
 * @param query words in any order
 * @returns the entries that contain any of the words, the best first: rare words count more. All entries if there are none.
 */
export function rankFaq(faq: readonly Entry[], query: string): Entry[] {
  const wanted = wordsOf(query).filter((word) => word.length >= MIN_WORD || /\p{N}/u.test(word))
  const entries = faq.map((entry) => ({ entry, question: wordsOf(entry.question), answer: wordsOf(entry.answer) }))
  const scores = new Map(entries.map(({ entry }) => [entry, 0]))
  for (const word of wanted) {
    const hits = entries.map(({ entry, question, answer }) => ({
      entry,
      hit: question.some((one) => isAlike(one, word))
        ? QUESTION_WEIGHT
        : Number(answer.some((one) => isAlike(one, word))),
    }))
    const found = hits.filter(({ hit }) => hit > 0)
    for (const { entry, hit } of found) scores.set(entry, (scores.get(entry) ?? 0) + hit / found.length)
  }
  const ranked = faq.filter((entry) => (scores.get(entry) ?? 0) > 0)
  const byScore = (one: Entry, other: Entry) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0)
  return ranked.length > 0 ? ranked.toSorted(byScore) : [...faq]
}
