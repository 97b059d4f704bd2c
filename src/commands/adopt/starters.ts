/** The texts from which a firm's own begin: those of the sample, and more practice areas that the sample does not show; and their tables of words. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { splitFrontmatter } from '../../firm/text-parts.ts'
import { PracticeAreaFile } from '../../firm/practice-area.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES, listInWords } from '../../language.ts'
import { SAMPLE_CONTENT, STARTER_CONTENT } from '../../settings.ts'
import { type ContentFile, contentPath, folderPath, markdownIn, readText } from '../content/files.ts'
import { type Passage, passagesOf, unwrapped, wholeWords } from '../content/passages.ts'
import { ROOT } from '../project-folders.ts'

const SAMPLE = resolve(ROOT, SAMPLE_CONTENT)
/** In the order in which they are looked for. */
const ROOTS = [SAMPLE, resolve(ROOT, STARTER_CONTENT)]
const AREAS = 'practice-areas'

/** The text of a starter; undefined when there is none. Its paragraphs are on one line each, as people and the web editor write them. */
export function starterText(language: Language, folder: string, name: string): string | undefined {
  const paths = ROOTS.map((root) => join(root, contentPath(language, folder, name)))
  const path = paths.find(existsSync)
  const text = path === undefined ? undefined : readText(path)
  if (text === undefined) return undefined
  // On Windows, Git may give each line another end.
  const whole = text.replaceAll('\r\n', '\n')
  const { body = '' } = splitFrontmatter(whole) ?? {}
  return whole.slice(0, whole.length - body.length) + unwrapped(body)
}

/** A table that stands beside the starters. */
const readTable = (name: string): unknown => parse(readFileSync(resolve(ROOT, STARTER_CONTENT, name), 'utf8'))

/** The decisions that the starters leave to the firm: `claims` finds by patterns what they say of it, `areas` has what an area of law leaves open. */
export const STARTER_DECISIONS = readTable('decisions.yaml') as {
  claims: readonly ({ ask: string } & Record<Language, string>)[]
  areas: Readonly<Record<string, string | undefined>>
}

/** The names of the sample's texts of a kind, templates too. */
export const starterNames = (folder: string): string[] => markdownIn(join(SAMPLE, folderPath(FIRST_LANGUAGE, folder)))

export const starterFields = (text: string): Record<string, unknown> =>
  parse(splitFrontmatter(text)?.fields ?? '') as Record<string, unknown>

export const starterBody = (text: string): string => splitFrontmatter(text)?.body ?? text

/** All practice areas to choose from: the name of the file without `.md`, and that of the area in English and in other languages. */
export const STARTER_AREAS = ROOTS.flatMap((root) =>
  markdownIn(join(root, AREAS))
    .filter((slug) => !slug.startsWith('_'))
    .map((slug) => {
      const texts = LANGUAGES.flatMap((language) => starterText(language, AREAS, slug) ?? [])
      const [name = slug, ...otherNames] = texts.map((text) => PracticeAreaFile.parse(starterFields(text)).name)
      return { slug, name, otherNames: otherNames.join(' ') }
    }),
)

type Translated = Readonly<Record<Language, string>>
/** A language, with the name that those who speak it use, where it is neither of the others. */
type Spoken = Translated & { own?: string }
type StarterWords = Record<'tagline' | 'description' | 'county' | 'counties', string> & {
  lawyer: Record<'role' | 'languages' | 'choose' | 'body', string>
  /** Pairs of words. */
  withoutDefense: [from: string, to: string][]
}

export const {
  spoken: SPOKEN,
  accents: ACCENTS,
  replyWithin: REPLY_TIMES,
  afterHours: AFTER_HOURS,
  texts: STARTER_WORDS,
} = readTable('words.yaml') as {
  spoken: readonly Spoken[]
  accents: readonly { name: string; color: string }[]
  replyWithin: readonly [Translated, ...Translated[]]
  afterHours: Translated
  texts: Record<Language, StarterWords>
}

/** Marks words that are in no table, for a translator. */
export const toTranslate = (english: string): string => `[Translate: ${english}]`

/** Translates an answer. */
export function wordsIn(language: Language, english: string): string {
  const known = [...SPOKEN, ...REPLY_TIMES, AFTER_HOURS].find(({ en }) => en === english)
  return known?.[language] ?? (language === FIRST_LANGUAGE ? english : toTranslate(english))
}

/** Counties in words: `Duval and Clay counties, Florida`. */
export function countiesInWords(counties: readonly string[], language: Language): string {
  const { county, counties: several } = STARTER_WORDS[language]
  return (counties.length === 1 ? county : several).replace('{counties}', listInWords(counties, 'and', language))
}

export interface Claim {
  /** The question that a lawyer decides. */
  decide: string
  file: string
  line: number
  sentence: string
}

/** Finds the sentences of the starters that say something about the firm, which may not be so: each once for each decision. */
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

function sentencesOf({ line, text }: Passage): Pick<Claim, 'line' | 'sentence'>[] {
  return [...text.matchAll(/\S[\s\S]*?(?:[.!?](?=[\s*)]|$)|$(?![\s\S]))/g)].map(({ 0: found, index }) => ({
    line: line + text.slice(0, index).split('\n').length - 1,
    sentence: found.replace(/\*+/g, '').replace(/\s+/g, ' ').trim(),
  }))
}
