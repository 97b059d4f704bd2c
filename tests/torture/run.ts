/**
 * `npm run torture [-- NAME …] [--short] [--seed NUMBER]`: does to the running server what hurts, one torture after the other, and
 * prints what was lost, there twice or torn, as the table in tests/README.md. Ends with 1 when a goal is missed.
 */
import { parseArgs } from 'node:util'
import { MINUTE_MS, SECOND_MS } from '../../src/duration.ts'
import { markdownTable, measuredOn } from '../figures.ts'
import { damagedPage } from './damaged-page.ts'
import { fullDisk } from './full-disk.ts'
import { fuzz } from './fuzz.ts'
import { kill } from './kill.ts'
import { mail } from './mail.ts'
import { cellsOf, HEAD, missedGoals, type Row, type Torture } from './torture.ts'

const TORTURES: Readonly<Record<string, Torture>> = {
  kill,
  mail,
  'full-disk': fullDisk,
  'damaged-page': damagedPage,
  fuzz,
}
/** Ends a torture that hangs: ten times what a slow machine takes in the short form. */
const HUNG_MS = { short: 5 * MINUTE_MS, full: 20 * MINUTE_MS }

const { values, positionals: names } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
  allowPositionals: true,
})
const unknown = names.filter((name) => !(name in TORTURES))
if (unknown.length > 0) {
  console.error(`There is no torture called ${unknown.join(', ')}. Choose among ${Object.keys(TORTURES).join(', ')}.`)
  process.exit(1)
}
const scale = { isShort: values.short, seed: Number(values.seed) }
if (!Number.isSafeInteger(scale.seed)) {
  console.error('--seed takes a whole number.')
  process.exit(1)
}
// What must be undone is undone at the exit.
process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))

console.log(`${measuredOn()} Seed ${scale.seed}.\n`)
const results: [name: string, result: Row][] = []
for (const [name, run] of Object.entries(TORTURES)) {
  if (names.length > 0 && !names.includes(name)) continue
  const start = performance.now()
  const hungMs = HUNG_MS[scale.isShort ? 'short' : 'full']
  const limit = setTimeout(() => {
    console.error(`${name} has hung for ${hungMs / MINUTE_MS} minutes.`)
    process.exit(1)
  }, hungMs)
  const result = await run(scale)
  clearTimeout(limit)
  console.log(`${name}: ${((performance.now() - start) / SECOND_MS).toFixed(0)} s`)
  results.push([name, result])
}

console.log(
  markdownTable(
    HEAD,
    results.map(([name, result]) => cellsOf(name, result)),
  ),
)
const missed = results.flatMap(([name, result]) => missedGoals(name, result))
for (const sentence of missed) console.error(sentence)
process.exitCode = missed.length > 0 ? 1 : 0
