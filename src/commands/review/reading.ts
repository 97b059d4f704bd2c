/** A text with its translations: shown to a lawyer, and marked as read. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillInText } from '../../firm/placeholders.ts'
import { splitFrontmatter } from '../../firm/text-parts.ts'
import { FIRM_FILE } from '../../settings.ts'
import type { Claim } from '../adopt/starters.ts'
import { type Content, type ContentFile, writeWhole } from '../content/files.ts'
import { type Passage, passagesOf, unwrapped } from '../content/passages.ts'
import { changedAfterReview, type Changes, staleReviews, unreadTexts, unreadVersions } from '../content/reviews.ts'

export interface Reading {
  /** Folder and name are the same in each language. */
  key: string
  texts: readonly ContentFile[]
}

export const allReadings = ({ files }: Pick<Content, 'files'>): Reading[] =>
  [...Map.groupBy(files, ({ folder, name }) => `${folder}/${name}`)].map(([key, texts]) => ({ key, texts }))

/** Finds texts that were never read, were changed since, or were read too long ago. */
export function openReadings(content: Content, changes: Changes, now: Date): Reading[] {
  const { files } = content
  const faults = [
    ...unreadTexts(files),
    ...unreadVersions(files),
    ...staleReviews(files, now),
    ...changedAfterReview(files, changes),
  ]
  const open = new Set(faults.map(({ file }) => file))
  return allReadings(content).filter(({ texts }) => texts.some(({ file }) => open.has(file)))
}

const MARK = '►'

/** Shows the languages of each part together, with sentences that may not be true. */
export function shownText({ texts }: Reading, content: Content, claims: readonly Claim[]): string {
  const parts = Map.groupBy(
    texts.flatMap((text) => partsOf(text, content, claims)),
    ({ place }) => place,
  )
  const inLanguages = [...parts.values()].map((same) => same.map(({ text }) => text).join('\n'))
  return [texts.map(({ file }) => file).join('\n'), ...inLanguages].join('\n\n')
}

/** Parts with equal places belong together across languages. */
function partsOf(file: ContentFile, content: Content, claims: readonly Claim[]): { place: string; text: string }[] {
  const filled = (text: string) => fillInText(text, content.values.get(file.language) ?? {})
  // A list is one part.
  const places = Map.groupBy(passagesOf(file), ({ field, line }) => field.split('.')[0] || line)
  let paragraph = 0
  return [...places].map(([place, passages]) => {
    const words = passages.map(({ text }) => unwrapped(filled(text))).join(', ')
    const doubts = claims
      .filter((claim) => claim.file === file.file && passages.some((passage) => isWithin(passage, claim.line)))
      .map(({ decide, sentence }) => `${MARK} ${decide} “${filled(sentence)}”`)
    const isField = typeof place === 'string'
    return {
      place: isField ? place : String(paragraph++),
      text: [isField ? `${place}: ${words}` : words, ...doubts].join('\n'),
    }
  })
}

const isWithin = ({ line, text }: Passage, found: number) => found >= line && found < line + text.split('\n').length

export function markRead(folder: string, files: readonly string[], day: string): void {
  for (const file of files)
    changeFields(join(folder, file), (fields) => `${fields.replace(/^reviewed:.*\n/m, '')}reviewed: ${day}\n`)
}

export function markProgramRead(folder: string, { day, digest }: { day: string; digest: string }): void {
  const entry = `programTexts:\n  reviewed: ${day}\n  digest: "${digest}"\n`
  changeFields(join(folder, FIRM_FILE), (fields) => fields.replace(/^programTexts:.*\n(?:[ \t]+.*\n)*/m, '') + entry)
}

/** Keeps the body and the line ends as they are. */
function changeFields(path: string, change: (fields: string) => string): void {
  const text = readFileSync(path, 'utf8')
  const { fields = '' } = splitFrontmatter(text) ?? {}
  const ending = fields.includes('\r\n') ? '\r\n' : '\n'
  const changed = change(fields.replaceAll('\r\n', '\n')).replaceAll('\n', ending)
  writeWhole(
    path,
    text.replace(fields, () => changed),
  )
}
