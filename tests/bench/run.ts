/**
 * `npm run bench -- [NAME …] [--short] [--write]`: how fast it is, as ratios to the barest thing that could do the same, measured in the
 * same run. Prints tables; nothing passes or fails. With --write each table replaces the one in tests/README.md. With --short
 * `look-up` has few inquiries; the others are as they are.
 */
import { parseArgs } from 'node:util'
import { chosenFrom, circumstances, markdownTable, writeMarkedPart } from '../figures.ts'
import { coldStart } from './cold-start.ts'
import { desk } from './desk.ts'
import { inquiries } from './inquiries.ts'
import { lookUp } from './look-up.ts'
import { mcpCalls } from './mcp.ts'
import type { Measured } from './statistics.ts'

const README = 'tests/README.md'

type Bench = (short: boolean) => Promise<Measured>
const BENCHES: Record<string, Bench> = { 'cold-start': coldStart, desk, inquiries, 'look-up': lookUp, mcp: mcpCalls }

const { values, positionals: chosen } = parseArgs({
  options: { write: { type: 'boolean', default: false }, short: { type: 'boolean', default: false } },
  allowPositionals: true,
})
if (values.short && values.write) {
  console.error('Figures of --short are not written: leave out --write.')
  process.exit(1)
}
const benches = chosenFrom('bench', BENCHES, chosen)
const where = circumstances(README)
console.log(where)
for (const [name, bench] of benches) {
  const measured = await bench(values.short)
  const table = withGoals(measured)
  console.log(`\n${measured.title}\n\n${table}`)
  if (values.write) writeMarkedPart(README, name, () => `**${measured.title}.** ${where}\n\n${table}`)
}
if (values.write) console.log(`The tables are in ${README}.`)

/** A column that has goals becomes two. */
function withGoals({ head, rows }: Measured): string {
  const hasGoals = head.map((_, index) => rows.some((row) => typeof row[index] === 'object'))
  const cells = rows.map((row) =>
    row.flatMap((cell, index) => {
      const { measured, goal } = typeof cell === 'string' ? { measured: cell, goal: '' } : cell
      return hasGoals[index] ? [measured, goal] : [measured]
    }),
  )
  return markdownTable(
    head.flatMap((name, index) => (hasGoals[index] ? [name, 'goal'] : [name])),
    cells,
  )
}
