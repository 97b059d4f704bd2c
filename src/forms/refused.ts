import type { Firm } from '../firm/firm.ts'
import type { Language } from '../language.ts'
import type { Problem } from '../problem.ts'
import { nationalTelephone } from '../telephone.ts'
import { fill, WORDS } from '../words.ts'

/** For a problem that is not about a field. */
export function sentenceOf(problem: Problem, { telephone }: Pick<Firm, 'telephone'>, language: Language): string {
  const words = WORDS[language].form
  const number = nationalTelephone(telephone)
  switch (problem.code) {
    case 'content-too-large':
      return fill(words.tooLong, { number })
    case 'rate-limited':
      return fill(words.tooMany, { seconds: problem.headers['Retry-After'] ?? '', number })
    case 'foreign-page':
      return fill(words.foreign, { number })
    case 'service-unavailable':
      return fill(words.notStored, { number })
    default:
      return fill(words.notSure, { number })
  }
}
