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

/** Words that say nothing about what is asked. Others of two letters or less are left out too, unless they have digits. */
const COMMON = new Set(
  (
    'the and are but can did does for from had has have her his how its may not now our she should some somebody someone that ' +
    'their them then there they this was were what when where which who will with would you your get got ' +
    'una uno las los del por para que con como cual cuando donde mis sus hay fue ser son esta este alguien puedo tengo'
  ).split(' '),
)

/** Words that people use for the same, in both languages. A word counts with its endings. */
const NEAR = [
  'bite bit bitten mordida mordio mordedura',
  'dog puppy pet perro mascota',
  'cost price fee charge free expensive money costo cuesta cobran precio honorarios gratis dinero',
  'deadline late limit plazo limite tarde',
  'jail arrest police custody cop carcel arresto detenido policia',
  'injury injured hurt accident crash wreck lesion herido accidente choque',
  'claim sue lawsuit reclamar demanda demandar',
  'insurer insurance adjuster aseguradora seguro ajustador',
  'ticket citation speeding fine multa citacion',
  'dui drunk drinking license borracho alcohol licencia',
  'will testament inherit heir inheritance died die death testamento herencia heredar muero muere fallecio',
  'erase delete remove forget borrar eliminar borre',
  'confidential private secret privacy confidencial privado secreto',
  'bring papers documents llevar papeles documentos',
  'mother father son daughter friend behalf wife husband madre padre hijo hija amigo esposa esposo otra',
  'counties county work area location condado condados trabajan zona',
  'answer reply hear respuesta responden contestan',
  'dangerous control peligroso',
].map((words) => words.split(' '))

/** Length of what words of one stem share, at least. */
const MIN_STEM = 4
/** Longest ending in which words of one stem differ. */
const MAX_ENDING = 2
/** What a word says about an entry: one of the question more than one of the answer, the same word more than one near it. */
const WEIGHTS = { question: 3, nearQuestion: 2, answer: 1, nearAnswer: 0.5 }
/** How many answers a search gives; of the others, the questions. */
const MAX_ANSWERS = 5

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
  return shared >= MIN_STEM && Math.max(one.length, other.length) - shared <= MAX_ENDING
}

const isIn = (words: readonly string[], wanted: string) => words.some((word) => isAlike(word, wanted))

/**
 * @param query words in any order; the empty text for all entries
 * @returns the entries that have any of the words, or words near them, the best first: rare words count more. At most five; `more`
 *   are the questions of all others.
 */
export function searchFaq(faq: readonly Entry[], query: string): { faq: Entry[]; more?: string[] } {
  if (query.trim() === '') return { faq: [...faq] }
  const wanted = wordsOf(query).filter((word) => !COMMON.has(word) && (word.length > 2 || /\p{N}/u.test(word)))
  const entries = faq.map((entry) => ({ entry, question: wordsOf(entry.question), answer: wordsOf(entry.answer) }))
  const scores = new Map<Entry, number>()
  for (const word of wanted) {
    const near = NEAR.filter((group) => isIn(group, word)).flat()
    const hits = entries.flatMap(({ entry, question, answer }) => {
      const isNear = (text: readonly string[]) => near.some((one) => isIn(text, one))
      if (isIn(question, word)) return [{ entry, weight: WEIGHTS.question }]
      if (isNear(question)) return [{ entry, weight: WEIGHTS.nearQuestion }]
      if (isIn(answer, word)) return [{ entry, weight: WEIGHTS.answer }]
      return isNear(answer) ? [{ entry, weight: WEIGHTS.nearAnswer }] : []
    })
    for (const { entry, weight } of hits) {
      const alike = hits.filter((hit) => hit.weight === weight)
      scores.set(entry, (scores.get(entry) ?? 0) + weight / alike.length)
    }
  }
  const ranked = [...scores.keys()].toSorted((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0))
  const found = ranked.slice(0, MAX_ANSWERS)
  return { faq: found, more: faq.filter((entry) => !found.includes(entry)).map(({ question }) => question) }
}
