/** Writes into texts that a lawyer has read them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitFrontmatter } from '../../firm/text-parts.ts'
import { FIRM_FILE } from '../../settings.ts'
import { writeWhole } from '../content/files.ts'

/**
 * @param folder the content folder
 * @param files paths within it
 * @param day like 2026-11-22
 */
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
