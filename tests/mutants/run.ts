/**
 * `npm run mutants [-- FOLDER or FILE …] [--write]`: Stryker puts one small fault after another into `src/`, and asks the unit tests that
 * reach its line. What is unchanged since the last time is not asked again. Ends with 1 when of the faults that a test reaches fewer
 * than 88 % are noticed. With --write the figures replace those in tests/README.md.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { circumstances, markdownTable, writeMarkedPart } from '../figures.ts'

/** Folders of `src/` whose faults cost most. */
const FOLDERS = ['keys', 'agents', 'staff', 'inquiries', 'conflicts', 'store', 'http']
const README = 'tests/README.md'
const GOAL = 0.88

/** The part of Stryker's report that is read here. */
interface Report {
  files: Record<string, { mutants: { status: string }[] }>
}

const options = { write: { type: 'boolean', default: false } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const places = positionals.length > 0 ? positionals : FOLDERS
const where = circumstances(README)
const mutate = places.map((place) => (place.endsWith('.ts') ? `src/${place}` : `src/${place}/**/*.ts`)).join(',')
execFileSync(
  process.execPath,
  ['tests/tools/node_modules/.bin/stryker', 'run', 'tests/mutants/stryker.config.json', '--mutate', mutate],
  { stdio: 'inherit' },
)

const { files } = JSON.parse(readFileSync('.cache/stryker.json', 'utf8')) as Report
const figures = places.map((place) => {
  const start = place.endsWith('.ts') ? `src/${place}` : `src/${place}/`
  const mutants = Object.entries(files).flatMap(([file, one]) => (file.startsWith(start) ? one.mutants : []))
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length
  return { place, noticed: count('Killed', 'Timeout'), survived: count('Survived'), unreached: count('NoCoverage') }
})
const sum = (name: 'noticed' | 'survived') => figures.reduce((all, figure) => all + figure[name], 0)
const share = sum('noticed') / (sum('noticed') + sum('survived'))
const summary = `${(share * 100).toFixed(1)} % of the faults that a test reaches are noticed, goal ≥ ${GOAL * 100} %.`
console.log(summary)
if (values.write) {
  const head = ['place', 'noticed', 'survived', 'reached by no test']
  const rows = figures.map(({ place, ...counts }) => [`src/${place}`, ...Object.values(counts).map(String)])
  writeMarkedPart(README, 'mutants', `**${summary}** ${where}\n\n${markdownTable(head, rows)}`)
}
process.exitCode = share < GOAL ? 1 : 0
