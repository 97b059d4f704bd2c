import type { Firm } from '../firm/firm.ts'
import type { Language } from '../language.ts'
import type { Problem, ProblemCode } from '../problem.ts'
import { nationalTelephone } from '../telephone.ts'
import { fill, WORDS } from '../words.ts'

const SENTENCES: Partial<Record<ProblemCode, 'tooLong' | 'tooMany' | 'foreign' | 'notStored'>> = {
  'content-too-large': 'tooLong',
  'rate-limited': 'tooMany',
  'foreign-page': 'foreign',
  'service-unavailable': 'notStored',
}

/** For a problem that is not about a field. */
export function sentenceOf(problem: Problem, { telephone }: Pick<Firm, 'telephone'>, language: Language): string {
  const name = SENTENCES[problem.code] ?? 'notSure'
  const seconds = problem.headers['Retry-After'] ?? ''
  return fill(WORDS[language].form[name], { number: nationalTelephone(telephone), seconds })
}
