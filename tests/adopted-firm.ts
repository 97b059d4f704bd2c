/** A copy of the project that a firm has adopted, from a file of answers. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readAnswers } from '../src/commands/adopt/answers.ts'
import { writeSite } from '../src/commands/adopt/own-folder.ts'
import { openDecisions } from '../src/commands/content/decisions.ts'
import { readContent } from '../src/commands/content/files.ts'
import { addToRecord, programSubject, textSubject } from '../src/commands/content/record.ts'
import { programDigests } from '../src/commands/program-texts.ts'
import type { Language } from '../src/language.ts'
import { SAMPLE_CONTENT, STARTER_CONTENT } from '../src/settings.ts'
import { copyProject } from './project-copy.ts'

/** Traces of the sample that must not be found anywhere. */
export const OF_THE_SAMPLE = /heron|fennimarsh|palatka|putnam|example landing|386.{0,2}555/i

export const FIRMS = {
  /** Two languages, six areas, none of them animals. */
  rivas: 'tests/commands/adopt/rivas-ortega.yaml',
  /** English only, two lawyers, Saturdays, five areas, one of them of its own. */
  diaz: 'tests/commands/adopt/diaz-cole.yaml',
} as const

/** Runs a command in the folder of a project. @param typed lines for its questions */
export function run(project: string, line: readonly string[], env: Record<string, string> = {}, typed = '') {
  const [command = '', ...args] = line
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('src/commands', `${command}.ts`), ...args], {
    cwd: project,
    encoding: 'utf8',
    input: typed,
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  return { code: status, stdout, stderr }
}

export const TRIAL = { addresses: [], demonstration: false, goesOnline: false, retentionDays: 180 }

/** Writes the texts of a firm without a command. @param changes of its file of answers @returns what the command says */
export function writeTexts(root: string, firm: string, ...changes: readonly [from: string | RegExp, to: string][]) {
  const text = changes.reduce((before, [from, to]) => before.replace(from, to), readFileSync(firm, 'utf8'))
  const { answers, faults } = readAnswers('firm.yaml', text)
  if (!answers) throw new Error(JSON.stringify(faults))
  return writeSite({ root, shown: root }, answers, new Date(), TRIAL)
}

/** @returns the folder of the project; its texts are in `content/` */
export function adopt(answers: string, project = copyProject()): string {
  const { code, stderr } = run(project, ['adopt', '--answers', resolve(answers)])
  if (code !== 0) throw new Error(stderr)
  return project
}

/** Does what is left to the lawyer: fills the brackets, and confirms each text and the words in the program. */
export function finish(project: string, day: string): void {
  for (const file of globSync(join(project, 'content/**/[!_]*.md'), {
    exclude: [SAMPLE_CONTENT, STARTER_CONTENT].map((folder) => join(project, folder, '**')),
  })) {
    const text = readFileSync(file, 'utf8')
    if (!text.startsWith('---\n')) continue
    const isLetter = file.includes('/replies/')
    const isRead = text.replace('---\n', `---\nreviewed: ${day}\n`).replace(/^version: .*/m, `version: ${day}`)
    writeFileSync(file, isLetter ? isRead : isRead.replace(/\[([^[\]]+)\](?!\()/g, '$1'))
  }
  confirmAll(join(project, 'content'), { day, who: 'Ana Diaz' })
}

/** Writes into the record that a lawyer has read and decided all, or all in one language. */
export function confirmAll(root: string, by: { day: string; who: string }, only?: Language): void {
  const { files, languages } = readContent(root)
  const isRead = (language: Language) => only === undefined || language === only
  const program = languages.filter(isRead).map((language) => programSubject(language, programDigests()))
  const texts = files.filter(({ language }) => isRead(language)).map(textSubject)
  const all = [...texts, ...program, ...openDecisions(root).map(({ subject }) => subject)]
  addToRecord(
    root,
    all.map(({ what, digest }) => ({ ...by, what, answer: 'yes', digest })),
  )
}
