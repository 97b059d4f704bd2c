/**
 * What the look-up compares of a party: its texts, prepared once, so that a hundred thousand of them are compared in a moment. What is
 * found is what `matchParty` says of each text, and each text that contains what is searched.
 */
import { comparableEmail } from '../email-address.ts'
import { type FieldName, PERSON_FIELDS } from './inquiry-fields.ts'
import {
  digitsOf,
  foldText,
  isSameNumber,
  isTypingSlip,
  matchAddress,
  matchNames,
  matchParty,
  type PartyMatch,
  wordsOf,
} from './party-match.ts'

/** Between the texts of the fields. Fields of one line cannot hold it, and JSON writes it as it is. */
const BETWEEN = '\u007f'
const BETWEEN_WORDS = ` ${BETWEEN} `

/** A party as it is stored: in each text the fields of `PERSON_FIELDS` stand one after the other. An array, because its JSON is short. */
export type PartyEntry = readonly [
  /** What it belongs to, such as the cursor of an inquiry. */
  id: string,
  /** As they were typed. */
  texts: string,
  /** The words that tell the party, separated by spaces. */
  words: string,
  /** Their letters as `foldText` gives them; '' when that is the same as lower case. */
  folded: string,
  /** The digits of those that are telephone numbers. */
  numbers: string,
]

/** A text that matches. */
export interface PartyFound {
  /** What was searched for. */
  searched: string
  field: FieldName
  /** As it was typed. */
  text: string
  match: PartyMatch
}

/**
 * Prepares the texts of a party.
 * @param id what they belong to
 * @param texts by field; others than `PERSON_FIELDS` are left out
 */
export function partyEntry(id: string, texts: Readonly<Partial<Record<FieldName, string>>>): PartyEntry {
  const typed = PERSON_FIELDS.map((name) => (texts[name] ?? '').replaceAll(BETWEEN, ' '))
  const together = typed.join(BETWEEN)
  const folded = typed.map(foldText).join(BETWEEN)
  return [
    id,
    together,
    typed.map((text) => wordsOf(text).join(' ')).join(BETWEEN_WORDS),
    folded === together.toLowerCase() ? '' : folded,
    typed.map((text) => digitsOf(text) ?? '').join(BETWEEN),
  ]
}

/** A text that is searched for, prepared. */
interface Searched {
  text: string
  folded: string
  words: readonly string[]
  number: string | undefined
  /** An e-mail address, as `comparableEmail` gives it. */
  address: string | undefined
}

function prepareSearched(text: string): Searched {
  const number = digitsOf(text)
  const isAddress = number === undefined && text.includes('@')
  return {
    text,
    folded: foldText(text),
    words: number === undefined && !isAddress ? wordsOf(text) : [],
    number,
    address: isAddress ? comparableEmail(text.trim()) : undefined,
  }
}

/** Finds the texts of a party that match. */
export type PartyMatcher = (entry: PartyEntry) => PartyFound[]

/**
 * Prepares a search through many parties.
 * @param searched as of `matchParty`; a text without a letter or digit finds only what contains it
 */
export function partyMatcher(searched: readonly string[]): PartyMatcher {
  const prepared = searched.filter((text) => foldText(text) !== '').map(prepareSearched)
  const nearWord = rememberNear(prepared)
  return (entry) => {
    const [, texts, words, foldedOrNot, numbers] = entry
    const folded = foldedOrNot || texts.toLowerCase()
    const near = new Set<Searched>()
    for (const word of words.split(' ')) for (const one of nearWord(word)) near.add(one)
    for (const one of prepared) {
      const { number, address } = one
      if (folded.includes(one.folded)) near.add(one)
      else if (number !== undefined && numbers.split(BETWEEN).some((other) => isNumber(number, other))) near.add(one)
      else if (address !== undefined && isNearAddress(address, folded, texts)) near.add(one)
    }
    return near.size === 0 ? [] : [...near].flatMap((one) => matchFields(one, entry, folded))
  }
}

const isNumber = (one: string, other: string) => other !== '' && isSameNumber(one, other)

/** Remembers of each word which searched texts it may belong to: words come again and again. */
function rememberNear(prepared: readonly Searched[]): (word: string) => readonly Searched[] {
  const remembered = new Map<string, readonly Searched[]>()
  return (word) => {
    const known = remembered.get(word)
    if (known) return known
    const near = prepared.filter(({ words }) => words.some((one, start) => isNear(one, word, words.slice(start))))
    remembered.set(word, near)
    return near
  }
}

/**
 * Whether a word of a text is a reason to compare the text with what is searched: the same word or a slip, or the start of words
 * that are written as one. Without one of these, `matchNames` finds nothing.
 * @param rest the searched word and those after it
 */
const isNear = (one: string, word: string, rest: readonly string[]): boolean =>
  word !== '' && (one === word || isTypingSlip(one, word) || rest.join('').startsWith(word))

/** Whether one of the texts may be an address like the one that is searched for. */
function isNearAddress(address: string, folded: string, texts: string): boolean {
  const typed = texts.split(BETWEEN)
  return folded.split(BETWEEN).some((text, field) => matchAddress(address, comparable(typed[field] ?? '', text)))
}

/** As `comparableEmail` gives it: that takes time, and of an ASCII text it is the text in lower case. */
const comparable = (typed: string, folded: string) => (/^\p{ASCII}*$/u.test(typed) ? folded : comparableEmail(typed))

/** What `matchParty` says of each field. */
function matchFields({ text, ...searched }: Searched, [, texts, words]: PartyEntry, folded: string): PartyFound[] {
  const [typed, wordsOfFields, foldedFields] = [texts.split(BETWEEN), words.split(BETWEEN_WORDS), folded.split(BETWEEN)]
  return PERSON_FIELDS.flatMap((field, index): PartyFound[] => {
    const own = typed[index] ?? ''
    if (own === '') return []
    const isNamed = searched.number === undefined && searched.address === undefined
    const match = foldedFields[index]?.includes(searched.folded)
      ? 'same'
      : isNamed
        ? matchNames(searched.words, (wordsOfFields[index] ?? '').split(' ').filter(Boolean))
        : matchParty(text, own)
    return match ? [{ searched: text, field, text: own, match }] : []
  })
}
