/** `npm run adopt`: asks a firm about a dozen questions and writes its own texts from starters; or takes the answers from a file. */
import { resolve } from 'node:path'
import { readContentSettings, readOwnContentFolder, SettingsError } from '../settings.ts'
import { Answers, answersFile, readAnswers } from './adopt/answers.ts'
import { interview } from './adopt/interview.ts'
import { requireEmpty, writeSite, writeTexts } from './adopt/own-folder.ts'
import { readNamedFile, runCommandLine } from './cli.ts'
import { faultOnLine } from './content/fault.ts'
import { ROOT } from './project-folders.ts'

const HELP = `Writes a firm's own texts into content/, or into the folder that CONTENT_DIR names.

  npm run adopt                        asks about the firm, and keeps the answers in firm.yaml beside the texts
  npm run adopt -- --answers FILE      takes the answers from a file, like content/starters/firm.yaml
  --help                               this text

Nothing is written until all answers are valid, and no file is ever overwritten.`

const KEPT_ANSWERS = 'firm.yaml'

const OPTIONS = { answers: { type: 'string' } } as const

await runCommandLine({ name: 'adopt', help: HELP, options: OPTIONS, words: { '': 0 } }, async (_word, values) => {
  const shown = readOwnContentFolder(process.env)
  const root = resolve(ROOT, shown)
  requireEmpty(root, shown, values.answers === undefined ? [KEPT_ANSWERS] : [])
  const typed = values.answers === undefined ? await interview() : undefined
  const answers = typed ? Answers.parse(typed) : answersFrom(values.answers ?? '')
  // First of all: what was typed is not lost, whatever happens to the rest.
  if (typed) writeTexts(root, new Map([[KEPT_ANSWERS, answersFile(typed)]]))
  console.log(writeSite({ root, shown }, answers, new Date(), readContentSettings(process.env)))
})

function answersFrom(file: string): Answers {
  const { answers, faults } = readAnswers(file, readNamedFile(file))
  if (answers) return answers
  const lines = faults.map(({ line, ...fault }) => `${file}:${line}  ${faultOnLine(fault)}`)
  throw new SettingsError(`${lines.join('\n')}\n\nNothing was written.`)
}
