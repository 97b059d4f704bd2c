/** "Smith, Robert & Jane" are two persons, "the Smith family" is the surname Smith, and "my landlord" names no one. */
import { areGivenNames, formsOf, joinPhrases } from './short-forms.ts'

export interface Word {
  word: string
  /** A bit for each letter. Two letters may share one. */
  letters: number
  isInitial: boolean
  /** "delacruz" for "de la Cruz", and "wendell" for "Wende11". */
  withParticles: string
  /** Groups of names that stand for each other. */
  forms: readonly number[]
}

export interface Name {
  words: readonly Word[]
  joined: string
  /** Each two words that follow each other, as one: Minjun for Min-jun. It is empty beside an initial. */
  pairs: readonly string[]
  longest: Word
  /** An initial after a word could be taken for its end: "Luis A." is not "Luisa". */
  hasLaterInitial: boolean
  /** Many persons have the same given name. A company never has only a given name. */
  isGivenNameOnly: boolean
}

/** Names have fewer words and letters than this. A text that someone crafted to slow down the search could have more. */
const MAX_WORDS = 10
const MAX_LETTERS = 40
const MAX_INITIALS = 2

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const LEGAL_FORMS = setOf(
  'inc incorporated llc llp lllp lp ltd limited corp corporation co company pa pllc pc plc sa sas srl sl cv gmbh ag bv nv',
)
const TITLES = setOf('mr mrs ms miss mx dr dra sr sra sres srta prof lic lcdo lcda')
/** Some people write these words, and others leave them out. */
const OPTIONAL_WORDS = setOf('the and of in y e jr ii iii iv esq esquire md dds dvm phd cpa re et ux vir & + , ;')
const PARTICLES = setOf('de del la las los el da do dos van von der den')

/** What a party is, in place of a name or beside it. */
const ROLES = setOf(
  'seller buyer buyers purchaser purchasers landlord landlady landlords tenant tenants lessor lessee neighbor neighbors employer employee ' +
    'husband wife spouse widow widower fiance fiancee boyfriend girlfriend roommate ex former other plaintiff plaintiffs defendant defendants ' +
    'petitioner respondent claimant trustee executor executrix insurer lender borrower creditor debtor decedent deceased estate heir heirs ' +
    'marriage guardianship family familia mother father parents son daughter brother sister unknown none ' +
    'vendedor vendedora vendedores comprador compradora compradores arrendador arrendadora arrendatario inquilino inquilina inquilinos ' +
    'casero casera dueno duena duenos propietario propietaria vecino vecina vecinos empleador patron jefe jefa esposo esposa marido viudo viuda ' +
    'exesposo exesposa novio novia demandante demandado demandada contraparte contraria heredero herederos herederas sucesion albacea ' +
    'madre padre padres hijo hija hijos hermano hermana hermanos hermanas desconocido desconocida ninguno ninguna otro otra',
)
/** Roles that are surnames after a given name. */
const SURNAMES = setOf('son buyer seller casero heredero novia novio patron vecino')
const FAMILY = setOf('family familia hermanos hermanas')
/** Names that are roles after one of `BEFORE_ROLES`, or before "of". */
const NAMESAKES = setOf('sellers owner owners driver boss child children minor matter parte party side')
const BEFORE_ROLES = setOf('the a my our his her their your un una mi mis su sus nuestro nuestra nuestros nuestras')
const OF = setOf('of de del')
const KNOWN = new Set(
  [LEGAL_FORMS, TITLES, OPTIONAL_WORDS, PARTICLES, ROLES, NAMESAKES, BEFORE_ROLES].flatMap((all) => [...all]),
)

/** Words between two names of a party. */
const ALSO = setOf('; dba aka fka nka as')
/** Words between two parties. */
const AND = setOf('& + and y')

/** `folded` is a result of `foldText`. */
export function namesIn(folded: string): Name[] {
  const tokens = tokensOf(folded)
  const parties = folded.includes('@') ? [tokens] : splitAt(tokens, (token) => ALSO.has(token))
  let left = MAX_WORDS
  return parties.flatMap((party) =>
    (party === tokens ? [wordsOf(tokens)] : peopleIn(party)).flatMap((all) => {
      const words = all.slice(0, left)
      left -= words.length
      // Too many people have the same initials.
      return words.every((word) => word.isInitial) ? [] : [nameWith(words, party.some(isLegalForm))]
    }),
  )
}

/** Unlike `namesIn`, it has no limit of words. */
export const identifyingTokens = (folded: string): string[] =>
  tokensOf(folded).filter((token) => !isNoise(token) && !isInitial(token))

export const hasLegalForm = (folded: string): boolean => tokensOf(folded).some(isLegalForm)

const isLegalForm = (token: string): boolean => LEGAL_FORMS.has(token)

/** All words are one name when it is not sure that they name several persons. */
function peopleIn(tokens: readonly string[]): Word[][] {
  const parts = splitAt(tokens, (token, next) => AND.has(token) || (token === 'e' && /^h?i/.test(next))).flatMap(listed)
  const people = parts.length > 1 ? parts.map(personIn).filter(({ words }) => words.length > 0) : []
  const shared = people.find(({ surname }) => surname.length > 0)
  const named = people.map(({ words, surname }) =>
    surname.length === 0 && shared && (shared.isInverted || words.every(isOfGivenName))
      ? [...words, ...shared.surname]
      : words,
  )
  const areSeveral = named.length > 1 && named.every((words) => words.length > 1)
  return areSeveral && shared && !tokens.some(isLegalForm) ? named : [wordsOf(tokens)]
}

/** Splits "Robert Smith, Jane Doe", but not "Smith, Robert": each part must have a given name and a surname. */
function listed(tokens: readonly string[]): (readonly string[])[] {
  const parts = splitAt(tokens, isComma)
  return parts.length > 1 && parts.every((part) => personIn(part).surname.length > 0) ? parts : [tokens]
}

const isComma = (token: string): boolean => token === ','

function splitAt(tokens: readonly string[], isSeparator: (token: string, next: string) => boolean) {
  const places = tokens.flatMap((token, place) => (isSeparator(token, tokens[place + 1] ?? '') ? place : []))
  return [...places, tokens.length].map((end, index) => tokens.slice((places[index - 1] ?? -1) + 1, end))
}

/** The surname is empty when it is not sure. */
function personIn(tokens: readonly string[]) {
  const [before = [], ...after] = splitAt(tokens, isComma)
  const [first, given] = [identifyingIn(before), identifyingIn(after.flat())]
  if (given.length > 0) return { words: [...given, ...first], surname: first, isInverted: true }
  const start = first.findIndex((word) => !isOfGivenName(word))
  return { words: first, surname: start > 0 ? first.slice(start) : [], isInverted: false }
}

const isOfGivenName = ({ isInitial: isOne, forms }: Word): boolean => isOne || areGivenNames(forms)

/** First names come first. All words count where nothing else is left, as in "The Company". */
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
  let [particles, initials] = ['', 0]
  for (const [place, token] of tokens.entries()) {
    if (KNOWN.has(token) && isLeftOut(tokens, place)) {
      if (PARTICLES.has(token)) particles += token
      continue
    }
    if (identifying.length < MAX_WORDS && (!isInitial(token) || ++initials <= MAX_INITIALS))
      identifying.push(
        wordWith(token.slice(0, MAX_LETTERS), particles ? (particles + token).slice(0, MAX_LETTERS) : undefined),
      )
    particles = ''
  }
  const [only] = identifying
  const isSurname = identifying.length === 1 && tokens.some((token) => TITLES.has(token) || FAMILY.has(token))
  return only && isSurname ? [wordWith(only.word, only.withParticles, [])] : identifying
}

function isLeftOut(tokens: readonly string[], place: number): boolean {
  const [before = '', token = '', after = ''] = [tokens[place - 1], tokens[place], tokens[place + 1]]
  // A word like "my" is left out with the role after it.
  if (BEFORE_ROLES.has(token) && isRole(after)) return true
  if (isRole(token) && (BEFORE_ROLES.has(before) || ROLES.has(before) || OF.has(after))) return true
  if (ROLES.has(token)) return !tokens.some(isLegalForm) && !(SURNAMES.has(token) && isSurname(tokens, place))
  // "Jr" are initials in J.R. Smith, but not in John Smith Jr.
  return isNoise(token) && !(place === 0 && token === 'jr')
}

/** Whether a role is the surname of the given names before it: Kim Son, K. Son, Mr. Son. */
function isSurname(tokens: readonly string[], place: number): boolean {
  const before = tokens.slice(0, place)
  const isGiven = (token: string) => TITLES.has(token) || isInitial(token) || areGivenNames(formsOf(token))
  return before.some(isGiven) && before.every((token) => KNOWN.has(token) || isGiven(token))
}

const isRole = (token: string): boolean => ROLES.has(token) || NAMESAKES.has(token)
const isNoise = (token: string): boolean =>
  LEGAL_FORMS.has(token) || TITLES.has(token) || OPTIONAL_WORDS.has(token) || PARTICLES.has(token)

function tokensOf(text: string): string[] {
  // The dots of initials and legal forms go; those of an e-mail address separate words.
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
      // Three or more spaced letters are a word.
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

/** Digits in the place of letters hide a name. */
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
