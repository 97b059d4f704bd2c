/** The end of `npm run adopt`: says what was written, and lists what is still to decide. */
import { join } from 'node:path'
import { FIRST_LANGUAGE, type Language } from '../../language.ts'
import { type Decision, DECISIONS_FILE, openDecisions } from '../content/decisions.ts'
import type { Content, ContentFile } from '../content/files.ts'
import { type ContentFault, faultInWords } from '../content/fault.ts'
import { type Answers, slugOf } from './answers.ts'
import { claimsIn } from './firm-claims.ts'
import { STARTER_DECISIONS } from './starters.ts'

/** The decisions of a lawyer that depend on the answers. `content/for-the-firm.md` has the others. */
export const pointsFor = ({ areas, siteLanguages }: Answers): Decision[] =>
  [
    point(
      'notices.md',
      'Read each notice: what you may do with a message before you agree to talk (rule 4-1.18), and whether you refer matters to others (rule 4-7.12(b)).',
    ),
    urgentPoint('your areas'),
    point('pages/privacy.md', 'Name the companies that see what people send, and decide for how long you keep it.'),
    point('pages/about.md', 'Write who you are, and decide what you say of experience (rule 4-7.13).'),
    point('firm.md', 'Write your own letter below the fields, and look at tagline and description.'),
    point('lawyers/', 'Write what each lawyer does at the firm, in which areas, and which languages they speak.'),
    ...areas.map((area) => areaPoint(slugOf(area), typeof area !== 'string')),
    ...siteLanguages.filter((language) => language !== FIRST_LANGUAGE).map(translationPoint),
  ].filter((each) => each !== undefined)

export const urgentPoint = (areas: string): Decision =>
  point('notices.md', `Does the notice \`urgent\` name what cannot wait in ${areas}?`)

export const translationPoint = (language: Language): Decision =>
  point(`${language}/`, 'Let a lawyer who reads the language read every translation.')

/** The decision about one area; undefined when there is nothing to decide. */
export function areaPoint(slug: string, isOwn: boolean): Decision | undefined {
  const what = isOwn
    ? 'Write the text of your own area, and answers to what people ask about it in faq/.'
    : STARTER_DECISIONS.areas[slug]
  return what === undefined ? undefined : point(`practice-areas/${slug}.md`, what)
}

const point = (place: string, what: string): Decision => ({ what, places: [{ place }] })

/** Adds to the given decisions one for each kind of sentence that may not be true of the firm. */
export const decisionsIn = (files: readonly ContentFile[], points: readonly Decision[]): Decision[] => [
  ...points,
  ...[...Map.groupBy(claimsIn(files), ({ decide }) => decide)].map(([what, claims]) => ({
    what,
    places: claims.map(({ file, sentence }) => ({ place: file, sentence })),
  })),
]

const list = (lines: readonly string[]) => lines.map((line) => `  - ${line}`).join('\n')

/** @param found what the check says of what was written */
export function summaryOf(
  shown: string,
  content: Content,
  { faults, advice }: Record<'faults' | 'advice', ContentFault[]>,
): string {
  const found = (each: readonly ContentFault[]) => list(each.map((fault) => faultInWords(shown, fault)))
  // Without it, the commands would read another folder.
  const set = process.env.CONTENT_DIR ? `CONTENT_DIR=${shown} ` : ''
  return [
    `Written: ${content.files.length} texts in ${shown}/. No lawyer has read any of them yet.`,
    faults.length > 0 && `To fix:\n${found(faults)}`,
    advice.length > 0 && `To write, or to look at:\n${found(advice)}`,
    `For a lawyer: ${openDecisions(content.root).length} decisions in ${join(shown, DECISIONS_FILE)}, and every text. \`${set}npm run review\` shows them one by one.\nWhat no program can ask is in content/for-the-firm.md.`,
    `Next:\n  ${set}npm start        shows the site on http://localhost:8888\n  ${set}npm run review   lets a lawyer read it, text by text`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
