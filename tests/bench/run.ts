/**
 * `npm run bench -- [NAME …]`: how long things take that a decision rests on. Prints tables, for tests/README.md; nothing passes or
 * fails.
 */
import { markdownTable, measuredOn } from '../figures.ts'
import { coldStart } from './cold-start.ts'
import { desk } from './desk.ts'
import { lookUp } from './look-up.ts'
import type { Measured } from './statistics.ts'

const BENCHES: Record<string, () => Promise<Measured>> = { 'cold-start': coldStart, desk, 'look-up': lookUp }

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}. Choose among ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}
const where = measuredOn()
for (const [name, bench] of Object.entries(BENCHES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const { title, head, rows } = await bench()
  console.log(`\n**${title}.** ${where}\n\n${markdownTable(head, rows)}`)
}
