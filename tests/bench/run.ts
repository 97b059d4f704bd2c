/**
 * `npm run bench [NAME …]`: how fast it is, as ratios to the barest thing that could do the same, measured in the same run.
 * Prints tables; nothing passes or fails.
 */
import Table from 'cli-table3'
import { bearer, exchanges, registration } from './agents.ts'
import { build } from './build.ts'
import { polling } from './claims.ts'
import { coldStart } from './cold-start.ts'
import { deskPages } from './desk.ts'
import { inquiries } from './inquiries.ts'
import { mcpCalls } from './mcp.ts'
import { mcpMemory, registrationMemory } from './memory.ts'
import { staticFacts } from './static.ts'

/** One table: what was measured, the goal, and the rows. */
export interface Measured {
  title: string
  goal: string
  head: string[]
  rows: string[][]
}

const BENCHES: Record<string, () => Promise<Measured>> = {
  'cold-start': coldStart,
  inquiries,
  desk: deskPages,
  static: staticFacts,
  registration,
  exchange: exchanges,
  bearer,
  mcp: mcpCalls,
  polling,
  memory: registrationMemory,
  'mcp-memory': mcpMemory,
  build,
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}. Choose among ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}
console.log(`Node ${process.version}, ${process.platform} ${process.arch}`)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const { title, goal, head, rows } = await bench()
  const table = new Table({
    head,
    style: { head: [], border: [] },
    colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')),
  })
  table.push(...rows)
  console.log(`\n${title}. Goal: ${goal}.\n${table}`)
}
