/**
 * Groups of given names, and of words in company names, that stand for each other, in English and Spanish. The file beside this one has
 * them, in lower case without accents. A short form may be in several groups. The last groups of names have no common short form.
 */
import groups from './short-forms.json' with { type: 'json' }

const { givenNames, genderPairs, companyWords } = groups
/** Names of a man and of a woman that differ by a letter or two, as a slip would. */
const OF_OTHER_GENDER = new Map(
  genderPairs.flatMap(([his = '', her = '']) => [
    [his, her],
    [her, his],
  ]),
)

const NONE: readonly number[] = []
const FORMS = new Map<string, number[]>()
for (const [number, group] of [...givenNames, ...companyWords].entries())
  for (const word of group) {
    const key = word.replaceAll(' ', '')
    FORMS.set(key, [...(FORMS.get(key) ?? []), number])
  }

const PHRASES = companyWords
  .flat()
  .filter((words) => words.includes(' '))
  .sort((one, other) => other.length - one.length)
const PHRASE = new RegExp(`(?<=^| )(?:${PHRASES.join('|')})(?= |$)`, 'g')

/** "new york" becomes "newyork". */
export const joinPhrases = (text: string): string => text.replace(PHRASE, (phrase) => phrase.replaceAll(' ', ''))

/** "Bob" and "Robert" share a group. @param word in lower case, without accents */
export const formsOf = (word: string): readonly number[] => FORMS.get(word) ?? NONE

export const areGivenNames = (forms: readonly number[]): boolean => forms.some((number) => number < givenNames.length)

/** Two such words are never a typing slip, like Northwest and Southwest. */
export const areOfCompanies = (forms: readonly number[]): boolean => forms.some((number) => number >= givenNames.length)

/** Like Juan and Juana. */
export const areOfEachGender = (one: string, other: string): boolean => OF_OTHER_GENDER.get(one) === other
