/** What is said at the end: what was written, and what is still to do. */
import { join } from 'node:path'
import { FIRST_LANGUAGE } from '../../language.ts'
import type { Content } from '../content/files.ts'
import { type ContentFault, faultOnLine } from '../content/fault.ts'
import type { Answers } from './answers.ts'
import { claimsIn } from './firm-claims.ts'

/** What the law of an area leaves open. */
const AREA_POINTS: Readonly<Record<string, string>> = {
  'animal-law': 'decide what to say about severe bites: since July 2025 a dog is seized after them',
  immigration: "check it against this month's forms and deadlines: federal rules change often",
  'family-law':
    'check what it says about time with the children (equal time since July 2023, section 61.13) and injunctions; alimony has had new rules since 2023',
  'landlord-and-tenant':
    'check the notices and the deposit against sections 83.49 and 83.505 (2025), and the thirty days for some federally backed homes',
  'small-business': 'read what it says of agreements not to compete against sections 542.335 and 542.45 (2025)',
  'real-estate':
    'read what it says of canceling the purchase of a condominium against section 718.503, which changes often',
  probate: 'check the time limits and the shorter procedures for small estates (chapter 735) against current law',
  'personal-injury':
    'check the fourteen days and the two years: bills to repeal personal injury protection come up often',
  'criminal-and-traffic': 'decide what you say of refusing a breath test, and read the ten days after an arrest',
}

/**
 * What only a lawyer of the firm can write or decide, as far as it depends on the answers. `content/for-the-firm.md` has the rest.
 * @returns a line for each point: file in the content folder, and what to do
 */
export const pointsFor = ({ lawyers, areas, siteLanguages }: Answers): string[] =>
  [
    'notices.md: read each notice: what you may do with a message before you agree to talk (rule 4-1.18), and whether you refer matters to others (rule 4-7.12(b))',
    'pages/privacy.md: name the companies that see what people send, and decide for how long you keep it',
    'pages/about.md: write who you are, and decide what you say of experience (rule 4-7.13)',
    'firm.md: read the words in the program (`npm run texts` prints them), and write `programTexts`',
    'firm.md: write your own letter below the fields, and look at tagline and description',
    lawyers.some(({ admitted }) => admitted !== undefined) &&
      'lawyers/: write what each lawyer does at the firm, in which areas, and which languages they speak',
    areas.some((area) => typeof area !== 'string') &&
      'practice-areas/: write the texts of your own areas, and an answer to what people ask about them in faq/',
    ...Object.entries(AREA_POINTS)
      .filter(([slug]) => areas.includes(slug))
      .map(([slug, what]) => `practice-areas/${slug}.md: ${what}`),
    siteLanguages.some((language) => language !== FIRST_LANGUAGE) &&
      'folders of other languages: let a lawyer who reads the language read every translation',
  ].filter((point) => point !== false)

const list = (lines: readonly string[]) => lines.map((line) => `  - ${line}`).join('\n')

/**
 * @param shown the content folder, as people name it
 * @param content as it was read after it was written
 * @param found what the check says of it
 */
export function summaryOf(
  shown: string,
  answers: Answers,
  content: Content,
  { faults, advice }: Record<'faults' | 'advice', ContentFault[]>,
): string {
  const place = ({ file, line }: Pick<ContentFault, 'file' | 'line'>) => `${join(shown, file)}:${line}`
  const claims = Map.groupBy(claimsIn(content.files), ({ decide }) => decide)
  const found = (each: readonly ContentFault[]) => list(each.map((fault) => `${place(fault)} ${faultOnLine(fault)}`))
  // Without it, the commands would read another folder.
  const set = process.env.CONTENT_DIR ? `CONTENT_DIR=${shown} ` : ''
  const unlisted = answers.lawyers
    .filter(({ admitted }) => admitted === undefined)
    .map(({ name, barNumber }) => [name, barNumber].filter(Boolean).join(', '))
  return [
    `Written: ${content.files.length} texts in ${shown}/. No lawyer has read any of them yet.`,
    faults.length > 0 && `To fix:\n${found(faults)}`,
    advice.length > 0 && `To write, or to look at:\n${found(advice)}`,
    `Check whether each is true, and change the sentence if not:\n${[...claims]
      .map(([decide, sentences]) => `\n${decide}\n${list(sentences.map((each) => `${place(each)} ${each.sentence}`))}`)
      .join('\n')}`,
    unlisted.length > 0 &&
      `Not among the lawyers of the site yet, because the year of admission was not given:\n${list(unlisted)}\nCopy lawyers/_template.md for each.`,
    `Only a lawyer can do this:\n${list(pointsFor(answers))}\n  - each file: when a lawyer has read it, write the day into its fields, like reviewed: 2026-11-22\nThe rest is in content/for-the-firm.md.`,
    `Next:\n  ${set}npm run check:content   says what is still wrong\n  ${set}npm start               shows the site on http://localhost:8888`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
