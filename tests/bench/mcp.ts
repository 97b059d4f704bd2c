/**
 * Calls of MCP, in both eras, against other servers. Each runs in a process of its own, behind HTTP.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeFolder, startServer, temporaryFolder } from '../journeys/server.ts'
import { OUTSIDERS } from '../judged/outsider.ts'
import { runLoad, type LoadRequest, type Target } from './load.ts'
import type { Measured } from './run.ts'
import { alternate, milliseconds, ratio } from './statistics.ts'

const ROUNDS = 3
const SECONDS = 2
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const ERAS = ['2025-11-25', '2026-07-28'] as const
const BASELINE = 'plain SDK 1.32.2, 2025-11-25'

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

/** Rivals: how they are called, which file's argument, which eras they speak. */
const RIVALS: [string, string, readonly string[]][] = [
  ['plain SDK 1.32.2', 'plain', ERAS.slice(0, 1)],
  ...(existsSync(OUTSIDERS)
    ? ([
        ['fastmcp', 'fastmcp', ERAS.slice(0, 1)],
        ['mcp-handler', 'mcp-handler', ERAS],
      ] as [string, string, readonly string[]][])
    : []),
  ['a constant', 'constant', ERAS.slice(0, 1)],
]

export async function mcpCalls(): Promise<Measured> {
  const folder = temporaryFolder()
  const real = await startServer({ DATA_DIR: join(folder, 'data'), RATE_LIMIT_FACTOR: '1000000' })
  const children: ChildProcess[] = []
  try {
    const subjects: Record<string, () => Promise<Record<string, number>>> = {}
    const add = (name: string, era: string, target: Target, tool: string) => {
      subjects[`${name}, ${era}`] = async () => {
        const list = await runLoad(target, question(era as (typeof ERAS)[number], 'tools/list', {}), SECONDS)
        const call = await runLoad(
          target,
          question(era as (typeof ERAS)[number], 'tools/call', { name: tool, arguments: {} }),
          SECONDS,
        )
        return { list: list.perSecond, listP99: list.p99, call: call.perSecond, callP99: call.p99, cpu: call.cpu }
      }
    }
    for (const era of ERAS) add('Front Desk', era, { base: real.base, pid: real.process.pid }, 'get_firm_overview')
    for (const [name, kind, eras] of RIVALS) {
      const child = fork(join(import.meta.dirname, 'rivals.ts'), [kind], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      children.push(child)
      const [port] = (await once(child, 'message')) as [number]
      for (const era of eras) add(name, era, { base: `http://127.0.0.1:${port}`, pid: child.pid }, 'tool_0')
    }
    await alternate(1, subjects)
    const results = await alternate(ROUNDS, subjects)
    const base = results[BASELINE]
    return {
      title: 'MCP: sixteen callers at once, each server in a process of its own',
      goal: 'at least 3× the plain SDK and 1.9× fastmcp, p99 below both',
      head: [
        'server',
        'tools/list per second',
        'p99',
        'to plain',
        'tools/call per second',
        'p99',
        'to plain',
        'CPU per call',
      ],
      rows: Object.entries(results).map(([name, { list = 0, listP99 = 0, call = 0, callP99 = 0, cpu = 0 }]) => [
        name,
        list.toFixed(0),
        milliseconds(listP99),
        ratio(list, base?.list ?? 1),
        call.toFixed(0),
        milliseconds(callP99),
        ratio(call, base?.call ?? 1),
        milliseconds(cpu),
      ]),
    }
  } finally {
    for (const child of children) child.kill()
    await real.end('SIGTERM')
    removeFolder(folder)
  }
}
