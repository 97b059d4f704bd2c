/**
 * `npm run adopt`: asks a firm about a dozen questions and writes its own texts from starters; or takes the answers from a file.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readContentSettings, readOwnContentFolder, SettingsError } from '../settings.ts'
import { Answers, answersFile, readAnswers, type TypedAnswers } from './adopt/answers.ts'
import { interview, Stopped } from './adopt/interview.ts'
import { requireEmpty, writeSite, writeTexts } from './adopt/own-folder.ts'
import { readCommandLine, runCommand, usageError } from './cli.ts'
import { faultOnLine } from './content/fault.ts'
import { ROOT } from './project-folders.ts'

const COMMAND = 'adopt'
const HELP = `Writes a firm's own texts into content/, or into the folder that CONTENT_DIR names.

  npm run adopt                        asks about the firm, and keeps the answers in firm.yaml beside the texts
  npm run adopt -- --answers FILE      takes the answers from a file, like content/starters/firm.yaml
  --help                               this text

Nothing is written before all answers can be taken, and no file is ever overwritten.`

const OPTIONS = { answers: { type: 'string' }, help: { type: 'boolean', default: false } } as const

const KEPT_ANSWERS = 'firm.yaml'

await runCommand(async () => {
  const { values, positionals } = readCommandLine(COMMAND, OPTIONS)
  if (values.help) return void console.log(HELP)
  if (positionals.length > 0) throw usageError(COMMAND, 'it takes options only')
  const shown = readOwnContentFolder(process.env)
  const root = resolve(ROOT, shown)
  requireEmpty(root, shown, values.answers === undefined ? [KEPT_ANSWERS] : [])
  const typed = values.answers === undefined ? await typedAnswers() : undefined
  const answers = typed ? Answers.parse(typed) : answersFrom(values.answers ?? '')
  // First of all: what was typed is not lost, whatever happens to the rest.
  if (typed) writeTexts(root, new Map([[KEPT_ANSWERS, answersFile(typed)]]))
  console.log(writeSite({ root, shown }, answers, new Date(), readContentSettings(process.env)))
})

async function typedAnswers(): Promise<TypedAnswers> {
  try {
    return await interview()
  } catch (error) {
    throw error instanceof Stopped ? new SettingsError('Stopped. Nothing was written.') : error
  }
}

function answersFrom(file: string): Answers {
  const { answers, faults } = readAnswers(file, textOf(file))
  if (answers) return answers
  const lines = faults.map(({ line, ...fault }) => `${file}:${line}  ${faultOnLine(fault)}`)
  throw new SettingsError(`${lines.join('\n')}\n\nNothing was written.`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError(`${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}
