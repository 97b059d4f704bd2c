/** A copy of the sample's texts for a test to edit. Each text was reviewed on the same day, whatever the sample itself says. */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ContentFault } from '../../../src/commands/content/fault.ts'
import { readContent } from '../../../src/commands/content/files.ts'
import { applyRules } from '../../../src/commands/content/passages.ts'
import { type Circumstances, reportOn } from '../../../src/commands/content/report.ts'
import { wordingRules } from '../../../src/commands/content/text-rules.ts'
import { LANGUAGES } from '../../../src/language.ts'
import { readContentSettings, SAMPLE_CONTENT } from '../../../src/settings.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'

/** The day on which a lawyer reviewed each text, and on which the wording of the notices was adopted. */
const REVIEWED = '2026-11-22'
/** The time of each check. */
const NOW = new Date('2026-11-24T12:00:00Z')

/** Copies files of the sample into a folder. */
function copyTexts(root: string, files: readonly string[] = ['']) {
  for (const file of files) cpSync(join(SAMPLE_CONTENT, file), join(root, file), { recursive: true })
  for (const file of globSync('**/*.md', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    writeFileSync(join(root, file), text.replace(/^(reviewed|version): .*/gm, `$1: ${REVIEWED}`))
  }
}

export type EditedContent = ReturnType<typeof editContent>

/**
 * The copy goes away with the test.
 * @param files the only ones to copy, which is faster; without them, all
 */
export function editContent(files?: readonly string[]) {
  const root = temporaryFolder()
  onTestFinished(() => removeFolder(root))
  copyTexts(root, files)
  const path = (file: string) => join(root, file)
  const textOf = (file: string) => readFileSync(path(file), 'utf8')
  return {
    root,
    change(file: string, from: string | RegExp, to: string) {
      const [before, after] = [textOf(file), textOf(file).replace(from, to)]
      if (after === before) throw new Error(`${file} does not hold ${from}`)
      writeFileSync(path(file), after)
    },
    append: (file: string, text: string) => writeFileSync(path(file), `${textOf(file)}\n${text}\n`),
    /** Writes a file, in a folder that may be new. */
    save(file: string, bytes: string | Uint8Array) {
      mkdirSync(dirname(path(file)), { recursive: true })
      writeFileSync(path(file), bytes)
    },
    /** Line of the first place that holds the text. */
    lineOf: (file: string, text: string) =>
      textOf(file)
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1,
    read: () => readContent(root),
  }
}

const PUBLISHED = readPublished()
function readPublished() {
  const root = temporaryFolder()
  copyTexts(root)
  const content = readContent(root)
  removeFolder(root)
  return { ...content, root: SAMPLE_CONTENT }
}

/** What we publish, with more text at the end of one file; faster than a copy. */
export const publishedWith = (file: string, text: string): typeof PUBLISHED => ({
  ...PUBLISHED,
  files: PUBLISHED.files.map((each) => (each.file === file ? { ...each, body: `${each.body}\n${text}\n` } : each)),
})

/**
 * The wordings that stop a build, in a text of any kind: that of a document, or of a table in the program.
 * @returns what is wrong with each, a line of text
 */
export function olderIn(text: string): string[] {
  const body = text.replaceAll('\\n', '\n')
  const files = LANGUAGES.map((language) => ({
    language,
    file: '',
    name: '',
    folder: '',
    data: {},
    body,
    bodyLine: 1,
    lineOf: () => 1,
  }))
  const found = applyRules(files, wordingRules({ files }, true))
  return [...new Set(found.map(({ message }) => message))]
}

/** A fault as the command prints it. */
export const printed = ({ file, line, field, message }: ContentFault): string => `${file}:${line} ${field} ${message}`

/** What the check says of texts, as printed. */
export function reportIn(
  content: ReturnType<typeof readContent>,
  env: Record<string, string> = {},
  more: Partial<Circumstances> = {},
): Record<'faults' | 'advice', string[]> {
  const { faults, advice } = reportOn(content, { settings: readContentSettings(env), now: NOW, ...more })
  return { faults: faults.map(printed), advice: advice.map(printed) }
}

/** The faults of a copy. */
export const faultsIn = (content: EditedContent): string[] => reportIn(content.read()).faults
