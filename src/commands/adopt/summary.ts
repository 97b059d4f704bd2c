/**
 * What is said at the end: what was written, and what is still to do.
 */
import { join } from 'node:path'
import type { Content } from '../content/files.ts'
import { type ContentFault, faultOnLine } from '../content/fault.ts'
import type { Answers } from './answers.ts'
import { claimsIn } from './firm-claims.ts'
import { pointsFor } from './for-the-lawyer.ts'

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
    `Written: ${content.files.length} texts in ${shown}/, of which no lawyer has read any yet.`,
    faults.length > 0 && `To fix:\n${found(faults)}`,
    advice.length > 0 && `To write, or to look at:\n${found(advice)}`,
    `Decide whether this is so, and change the sentence where it is not:\n${[...claims]
      .map(([decide, sentences]) => `\n${decide}\n${list(sentences.map((each) => `${place(each)} ${each.sentence}`))}`)
      .join('\n')}`,
    unlisted.length > 0 &&
      `Not among the lawyers of the site yet, because the year of admission was not said:\n${list(unlisted)}\nCopy lawyers/_template.md for each.`,
    `Only a lawyer can do this:\n${list(pointsFor(answers))}\n  - each file: when a lawyer has read it, write the day into its fields, like reviewed: 2026-11-22\nThe rest is in content/for-the-firm.md.`,
    `Next:\n  ${set}npm run check:content   says what is still wrong\n  ${set}npm start               shows the site on http://localhost:8888`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
