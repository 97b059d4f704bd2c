/** `npm run adopt`: writes a firm's texts from starters and from the firm's answers, and later adds to these texts. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readContentSettings, readOwnContentFolder, SettingsError } from '../settings.ts'
import { answersFile, Lawyer, readAnswers, readDraft } from './adopt/answers.ts'
import { interview } from './adopt/interview.ts'
import { askLawyer, type LawyerChoices, promptsOn } from './adopt/questions.ts'
import { addLawyer, addTo, requireNoFirm, writeSite } from './adopt/own-folder.ts'
import { STARTER_AREAS } from './adopt/starters.ts'
import { readNamedFile, runCommandLine, usageError } from './cli.ts'
import { faultInWords } from './content/faults.ts'
import { writeWhole } from './content/files.ts'
import { ROOT } from './project-folders.ts'

const ANSWERS_FILE = 'firm.yaml'
const STOPPED = 'Stopped. Nothing was written. Run the command again.'

const OPTIONS = { answers: { type: 'string' } } as const
const ARITY = { '': 0, area: 1, lawyer: 0, language: 1 }
const helpValues = { areas: STARTER_AREAS.map(({ slug }) => slug).join(', ') }

await runCommandLine({ name: 'adopt', helpValues, options: OPTIONS, arity: ARITY }, async (word, values, name) => {
  const shown = readOwnContentFolder(process.env)
  const root = resolve(ROOT, shown)
  if (word === 'lawyer') {
    const ask = async (firm: LawyerChoices) => Lawyer.parse(await askLawyer(promptsOn({}, STOPPED), firm))
    return console.log(await addLawyer({ root, shown }, ask))
  }
  if (word !== '') {
    if (!name) throw usageError('adopt', `\`${word}\` needs a name`)
    return console.log(addTo({ root, shown }, word, name))
  }
  requireNoFirm(root, shown)
  const answersPath = join(root, ANSWERS_FILE)
  if (values.answers === undefined) {
    const draft = existsSync(answersPath) ? readDraft(readNamedFile(answersPath)) : {}
    // Saves each answer at once, so that Ctrl-C loses nothing.
    await interview(draft, (answers) => writeWhole(answersPath, answersFile(answers)))
  }
  const file = values.answers ?? answersPath
  const { answers, faults } = readAnswers(file, readNamedFile(file))
  if (!answers)
    throw new SettingsError(`${faults.map((fault) => faultInWords('', fault)).join('\n')}\n\nNothing was written.`)
  console.log(writeSite({ root, shown }, answers, new Date(), readContentSettings(process.env)))
})
