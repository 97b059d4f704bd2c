/** Finds names: "Smith, Robert & Jane" are two persons, "the Smith family" is the surname Smith, and "my landlord" names no one. */
import words from './party-words.json' with { type: 'json' }
import groups from './short-forms.json' with { type: 'json' }

export interface Word {
  word: string
  /** A bit for each letter. Two letters may share a bit. */
  letters: number
  isInitial: boolean
  /** The word with the particles before it ("delacruz" for "de la Cruz"), or with letters for digits ("wendell" for "Wende11"). */
  withParticles: string
  /** Numbers of the groups in `FORMS` that have the word. */
  forms: readonly number[]
}

export interface Name {
  words: readonly Word[]
  joined: string
  /** Each word joined with the next: "minjun" for Min-jun. A pair with an initial is an empty text. */
  pairs: readonly string[]
  longest: Word
  /** If words are joined, a later initial looks like the end of the word before it: "Luis A." is not "Luisa". */
  hasLaterInitial: boolean
  /** Many persons have the same given name. It is false for companies. */
  isGivenNameOnly: boolean
}

/** Limits for the words of a text and the letters of a word: longer ones are only crafted, to slow down the search. */
const MAX_WORDS = 10
const MAX_LETTERS = 40
const MAX_INITIALS = 2

/**
 * People may leave out the `optional` words. `roles` like "tenant" say what a party is; after a given name, some are `surnames`. `namesakes`
 * like "driver" are roles only after a word of `beforeRoles` or a role, or before a word of `of`. A word of `also` separates two names of
 * one party, a word of `and` two parties.
 */
const { legalForms, titles, optional, particles, roles, surnames, family, namesakes, beforeRoles, of, also, and } =
  Object.fromEntries(
    Object.entries(words).map(([name, some]) => [name, new Set(some.split(' '))]),
  ) as unknown as Record<keyof typeof words, ReadonlySet<string>>
const NOISE = new Set([...legalForms, ...titles, ...optional, ...particles])
const KNOWN = new Set([...NOISE, ...roles, ...namesakes, ...beforeRoles])

/** `folded` is a result of `foldText`. */
export function namesIn(folded: string): Name[] {
  const tokens = tokensOf(folded)
  const namings = folded.includes('@') ? [tokens] : splitAt(tokens, (token) => also.has(token))
  let left = MAX_WORDS
  return namings.flatMap((naming) =>
    (naming === tokens ? [wordsOf(tokens)] : peopleIn(naming)).flatMap((all) => {
      const words = all.slice(0, left)
      left -= words.length
      // Initials alone are left out: too many people have the same ones.
      return words.every((word) => word.isInitial) ? [] : [nameWith(words, naming.some(isLegalForm))]
    }),
  )
}

/** Unlike `namesIn`, it has no limit of words. */
export const identifyingTokens = (folded: string): string[] =>
  tokensOf(folded).filter((token) => !isNoise(token) && !isInitial(token))

export const hasLegalForm = (folded: string): boolean => tokensOf(folded).some(isLegalForm)

const isLegalForm = (token: string): boolean => legalForms.has(token)

/** @returns the words of each person; all words as one name if they do not clearly name several persons */
function peopleIn(tokens: readonly string[]): Word[][] {
  const parts = splitAt(tokens, (one, next) => and.has(one) || (one === 'e' && /^h?i/.test(next))).flatMap(splitList)
  const people = parts.length > 1 ? parts.map(personIn).filter(({ words }) => words.length > 0) : []
  const shared = people.find(({ surname }) => surname.length > 0)
  const named = people.map(({ words, surname }) =>
    surname.length === 0 && shared && (shared.isInverted || words.every(isGivenPart))
      ? [...words, ...shared.surname]
      : words,
  )
  const areSeveral = named.length > 1 && named.every((words) => words.length > 1)
  return areSeveral && shared && !tokens.some(isLegalForm) ? named : [wordsOf(tokens)]
}

/** Splits "Robert Smith, Jane Doe", but not "Smith, Robert": each part must have a given name and a surname. */
function splitList(tokens: readonly string[]): (readonly string[])[] {
  const parts = splitAt(tokens, isComma)
  return parts.length > 1 && parts.every((part) => personIn(part).surname.length > 0) ? parts : [tokens]
}

const isComma = (token: string): boolean => token === ','

function splitAt(tokens: readonly string[], isSeparator: (token: string, next: string) => boolean) {
  const places = tokens.flatMap((token, place) => (isSeparator(token, tokens[place + 1] ?? '') ? place : []))
  return [...places, tokens.length].map((end, index) => tokens.slice((places[index - 1] ?? -1) + 1, end))
}

/** `surname` is empty when it is not certain which words are the surname. */
function personIn(tokens: readonly string[]) {
  const [before = [], ...after] = splitAt(tokens, isComma)
  const [first, given] = [identifyingIn(before), identifyingIn(after.flat())]
  if (given.length > 0) return { words: [...given, ...first], surname: first, isInverted: true }
  const start = first.findIndex((word) => !isGivenPart(word))
  return { words: first, surname: start > 0 ? first.slice(start) : [], isInverted: false }
}

const isGivenPart = (word: Word): boolean => word.isInitial || areGivenNames(word.forms)

/** Puts given names first. If only words like "the" and "company" are there, they all count, as in "The Company". */
function wordsOf(tokens: readonly string[]): Word[] {
  const comma = tokens.indexOf(',')
  const ordered = comma < 0 ? tokens : [...tokens.slice(comma + 1), ...tokens.slice(0, comma)]
  const identifying = identifyingIn(ordered)
  const isDecided = identifying.length > 0 || (tokens.some(isRole) && !tokens.some(isLegalForm))
  return isDecided
    ? identifying
    : tokens
        .filter((token) => /\p{L}|\p{N}/u.test(token))
        .slice(0, MAX_WORDS)
        .map((token) => wordWith(token.slice(0, MAX_LETTERS)))
}

function identifyingIn(tokens: readonly string[]): Word[] {
  const identifying: Word[] = []
  let [joined, initials] = ['', 0]
  for (const [place, token] of tokens.entries()) {
    if (KNOWN.has(token) && isLeftOut(tokens, place)) {
      if (particles.has(token)) joined += token
      continue
    }
    if (identifying.length < MAX_WORDS && (!isInitial(token) || ++initials <= MAX_INITIALS))
      identifying.push(
        wordWith(token.slice(0, MAX_LETTERS), joined ? (joined + token).slice(0, MAX_LETTERS) : undefined),
      )
    joined = ''
  }
  const [only] = identifying
  const isSurnameAlone = identifying.length === 1 && tokens.some((token) => titles.has(token) || family.has(token))
  return only && isSurnameAlone ? [wordWith(only.word, only.withParticles, [])] : identifying
}

function isLeftOut(tokens: readonly string[], place: number): boolean {
  const [before = '', token = '', after = ''] = [tokens[place - 1], tokens[place], tokens[place + 1]]
  // A word like "my" is left out before a role.
  if (beforeRoles.has(token) && isRole(after)) return true
  if (isRole(token) && (beforeRoles.has(before) || roles.has(before) || of.has(after))) return true
  if (roles.has(token)) return !tokens.some(isLegalForm) && !(surnames.has(token) && isSurname(tokens, place))
  // At the start, "jr" is two initials, as in J.R. Smith. Elsewhere it is left out, as in John Smith Jr.
  return isNoise(token) && !(place === 0 && token === 'jr')
}

/** Whether a role is the surname of the given names before it: Kim Son, K. Son, Mr. Son. */
function isSurname(tokens: readonly string[], place: number): boolean {
  const before = tokens.slice(0, place)
  const isGiven = (token: string) => titles.has(token) || isInitial(token) || areGivenNames(formsOf(token))
  return before.some(isGiven) && before.every((token) => KNOWN.has(token) || isGiven(token))
}

const isRole = (token: string): boolean => roles.has(token) || namesakes.has(token)
const isNoise = (token: string): boolean => NOISE.has(token)

function tokensOf(text: string): string[] {
  // The dots of initials and legal forms are removed. In an e-mail address, dots separate words.
  const dots = text.includes('@') ? ' ' : ''
  const plain = text
    .replaceAll('.', dots)
    .replace(/['’‘`´ʼ]/g, '')
    .replace(/[^\p{L}\p{N}&+,;]+/gu, ' ')
  return (
    joinPhrases(plain)
      // AT&T and A T & T are one word, and "Al & J Smith" are two persons.
      .replace(/(?<=^| )(?:(\p{L})(\p{L})&|(\p{L}) (\p{L}) & ?)(\p{L})(?= |,|$)/gu, '$1$2$3$4$5')
      .replace(/[&+,;]/g, ' $& ')
      // Three or more single letters in a row are one word.
      .replace(/(?<=^| )\p{L}(?: \p{L}){2,}(?= |$)/gu, (letters) => letters.replaceAll(' ', ''))
      .split(' ')
      .filter((token) => token !== '')
  )
}

export function nameWith(words: readonly Word[], isCompany: boolean): Name {
  const [first, ...rest] = words as [Word, ...Word[]]
  return {
    words,
    joined: words.map(({ word }) => word).join(''),
    pairs: words.slice(1).map((next, place) => {
      const word = words[place]
      return !word || word.isInitial || next.isInitial ? '' : word.word + next.word
    }),
    longest: rest.reduce((longest, one) => (one.word.length > longest.word.length ? one : longest), first),
    hasLaterInitial: words.some((word, place) => word.isInitial && words[place - 1]?.isInitial === false),
    isGivenNameOnly: !isCompany && words.length === 1 && areGivenNames(first.forms),
  }
}

/** Replaces digits that look like letters: some people hide a name with them. */
const withoutDigits = (word: string): string =>
  /^\p{L}/u.test(word)
    ? word.replace('11', 'll').replace(/[01345]/g, (digit) => 'oi?eas'[Number(digit)] ?? digit)
    : word

export const wordWith = (word: string, withParticles = withoutDigits(word), forms = formsOf(word)): Word => ({
  ...{ word, withParticles, forms },
  letters: lettersOf(word),
  isInitial: isInitial(word),
})

/** One letter of a script without capital letters may be a whole name. */
const isInitial = (word: string): boolean => word.length === 1 && word !== word.toUpperCase()

function lettersOf(text: string): number {
  let letters = 0
  for (let index = 0; index < text.length; index++) letters |= 1 << text.charCodeAt(index)
  return letters
}

/**
 * Groups of given names, and of words in company names, that stand for each other, in English and Spanish, in lower case without accents.
 * A short form may be in several groups. Some groups have only spellings of one name.
 */
const { givenNames, genderPairs, companyWords } = groups
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
const joinPhrases = (text: string): string => text.replace(PHRASE, (phrase) => phrase.replaceAll(' ', ''))

/** "Bob" and "Robert" share a group. @param word in lower case, without accents */
const formsOf = (word: string): readonly number[] => FORMS.get(word) ?? NONE

const areGivenNames = (forms: readonly number[]): boolean => forms.some((number) => number < givenNames.length)

/** Tells whether a word is one of company names. Two such words, like Northwest and Southwest, are never a slip of each other. */
export const areOfCompanies = (forms: readonly number[]): boolean => forms.some((number) => number >= givenNames.length)

/** Tells whether one name is for men and the other for women, like Juan and Juana: then the difference is not a typing slip. */
export const areGenderPair = (one: string, other: string): boolean =>
  genderPairs.some((pair) => pair.includes(one) && pair.includes(other))
