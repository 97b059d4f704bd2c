/** Starters, with which a firm begins: the texts of the sample, more practice areas, and tables of words. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { DrawingName } from '../../firm/content-fields.ts'
import { splitFrontmatter } from '../../firm/text-parts.ts'
import { PracticeAreaFile } from '../../firm/practice-area.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES, listInWords } from '../../language.ts'
import { SAMPLE_CONTENT, STARTER_CONTENT } from '../../settings.ts'
import { type ContentFile, contentPath, folderPath, markdownIn, readText } from '../content/files.ts'
import { type Passage, passagesOf, unwrapped, wholeWords } from '../content/passages.ts'
import { ROOT } from '../project-folders.ts'

const SAMPLE = resolve(ROOT, SAMPLE_CONTENT)
/** A text is read from the first of these folders that has it. */
const ROOTS = [SAMPLE, resolve(ROOT, STARTER_CONTENT)]
const AREAS = 'practice-areas'

/** @returns the starter with each paragraph on one line, as people and the web editor write; '' when there is none */
export function starterText(language: Language, folder: string, name: string): string {
  const path = ROOTS.map((root) => join(root, contentPath(language, folder, name))).find(existsSync)
  // Git on Windows may end lines with \r\n.
  const whole = ((path && readText(path)) ?? '').replaceAll('\r\n', '\n')
  const { body = '' } = splitFrontmatter(whole) ?? {}
  return whole.slice(0, whole.length - body.length) + unwrapped(body)
}

const readTable = (name: string): unknown => parse(readFileSync(resolve(ROOT, STARTER_CONTENT, name), 'utf8'))

/** `claims` has patterns for sentences about the firm; `areas` has what a lawyer must decide in the text of each practice area. */
export const STARTER_DECISIONS = readTable('decisions.yaml') as {
  claims: readonly ({ ask: string } & Record<Language, string>)[]
  areas: Readonly<Record<string, string | undefined>>
}

/** @returns names of the texts in a folder of the sample, including templates */
export const starterNames = (folder: string): string[] => markdownIn(join(SAMPLE, folderPath(FIRST_LANGUAGE, folder)))

export const starterFields = (text: string): Record<string, unknown> =>
  parse(splitFrontmatter(text)?.fields ?? '') as Record<string, unknown>

export const starterBody = (text: string): string => splitFrontmatter(text)?.body ?? text

export const STARTER_AREAS = ROOTS.flatMap((root) =>
  markdownIn(join(root, AREAS))
    .filter((slug) => !slug.startsWith('_'))
    .map((slug) => {
      const texts = LANGUAGES.map((language) => starterText(language, AREAS, slug)).filter(Boolean)
      const [name = slug, ...otherNames] = texts.map((text) => PracticeAreaFile.parse(starterFields(text)).name)
      return { slug, name, aliases: otherNames.join(' ') }
    }),
)

type Translated = Readonly<Record<Language, string>>
/** `own` is the language's name for itself, which people may type instead of the Spanish name. */
type Spoken = Translated & { own?: string }
type StarterWords = Record<'tagline' | 'description' | 'county' | 'counties', string> & {
  lawyer: Record<'role' | 'languages' | 'choose' | 'about' | 'certified' | 'ask', string> & { roles: readonly string[] }
  withoutDefense: [from: string, to: string][]
  toWrite: [from: string, to: string][]
}

export const {
  spoken: SPOKEN,
  accents: ACCENTS,
  counties: COUNTIES,
  drawings: DRAWINGS,
  replyWithin: REPLY_TIMES,
  afterHours: AFTER_HOURS,
  texts: STARTER_WORDS,
} = readTable('words.yaml') as {
  spoken: readonly Spoken[]
  accents: readonly { name: string; color: string }[]
  counties: readonly string[]
  /** The keys are names of pages. */
  drawings: Readonly<Record<string, DrawingName | undefined>>
  replyWithin: readonly [Translated, ...Translated[]]
  afterHours: Translated
  texts: Record<Language, StarterWords>
}

/** The brackets show a translator what to translate. */
export const toTranslate = (english: string): string => `[Translate: ${english}]`

export function wordsIn(language: Language, english: string): string {
  const known = [...SPOKEN, ...REPLY_TIMES, AFTER_HOURS].find(({ en }) => en === english)
  return known?.[language] ?? (language === FIRST_LANGUAGE ? english : toTranslate(english))
}

/** Example: `Duval and Clay counties, Florida`. */
export function countiesInWords(counties: readonly string[], language: Language): string {
  const { county, counties: several } = STARTER_WORDS[language]
  return (counties.length === 1 ? county : several).replace('{counties}', listInWords(counties, 'and', language))
}

/** A sentence about the firm that may not be true, and the decision that it needs. */
export interface Claim {
  decide: string
  file: string
  line: number
  sentence: string
}

/** Finds sentences about the firm that may not be true. A sentence that concerns several decisions is listed for each of them. */
export const claimsIn = (files: readonly ContentFile[]): Claim[] =>
  STARTER_DECISIONS.claims.flatMap(({ ask: decide, ...words }) =>
    files.flatMap((content) => {
      const pattern = wholeWords(words[content.language])
      return passagesOf(content)
        .flatMap(sentencesOf)
        .filter(({ sentence }) => sentence.search(pattern) >= 0)
        .map((found) => ({ decide, file: content.file, ...found }))
    }),
  )

const sentencesOf = ({ line, text }: Passage) =>
  [...text.matchAll(/\S[\s\S]*?(?:[.!?](?=[\s*)]|$)|$(?![\s\S]))/g)].map(({ 0: found, index }) => ({
    line: line + text.slice(0, index).split('\n').length - 1,
    sentence: found.replace(/\*+/g, '').replace(/\s+/g, ' ').trim(),
  }))
