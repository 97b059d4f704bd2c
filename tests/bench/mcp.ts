/** Calls of MCP, in both eras, against other servers. Each runs in a process of its own, behind HTTP. */
import { removeFolder, startServer, temporaryFolder } from '../journeys/server.ts'
import { type Era, ERAS, LATEST, MODERN } from '../mcp/mcp-client.ts'
import { NO_LIMITS } from '../torture/tortured-server.ts'
import { runLoad, type Figure, startRival, type Target } from './load.ts'
import {
  alternate,
  type Cell,
  type Measured,
  median,
  medianRatio,
  milliseconds,
  ROUNDS,
  type Rounds,
} from './statistics.ts'

/** Of one round. */
const SECONDS = 2
const METHODS = ['tools/list', 'tools/call'] as const
type Method = (typeof METHODS)[number]
const OURS = 'Front Desk'
/** Goals for the ratio of our rate to that of plain, by method. */
const PLAIN_GOALS: Readonly<Partial<Record<Method, string>>> = { 'tools/list': '≥ 5×' }
const FASTMCP_GOAL = '> 1×'
const [PLAIN, FASTMCP] = [`plain SDK 1.32.2, ${LATEST}`, `fastmcp, ${LATEST}`]
/** Whom our rates are compared with, which speak one era, and their argument of `rivals.ts`. */
const RIVALS = { [PLAIN]: 'plain', [FASTMCP]: 'fastmcp' }

export async function mcpCalls(): Promise<Measured> {
  const folder = temporaryFolder()
  const real = await startServer({ DATA_DIR: folder, RATE_LIMIT_FACTOR: NO_LIMITS })
  const rivals: Awaited<ReturnType<typeof startRival>>[] = []
  try {
    const subjects: Record<string, () => Promise<Record<string, number>>> = {}
    const add = (name: string, era: Era, target: Target, tool: string) => {
      subjects[name] = async () => {
        const figures: [string, number][] = []
        for (const method of METHODS) {
          const [message, own] = ERAS[era](method, method === 'tools/call' ? { name: tool, arguments: {} } : {})
          const sent = Object.entries(own).filter(([, value]) => value !== undefined)
          const headers = { Accept: 'application/json, text/event-stream', ...Object.fromEntries(sent) }
          const load = await runLoad(target, '/mcp', message, { duration: SECONDS, headers })
          figures.push(...Object.entries(load).map(([name, value]): [string, number] => [`${method} ${name}`, value]))
        }
        return Object.fromEntries(figures)
      }
    }
    const ours = { base: real.base, pid: real.process.pid }
    add(`${OURS}, ${LATEST}`, 'legacy', ours, 'get_firm_overview')
    add(`${OURS}, ${MODERN}`, 'modern', ours, 'get_firm_overview')
    for (const [name, kind] of Object.entries(RIVALS)) {
      const rival = await startRival('rivals.ts', kind)
      rivals.push(rival)
      add(name, 'legacy', rival, 'tool_0')
    }
    await alternate(1, subjects)
    const results = await alternate(ROUNDS, subjects)
    return {
      title: 'MCP: sixteen callers at once, each server in a process of its own',
      head: ['method', 'server', 'per second', 'to plain', 'to fastmcp', 'p99', 'CPU'],
      rows: METHODS.flatMap((method) => rowsOf(method, results)),
    }
  } finally {
    for (const rival of rivals) rival.kill()
    await real.end('SIGTERM')
    removeFolder(folder)
  }
}

/** The rows of one method: ours with their goals, then those of the others. */
function rowsOf(method: Method, results: Record<string, Rounds<string>>): Cell[][] {
  const rounds = (server: string, name: Figure) => results[server]?.[`${method} ${name}`] ?? []
  const figure = (server: string, name: Figure) => median(rounds(server, name))
  const least = Math.min(...Object.keys(RIVALS).map((rival) => figure(rival, 'p99')))
  return Object.keys(results).map((server) => {
    const isOurs = server.startsWith(OURS)
    const p99 = milliseconds(figure(server, 'p99'))
    const to = (rival: string, goal?: string): Cell => {
      if (server === rival) return ''
      const measured = medianRatio(rounds(server, 'perSecond'), rounds(rival, 'perSecond'))
      return isOurs && goal !== undefined ? { measured, goal } : measured
    }
    return [
      method,
      server,
      figure(server, 'perSecond').toFixed(0),
      to(PLAIN, PLAIN_GOALS[method]),
      to(FASTMCP, FASTMCP_GOAL),
      isOurs ? { measured: p99, goal: `< ${milliseconds(least)}` } : p99,
      Number.isNaN(figure(server, 'cpu')) ? '' : milliseconds(figure(server, 'cpu')),
    ]
  })
}
