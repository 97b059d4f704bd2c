/**
 * A copy of the sample's texts for a test to edit.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { checkContent } from '../../../src/commands/content/faults.ts'
import { type ContentFault, readContent } from '../../../src/commands/content/files.ts'
import { SAMPLE_CONTENT } from '../../../src/settings.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'

export interface EditedContent {
  /** The content folder. */
  root: string
  change(file: string, from: string | RegExp, to: string): void
  append(file: string, text: string): void
  /** Line of the first place that holds the text. */
  lineOf(file: string, text: string): number
  read(): ReturnType<typeof readContent>
}

/** The copy goes away with the test. */
export function editContent(): EditedContent {
  const root = temporaryFolder()
  onTestFinished(() => removeFolder(root))
  cpSync(SAMPLE_CONTENT, root, { recursive: true })
  const path = (file: string) => join(root, file)
  const textOf = (file: string) => readFileSync(path(file), 'utf8')
  return {
    root,
    change(file, from, to) {
      const [before, after] = [textOf(file), textOf(file).replace(from, to)]
      if (after === before) throw new Error(`${file} does not hold ${from}`)
      writeFileSync(path(file), after)
    },
    append: (file, text) => writeFileSync(path(file), `${textOf(file)}\n${text}\n`),
    lineOf: (file, text) =>
      textOf(file)
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1,
    read: () => readContent(root),
  }
}

const PUBLISHED = readContent(SAMPLE_CONTENT)

/** What we publish, with more text at the end of one file; faster than a copy. */
export const publishedWith = (file: string, text: string): typeof PUBLISHED => ({
  ...PUBLISHED,
  files: PUBLISHED.files.map((each) => (each.file === file ? { ...each, body: `${each.body}\n${text}\n` } : each)),
})

/** A fault as the command prints it. */
export const printed = ({ file, line, field, message }: ContentFault): string => `${file}:${line} ${field} ${message}`

/** What the check finds, as printed. */
export const faultsIn = (content: EditedContent): string[] =>
  checkContent(content.read(), ['https://firm.example']).map(printed)

/** Writes a file, in a folder that may be new. */
export function save({ root }: EditedContent, file: string, bytes: string | Uint8Array): void {
  mkdirSync(join(root, dirname(file)), { recursive: true })
  writeFileSync(join(root, file), bytes)
}
