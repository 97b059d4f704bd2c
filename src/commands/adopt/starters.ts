/** The texts from which a firm's own begin: those of the sample, and more practice areas that the sample does not show. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { splitFrontmatter } from '../../firm/text-parts.ts'
import { PracticeAreaFile } from '../../firm/practice-area.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../../language.ts'
import { SAMPLE_CONTENT, STARTER_CONTENT } from '../../settings.ts'
import { contentPath, folderPath, markdownIn, readText } from '../content/files.ts'
import { unwrapped } from '../content/passages.ts'
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
export function readStarter(name: string): unknown {
  return parse(readFileSync(resolve(ROOT, STARTER_CONTENT, name), 'utf8'))
}

/** The decisions that the starters leave to the firm: `claims` finds by patterns what they say of it, `areas` has what an area of law leaves open. */
export const STARTER_DECISIONS = readStarter('decisions.yaml') as {
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
