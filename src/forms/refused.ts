/** Why a form was not taken, in the words of a visitor's page. */
import type { Firm } from '../firm/firm.ts'
import type { Language } from '../language.ts'
import type { Problem } from '../problem.ts'
import { nationalTelephone } from '../telephone.ts'
import { WORDS } from '../views/words.ts'

/** @returns a sentence, for all that is not wrong with a field */
export function sentenceOf(problem: Problem, { telephone }: Pick<Firm, 'telephone'>, language: Language): string {
  const words = WORDS[language].form
  const number = nationalTelephone(telephone)
  switch (problem.code) {
    case 'content-too-large':
      return words.tooLong(number)
    case 'rate-limited':
      return words.tooMany(problem.headers['Retry-After'] ?? '', number)
    case 'foreign-page':
      return words.foreign(number)
    case 'service-unavailable':
      return words.notStored(number)
    default:
      return words.notSure(number)
  }
}
