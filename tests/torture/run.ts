/**
 * `npm run torture [-- NAME …] [--short] [--write] [--seed NUMBER]`: does to the running server what hurts, one torture after
 * the other, and prints what was lost, there twice or torn. Ends with 1 when a goal is missed. With
 * --write, and without names, the figures replace those in tests/README.md.
 */
import { parseArgs } from 'node:util'
import { MINUTE_MS, SECOND_MS } from '../../src/duration.ts'
import { chosenFrom, circumstances, markdownTable, writeMarkedPart } from '../figures.ts'
import { damagedPage } from './damaged-page.ts'
import { fuzz } from './fuzz.ts'
import { fullDisk, kill } from './kill.ts'
import { mail } from './mail.ts'
import type { Row, Torture } from './torture.ts'

const README = 'tests/README.md'
const ON_DISK = { 'full-disk': fullDisk, 'damaged-page': damagedPage }
const TORTURES: Readonly<Record<string, Torture>> = { kill, mail, ...ON_DISK, fuzz }
/** Their goal is 0. */
const COUNTS = ['lost', 'twice', 'torn', 'failed'] as const
/** Ends a torture that hangs: ten times what a slow machine takes in the short form. */
const HUNG_MS = { short: 5 * MINUTE_MS, full: 20 * MINUTE_MS }

const { values, positionals: names } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
  allowPositionals: true,
})
function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
const tortures = chosenFrom('torture', TORTURES, names)
if (values.write && (names.length > 0 || values.short))
  fail('--write replaces all figures, so it takes no names and not the short form.')
const scale = { isShort: values.short, seed: Number(values.seed) }
if (!Number.isSafeInteger(scale.seed)) fail('--seed takes a whole number.')
// What must be undone is undone at the exit.
process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))

const where = circumstances(README)
console.log(`${where}\nSeed ${scale.seed}.\n`)
const results: [name: string, result: Row][] = []
for (const [name, run] of tortures) {
  const start = performance.now()
  const hungMs = HUNG_MS[scale.isShort ? 'short' : 'full']
  const limit = setTimeout(() => fail(`${name} has hung for ${hungMs / MINUTE_MS} minutes.`), hungMs)
  const result = await run(scale)
  clearTimeout(limit)
  console.log(`${name}: ${((performance.now() - start) / SECOND_MS).toFixed(0)} s`)
  results.push([name, result])
}

const rows = results.map(([name, result]) => [name, result.done, ...COUNTS.map((count) => String(result[count]))])
const table = markdownTable(['torture', 'what was done', 'lost', 'twice', 'torn', '5xx'], rows)
console.log(table)
const missed = results.flatMap(([name, { faults, ...result }]) => [
  ...COUNTS.filter((count) => result[count] !== 0).map((count) => `${name}: ${result[count]} ${count}.`),
  ...new Set(faults.map((fault) => `${name}: ${fault}`)),
])
for (const sentence of missed) console.error(sentence)
if (values.write) {
  writeMarkedPart(README, 'torture', () => `${where} Seed ${scale.seed}.\n\n${table}`)
  console.log(`The figures are in ${README}.`)
}
process.exitCode = missed.length > 0 ? 1 : 0
