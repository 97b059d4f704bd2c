/**
 * `npm run mutants [-- FOLDER or FILE …] [--write]`: Stryker puts one small fault after another into `src/`, and asks the unit tests that
 * reach its line. What is unchanged since the last time is not asked again. Ends with 1 when of the faults that a test reaches fewer
 * than 88 % are noticed. With --write the figures replace those of the same places in tests/README.md.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { circumstances, markdownTable, writeMarkedPart } from '../figures.ts'

/** Folders of `src/` whose faults cost most. */
const FOLDERS = ['keys', 'agents', 'staff', 'inquiries', 'conflicts', 'store', 'http']
const README = 'tests/README.md'
const GOAL = 0.88

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

type Files = Record<string, { mutants: { status: string }[] }>
const { files } = JSON.parse(readFileSync('.cache/stryker.json', 'utf8')) as { files: Files }
const measured = places.map((place) => {
  const start = place.endsWith('.ts') ? `src/${place}` : `src/${place}/`
  const mutants = Object.entries(files).flatMap(([file, one]) => (file.startsWith(start) ? one.mutants : []))
  const count = (...statuses: string[]) => String(mutants.filter(({ status }) => statuses.includes(status)).length)
  return [`src/${place}`, count('Killed', 'Timeout'), count('Survived'), count('NoCoverage'), where]
})

/** @returns the noticed part of the faults that a test reaches */
function noticedPart(rows: readonly string[][]): number {
  const [noticed, survived] = [1, 2].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0))
  return Number(noticed) / (Number(noticed) + Number(survived))
}
const inWords = (part: number) =>
  `${(part * 100).toFixed(1)} % of the faults that a test reaches are noticed, goal ≥ ${GOAL * 100} %.`
console.log(inWords(noticedPart(measured)))
process.exitCode = noticedPart(measured) < GOAL ? 1 : 0
if (values.write)
  writeMarkedPart(README, 'mutants', (present) => {
    const earlier = [...present.matchAll(/^\| (src.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
    const others = earlier.filter(([place]) => !measured.some((row) => row[0] === place))
    const rows = [...others, ...measured]
    const head = ['place', 'noticed', 'survived', 'reached by no test', 'measured']
    return `**${inWords(noticedPart(rows))}**\n\n${markdownTable(head, rows)}`
  })
