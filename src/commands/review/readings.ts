/** What a lawyer has to read: each text together with its translations; and what was read. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitFrontmatter } from '../../firm/text-parts.ts'
import { FIRM_FILE } from '../../settings.ts'
import { type Content, type ContentFile, writeWhole } from '../content/files.ts'
import { changedAfterReview, type Changes, staleReviews, unreadTexts, unreadVersions } from '../content/reviews.ts'

export interface Reading {
  /** Folder and name, the same in each language. */
  key: string
  texts: readonly ContentFile[]
}

const keyOf = ({ folder, name }: ContentFile) => `${folder}/${name}`

export const allReadings = ({ files }: Pick<Content, 'files'>): Reading[] =>
  [...Map.groupBy(files, keyOf)].map(([key, texts]) => ({ key, texts }))

/** Those of which one was never read, was changed since, or was read too long ago. */
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

/** Writes into texts that a lawyer has read them on a day. */
export function markRead(folder: string, files: readonly string[], day: string): void {
  for (const file of files)
    changeFields(join(folder, file), (fields) => `${fields.replace(/^reviewed:.*\n/m, '')}reviewed: ${day}\n`)
}

/** Says in `firm.md` that the words in the program were read, as they are now. */
export function markProgramRead(folder: string, { day, digest }: { day: string; digest: string }): void {
  const entry = `programTexts:\n  reviewed: ${day}\n  digest: "${digest}"\n`
  changeFields(join(folder, FIRM_FILE), (fields) => fields.replace(/^programTexts:.*\n(?:[ \t]+.*\n)*/m, '') + entry)
}

/** Changes the fields of a text, and nothing else of it. */
function changeFields(path: string, change: (fields: string) => string): void {
  const text = readFileSync(path, 'utf8')
  const { fields } = splitFrontmatter(text) ?? { fields: '' }
  const ending = fields.includes('\r\n') ? '\r\n' : '\n'
  const changed = change(fields.replaceAll('\r\n', '\n')).replaceAll('\n', ending)
  writeWhole(
    path,
    text.replace(fields, () => changed),
  )
}
