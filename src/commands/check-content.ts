/**
 * `npm run check:content`: says in plain words what is wrong in the content folder, and where. Runs before every build.
 * Exits with 1 on a fault; advice is printed only.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readContentFolder, readContentSettings, SettingsError } from '../settings.ts'
import { type ContentFault, readContent } from './content/files.ts'
import { reportToGitHub } from './content/github.ts'
import { readGlossary } from './content/glossary.ts'
import { reportOn } from './content/report.ts'
import { pathInRepository } from './content/repository.ts'
import { changesAfterReview } from './content/reviews.ts'

const root = resolve(import.meta.dirname, '../..')
const shown = readContentFolder(process.env, (path) => existsSync(join(root, path)))
const folder = resolve(root, shown)
const printFault = (kind: string, { file, line, field, message }: ContentFault) =>
  console.error(`${join(shown, file)}:${line}  ${kind}${field ? `\`${field}\` ` : ''}${message}`)

function readSettings() {
  try {
    return readContentSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}

const settings = readSettings()
const changes = changesAfterReview(folder)
const { faults, advice } = reportOn(readContent(folder), {
  settings,
  now: new Date(),
  glossary: readGlossary(root),
  changes,
})
for (const each of advice) printFault('please look: ', each)
for (const fault of faults) printFault('', fault)
reportToGitHub({ faults, advice }, pathInRepository(folder), process.env, console.log)
if (!changes)
  console.log('No history of the repository here: `reviewed` was not compared with the last change of each text.')
if (faults.length > 0) {
  const count = faults.length === 1 ? 'One thing' : `${faults.length} things`
  console.error(`\n${count} to fix in ${shown}/. Nothing was built.`)
  if (settings.goesOnline)
    console.error(
      'This site is for a public address. If it only shows what Front Desk is, set DEMONSTRATION=true: the invented firm may stay then.',
    )
  process.exit(1)
}
console.log(`${shown}/ is in order.`)
