/**
 * `npm run adopt`: asks a firm about a dozen questions and writes its own texts from starters; or takes the answers from a file.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { officeDay } from '../dates.ts'
import { readContentSettings, readOwnContentFolder, SettingsError } from '../settings.ts'
import { Answers } from './adopt/firm-answers.ts'
import { answersFile, readAnswers, type TypedAnswers } from './adopt/answers-file.ts'
import { askAll, type Terminal } from './adopt/ask.ts'
import { logoName } from './adopt/firm-texts.ts'
import { copyInto, requireEmpty, writeTexts } from './adopt/own-folder.ts'
import { summaryOf } from './adopt/summary.ts'
import { textsOf } from './adopt/texts.ts'
import { readCommandLine, runCommand, usageError } from './cli.ts'
import { readContent } from './content/files.ts'
import { readGlossary } from './content/glossary.ts'
import { faultOnLine } from './content/fault.ts'
import { reportOn } from './content/report.ts'
import { ROOT } from './project-folders.ts'

const COMMAND = 'adopt'
const HELP = `Writes a firm's own texts into content/, or into the folder that CONTENT_DIR names.

  npm run adopt                        asks about the firm, and keeps the answers in _answers.yaml beside the texts
  npm run adopt -- --answers FILE      takes the answers from a file, like one that was kept
  --help                               this text

Nothing is written before all answers can be taken, and no file is ever overwritten.`

const OPTIONS = { answers: { type: 'string' }, help: { type: 'boolean', default: false } } as const

/** The underscore keeps it out of the site. */
const KEPT_ANSWERS = '_answers.yaml'

await runCommand(async () => {
  const { values, positionals } = readCommandLine(COMMAND, OPTIONS)
  if (values.help) return void console.log(HELP)
  if (positionals.length > 0) throw usageError(COMMAND, 'it takes options only')
  const shown = readOwnContentFolder(process.env)
  const root = resolve(ROOT, shown)
  requireEmpty(root, shown, values.answers === undefined ? [KEPT_ANSWERS] : [])
  const typed = values.answers === undefined ? await typedAnswers() : undefined
  const answers = typed ? Answers.parse(typed) : answersFrom(values.answers ?? '')
  const now = new Date()
  // First of all: what was typed is not lost, whatever happens to the rest.
  if (typed) writeTexts(root, new Map([[KEPT_ANSWERS, answersFile(typed)]]))
  if (answers.logo) copyInto(root, logoName(answers.logo), answers.logo)
  writeTexts(root, textsOf(answers, officeDay(now)))
  const content = readContent(root)
  const settings = { ...readContentSettings(process.env), goesOnline: false }
  const found = reportOn(content, { settings, now, glossary: readGlossary(ROOT), changes: undefined })
  console.log(summaryOf(shown, answers, content, found))
})

async function typedAnswers(): Promise<TypedAnswers> {
  console.log(
    'This asks about your firm and writes the texts of its site. What stands in [ ] is taken when you type nothing. Ctrl-C stops, and nothing is written.',
  )
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY })
  const next = lines[Symbol.asyncIterator]()
  const terminal: Terminal = {
    print: (text) => console.log(text),
    async ask(prompt) {
      lines.setPrompt(prompt)
      lines.prompt()
      const { done, value } = await next.next()
      return done ? undefined : value
    },
  }
  const typed = await askAll(terminal)
  lines.close()
  if (!typed) throw new SettingsError('\nStopped. Nothing was written.')
  return typed
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
