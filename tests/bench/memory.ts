/** Memory of a process over many requests that leave nothing behind: it should stay flat. */
import { registerAgent } from '../../src/agents/identity/methods.ts'
import { jsonRequest, openDesk } from '../test-desk.ts'
import type { Cell, Measured } from './measured.ts'
import { ratio } from './statistics.ts'

const TIMES = 200_000
const STEPS = 4
const BATCH_SIZE = 500

export async function registrationMemory(): Promise<Measured> {
  const { service, store } = await openDesk({ factor: 1_000_000 })
  const ports = { ...service, log: () => undefined }
  return heapOver(
    'anonymous registrations',
    () => registerAgent(ports, { type: 'anonymous' }, async () => undefined),
    store.facts,
  )
}

export async function mcpMemory(): Promise<Measured> {
  const desk = await openDesk({ factor: 1_000_000 })
  const call = jsonRequest(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_firm_overview', arguments: {} } },
    { Accept: 'application/json, text/event-stream' },
  )
  return heapOver('calls of an MCP tool', async () => (await desk.send('mcp', '/mcp', call)).text(), desk.store.facts)
}

async function heapOver(
  what: string,
  work: () => Promise<unknown>,
  facts: ReadonlyMap<string, string>,
): Promise<Measured> {
  const rows: Cell[][] = []
  // Loads what is loaded by the first request that needs it.
  await work()
  let first: number | undefined
  for (let done = 0; done <= TIMES; done += TIMES / STEPS) {
    globalThis.gc?.()
    const { heapUsed } = process.memoryUsage()
    first ??= heapUsed
    rows.push([
      done.toLocaleString('en-US'),
      `${(heapUsed / 2 ** 20).toFixed(0)} MiB`,
      { measured: ratio(heapUsed, first), goal: 'flat' },
      String(facts.size),
    ])
    for (let batch = 0; done < TIMES && batch < TIMES / STEPS; batch += BATCH_SIZE)
      await Promise.all(Array.from({ length: BATCH_SIZE }, work))
  }
  return { title: `Memory over ${what}`, head: [what, 'heap', 'to the first', 'facts stored'], rows }
}
