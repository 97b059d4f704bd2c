/** Calls of MCP, in both eras, against other servers. Each runs in a process of its own, behind HTTP. */
import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeFolder, startServer, temporaryFolder } from '../journeys/server.ts'
import { OUTSIDERS } from '../judged/outsider.ts'
import { runLoad, type Figure, type LoadRequest, type Target } from './load.ts'
import type { Cell, Measured } from './measured.ts'
import { alternate, median, medianRatio, milliseconds, type Rounds, ROUNDS } from './statistics.ts'

/** Of one round. */
const SECONDS = 2
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const ERAS = ['2025-11-25', '2026-07-28'] as const
const METHODS = ['tools/list', 'tools/call'] as const
const OURS = 'Front Desk'
/** Goals for the ratio of our rate to that of plain, by method. */
const PLAIN_GOALS: Readonly<Partial<Record<(typeof METHODS)[number], string>>> = { 'tools/list': '≥ 5×' }
const FASTMCP_GOAL = '> 1×'
/** Whom our rates are compared with, by name and era. */
const PLAIN = 'plain SDK 1.32.2, 2025-11-25'
const FASTMCP = 'fastmcp, 2025-11-25'

function question(era: (typeof ERAS)[number], method: string, params: Record<string, unknown>): LoadRequest {
  const modern = era === ERAS[1]
  const headers = {
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': era,
    ...(modern && { 'Mcp-Method': method, ...('name' in params && { 'Mcp-Name': String(params.name) }) }),
  }
  return {
    path: '/mcp',
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, ...(modern && { _meta: META }) } }),
  }
}

/** How the rivals are called, which speak one era, and their argument of `rivals.ts`. */
const RIVALS = Object.entries({ [PLAIN]: 'plain', ...(existsSync(OUTSIDERS) && { [FASTMCP]: 'fastmcp' }) })

export async function mcpCalls(): Promise<Measured> {
  const folder = temporaryFolder()
  const real = await startServer({ DATA_DIR: join(folder, 'data'), RATE_LIMIT_FACTOR: '1000000' })
  const children: ChildProcess[] = []
  try {
    const subjects: Record<string, () => Promise<Record<string, number>>> = {}
    const add = (name: string, era: (typeof ERAS)[number], target: Target, tool: string) => {
      subjects[name] = async () => {
        const figures: [string, number][] = []
        for (const method of METHODS) {
          const params = method === 'tools/call' ? { name: tool, arguments: {} } : {}
          const load = await runLoad(target, question(era, method, params), SECONDS)
          figures.push(...Object.entries(load).map(([name, value]): [string, number] => [`${method} ${name}`, value]))
        }
        return Object.fromEntries(figures)
      }
    }
    for (const era of ERAS) add(`${OURS}, ${era}`, era, { base: real.base, pid: real.process.pid }, 'get_firm_overview')
    for (const [name, kind] of RIVALS) {
      const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc']
      const child = fork(join(import.meta.dirname, 'rivals.ts'), [kind], { stdio })
      children.push(child)
      const [port] = (await once(child, 'message')) as [number]
      add(name, ERAS[0], { base: `http://127.0.0.1:${port}`, pid: child.pid }, 'tool_0')
    }
    await alternate(1, subjects)
    const results = await alternate(ROUNDS, subjects)
    return {
      title: 'MCP: sixteen callers at once, each server in a process of its own',
      head: ['method', 'server', 'per second', 'to plain', 'to fastmcp', 'p99', 'CPU'],
      rows: METHODS.flatMap((method) => rowsOf(method, results)),
    }
  } finally {
    for (const child of children) child.kill()
    await real.end('SIGTERM')
    removeFolder(folder)
  }
}

/** The rows of one method: ours with their goals, then those of the others. */
function rowsOf(method: (typeof METHODS)[number], results: Record<string, Rounds<string>>): Cell[][] {
  const rounds = (server: string, name: Figure) => results[server]?.[`${method} ${name}`] ?? []
  const figure = (server: string, name: Figure) => median(rounds(server, name))
  const rivals = [PLAIN, FASTMCP].filter((server) => server in results)
  return Object.keys(results).map((server) => {
    const isOurs = server.startsWith(OURS)
    const p99 = figure(server, 'p99')
    const to = (rival: string, goal?: string): Cell => {
      if (!rivals.includes(rival) || server === rival) return ''
      const measured = medianRatio(rounds(server, 'perSecond'), rounds(rival, 'perSecond'))
      return isOurs && goal !== undefined ? { measured, goal } : measured
    }
    const least = Math.min(...rivals.map((rival) => figure(rival, 'p99')))
    return [
      method,
      server,
      figure(server, 'perSecond').toFixed(0),
      to(PLAIN, PLAIN_GOALS[method]),
      to(FASTMCP, FASTMCP_GOAL),
      isOurs ? { measured: milliseconds(p99), goal: `< ${milliseconds(least)}` } : milliseconds(p99),
      Number.isNaN(figure(server, 'cpu')) ? '' : milliseconds(figure(server, 'cpu')),
    ]
  })
}
