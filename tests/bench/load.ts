/** Servers under load: starts the real one and a bare one, and measures both in turn. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { removeFolder, startServer, temporaryFolder } from '../journeys/server.ts'
import { OUTSIDERS } from '../judged/outsider.ts'
import type { Cell } from './measured.ts'
import { alternate, median, medianRatio, milliseconds, type Rounds, ROUNDS } from './statistics.ts'

/** The part of the types of autocannon, which is installed apart from the project, that is used here. */
type Autocannon = (options: LoadRequest & { url: string; duration: number; connections: number }) => Promise<{
  requests: { mean: number; total: number }
  latency: { p50: number; p99: number }
  non2xx: number
  errors: number
}>

/** Of one round. */
const SECONDS = 5
const CONNECTIONS = 16

/** Requests per second; CPU time of the server per request, NaN where the system does not tell; latencies. Times in milliseconds. */
export type Figure = 'perSecond' | 'cpu' | 'p50' | 'p99'
/** What was measured of the service and of the bare server. */
type Compared = Record<'ours' | 'bare', Rounds<Figure>>

export interface LoadRequest {
  path: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** A server to measure. */
export interface Target {
  base: string
  pid: number | undefined
}

/**
 * Puts the same request to the real server and to a bare one.
 * @param request makes the request, given the address of the real server
 * @param bare arguments for `bare.ts`, given a temporary folder
 */
export async function compare(
  request: LoadRequest | ((base: string) => Promise<LoadRequest>),
  bare: (folder: string) => string[],
): Promise<Compared> {
  const folder = temporaryFolder()
  const real = await startServer({ DATA_DIR: join(folder, 'data'), RATE_LIMIT_FACTOR: '1000000' })
  const child = fork(join(import.meta.dirname, 'bare.ts'), bare(folder), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const [port] = (await once(child, 'message')) as [number]
    const question = typeof request === 'function' ? await request(real.base) : request
    const ours = { base: real.base, pid: real.process.pid }
    const other = { base: `http://127.0.0.1:${port}`, pid: child.pid }
    await alternate(1, { ours: () => runLoad(ours, question, 1), bare: () => runLoad(other, question, 1) })
    return await alternate(ROUNDS, { ours: () => runLoad(ours, question), bare: () => runLoad(other, question) })
  } finally {
    child.kill()
    await real.end('SIGTERM')
    removeFolder(folder)
  }
}

/** Goals for the ratios of ours to bare; a ratio without one has none. */
export type Goals = Partial<Record<'perSecond' | 'cpu' | 'p99', string>>

/** The two rows of a table: medians of the rounds, and of their ratios. */
export function rowsOf({ ours, bare }: Compared, bareName: string, goals: Goals): Cell[][] {
  const compared = (name: keyof Goals): Cell => {
    if (ours[name].some(Number.isNaN)) return ''
    const measured = medianRatio(ours[name], bare[name])
    const goal = goals[name]
    return goal === undefined ? measured : { measured, goal }
  }
  const row = (name: string, { perSecond, cpu, p50, p99 }: Rounds<Figure>) => [
    name,
    median(perSecond).toFixed(0),
    cpu.some(Number.isNaN) ? '' : milliseconds(median(cpu)),
    milliseconds(median(p50)),
    milliseconds(median(p99)),
  ]
  return [
    [...row('Front Desk', ours), compared('perSecond'), compared('cpu'), compared('p99')],
    [...row(bareName, bare), '', '', ''],
  ]
}
export const HEAD = ['server', 'per second', 'CPU', 'p50', 'p99', 'rate to bare', 'CPU to bare', 'p99 to bare']

export async function runLoad(
  { base, pid }: Target,
  { path, method, headers, body }: LoadRequest,
  duration = SECONDS,
): Promise<Record<Figure, number>> {
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const before = cpuOf(pid)
  const autocannon = createRequire(`${OUTSIDERS}/`)('autocannon') as Autocannon
  const { requests, latency, non2xx, errors } = await autocannon({
    url: base + path,
    path,
    method,
    headers: { ...type, ...headers },
    ...(body !== undefined && { body }),
    duration,
    connections: CONNECTIONS,
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${path} failed`)
  return { perSecond: requests.mean, cpu: (cpuOf(pid) - before) / requests.total, p50: latency.p50, p99: latency.p99 }
}

/** CPU time of a process so far, milliseconds, on Linux. A tick is a hundredth of a second there. */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}
