/**
 * `npm run mutants [-- FILTER …] [--near] [--write]`: puts one small fault after another into a scratch copy of the project, one
 * copy for each processor, and asks the unit tests. Ends with 1 when fewer than 95 % are noticed, or one that is not explained
 * is not. With --write, and without a filter, the figures and the survivors replace those in tests/README.md.
 *
 * What noticed a mutant the last time is asked first: `noticed-by.json` keeps the names of those test files.
 *
 * A FILTER is a part of a file's path, or of the text of a mutant. With --near only the tests of the folders that use the file
 * are asked, which is quick while tests are written; what survives that may still be noticed by others.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { removeFolder } from '../journeys/server.ts'
import { markdownTable, writeMarkedPart } from '../marked-part.ts'
import { circumstances, measuredOn } from '../measured-on.ts'
import { type Mutant, mutated, occurrences } from './mutant.ts'
import { copyWorkingTree, type Failure, type Part, partsFor, run, testFileOf } from './suite.ts'
import { MUTANTS } from './table.ts'

const README = 'tests/README.md'
/** Test files by mutant. */
const NOTICED_BY = 'tests/mutants/noticed-by.json'
const GOAL = 0.95
/** How often a part is asked in which a test failed only once. */
const MAX_RUNS = 3

const { values, positionals: filters } = parseArgs({
  options: { write: { type: 'boolean', default: false }, near: { type: 'boolean', default: false } },
  allowPositionals: true,
})
if (values.write && (filters.length > 0 || values.near)) {
  console.error('--write replaces all figures, so it takes no filter, and all tests are asked.')
  process.exit(1)
}
const isChosen = ({ file, find, replace }: Mutant) =>
  filters.length === 0 || filters.some((filter) => [file, find, replace].some((text) => text.includes(filter)))
const chosen = MUTANTS.filter(isChosen)
if (chosen.length === 0) {
  console.error(`No mutant has ${filters.join(' or ')} in its file or its text.`)
  process.exit(1)
}

const noticedBy = JSON.parse(readFileSync(NOTICED_BY, 'utf8')) as Record<string, string>
const where = measuredOn(circumstances(README))
/** What the tests say of the code as it is, by part: a part that fails anyway notices nothing. */
const baseline = new Map<string, Promise<Failure>>()

/** @throws Error when the tests of this part fail without any fault */
async function requireSound(part: Part, scratch: string): Promise<void> {
  const name = part.join(' ')
  const said = baseline.get(name) ?? run(part, scratch)
  baseline.set(name, said)
  const failure = await said
  if (failure !== undefined) throw new Error(`A test fails without any fault: ${failure}`)
}

/** @returns the failure of a part that happens again when its file is asked alone: a test that fails now and then notices nothing */
async function repeatedFailure(part: Part, scratch: string): Promise<Failure> {
  for (let time = 1; time <= MAX_RUNS; time++) {
    const failure = await run(part, scratch)
    if (failure === undefined || (await run(testFileOf(failure, part), scratch)) !== undefined) return failure
    console.error(`Failed once, then passed: ${failure}`)
  }
  return undefined
}

/** @returns what noticed the fault; undefined when nothing did */
async function killerOf(mutant: Mutant, scratch: string): Promise<Failure> {
  const path = join(scratch, mutant.file)
  const text = readFileSync(path, 'utf8')
  if (occurrences(text, mutant) !== 1) throw new Error(`The row is out of date: ${nameOf(mutant)}`)
  const parts = partsFor(mutant.file, scratch)
  const last = noticedBy[nameOf(mutant)]
  const known = last !== undefined && existsSync(join(scratch, last)) ? [last] : []
  for (const part of [known, ...(values.near ? parts.slice(0, -1) : parts)]) {
    writeFileSync(path, mutated(text, mutant))
    // What noticed it before did so twice.
    const failure = await (part === known ? run(part, scratch) : repeatedFailure(part, scratch))
    writeFileSync(path, text)
    if (failure === undefined) continue
    const files = testFileOf(failure, part)
    await requireSound(files, scratch)
    const [file, ...others] = files
    if (file !== undefined && others.length === 0) noticedBy[nameOf(mutant)] = file
    return failure
  }
  Reflect.deleteProperty(noticedBy, nameOf(mutant))
  return undefined
}

const oneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, ' ')
const nameOf = ({ file, find, replace }: Mutant) => `${file}: ${oneLine(find)} → ${oneLine(replace) || 'nothing'}`

const survivors: Mutant[] = []
const faults: string[] = []

async function judge(mutant: Mutant, scratch: string): Promise<void> {
  const killer = await killerOf(mutant, scratch)
  console.log(
    `${killer === undefined ? 'SURVIVED' : 'killed  '} ${nameOf(mutant)}${killer ? `\n         by ${killer}` : ''}`,
  )
  if (killer === undefined) survivors.push(mutant)
  if (killer === undefined && mutant.survives === undefined) faults.push(`No test notices ${nameOf(mutant)}`)
  if (killer !== undefined && mutant.survives !== undefined)
    faults.push(`A test notices what the table explains: ${nameOf(mutant)}`)
}

const left = [...chosen]
const scratches = Array.from({ length: Math.min(availableParallelism(), chosen.length) }, copyWorkingTree)
try {
  const judgeNext = async (scratch: string) => {
    for (let mutant = left.shift(); mutant; mutant = left.shift()) await judge(mutant, scratch)
  }
  await Promise.all(scratches.map(judgeNext))
} finally {
  for (const scratch of scratches) removeFolder(scratch)
  const present = MUTANTS.map(nameOf).filter((name) => Object.hasOwn(noticedBy, name))
  const sorted = Object.fromEntries(present.sort().map((name) => [name, noticedBy[name]]))
  writeFileSync(NOTICED_BY, `${JSON.stringify(sorted, null, 2)}\n`)
}

const killed = chosen.length - survivors.length
const share = killed / chosen.length
const summary = `${killed} of ${chosen.length} mutants are noticed: ${(share * 100).toFixed(1)} %, goal ≥ ${GOAL * 100} %.`
console.log(`\n${summary}`)
for (const fault of faults) console.error(fault)
if (values.write) {
  const code = (text: string) => (text === '' ? 'nothing' : `\`${oneLine(text)}\``)
  const rows = survivors.map(({ file, find, replace, survives = 'no reason yet' }) => [
    `\`${file}\``,
    `${code(find)} → ${code(replace)}`,
    survives,
  ])
  writeMarkedPart(README, 'mutants', `**${summary}** ${where}\n\n${markdownTable(['file', 'survivor', 'why'], rows)}`)
}
process.exitCode = share < GOAL || faults.length > 0 ? 1 : 0
