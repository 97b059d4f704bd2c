/** A copy of the sample's texts for a test to edit, all reviewed on the same day. */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ContentFault } from '../../../src/commands/content/faults.ts'
import { readContent } from '../../../src/commands/content/files.ts'
import { applyRules } from '../../../src/commands/content/passages.ts'
import { type CheckOptions, reportOn } from '../../../src/commands/content/report.ts'
import { wordingRules } from '../../../src/commands/content/text-rules.ts'
import { LANGUAGES } from '../../../src/language.ts'
import { readContentSettings, SAMPLE_CONTENT } from '../../../src/settings.ts'
import { removedWithTest, removeFolder, temporaryFolder } from '../../journeys/server.ts'

/** All texts were reviewed, and the wording of the notices adopted, on this day. */
const REVIEWED = '2026-11-22'
const NOW = new Date('2026-11-24T12:00:00Z')

function copyTexts(root: string, files: readonly string[] = ['']) {
  for (const file of files) cpSync(join(SAMPLE_CONTENT, file), join(root, file), { recursive: true })
  for (const file of globSync('**/*.md', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    writeFileSync(join(root, file), text.replace(/^(reviewed|version): .*/gm, `$1: ${REVIEWED}`))
  }
}

export type EditedContent = ReturnType<typeof editContent>

/** The copy goes away with the test. @param files copying only these is faster */
export function editContent(files?: readonly string[]) {
  const root = removedWithTest()
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
    save(file: string, bytes: string | Uint8Array) {
      mkdirSync(dirname(path(file)), { recursive: true })
      writeFileSync(path(file), bytes)
    },
    lineOf: (file: string, text: string) => textOf(file).split(text)[0]?.split('\n').length ?? 0,
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

/** This is faster than a copy with more text at the end of one file. */
export const publishedWith = (file: string, text: string): typeof PUBLISHED => ({
  ...PUBLISHED,
  files: PUBLISHED.files.map((each) => (each.file === file ? { ...each, body: `${each.body}\n${text}\n` } : each)),
})

/** @returns a line for each wording that stops a build */
export function olderIn(text: string): string[] {
  const body = text.replaceAll('\\n', '\n')
  const file = { file: '', name: '', folder: '', data: {}, body, bodyLine: 1, lineOf: () => 1, digest: '' }
  const files = LANGUAGES.map((language) => ({ ...file, language }))
  const found = applyRules(files, wordingRules({ files }, true))
  return [...new Set(found.map(({ message }) => message))]
}

export const printed = ({ file, line, field, message }: ContentFault): string => `${file}:${line} ${field} ${message}`

export function reportIn(
  content: ReturnType<typeof readContent>,
  env: Record<string, string> = {},
  more: Partial<CheckOptions> = {},
): Record<'faults' | 'advice', string[]> {
  const { faults, advice } = reportOn(content, { settings: readContentSettings(env), now: NOW, ...more })
  return { faults: faults.map(printed), advice: advice.map(printed) }
}

export const faultsIn = (content: EditedContent): string[] => reportIn(content.read()).faults
