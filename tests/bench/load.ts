/** A server under load. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { OUTSIDERS } from '../judged/outsider.ts'

/** The part of the types of autocannon, which is installed apart from the project, that is used here. */
type Autocannon = (options: LoadRequest & { url: string; duration: number; connections: number }) => Promise<{
  requests: { mean: number; total: number }
  latency: { p99: number }
  non2xx: number
  errors: number
}>

const CONNECTIONS = 16

/** Requests per second; CPU time of the server per request, NaN where the system does not tell; latency. Times in milliseconds. */
export type Figure = 'perSecond' | 'cpu' | 'p99'

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

/** Puts the same request to a server for so many seconds. */
export async function runLoad(
  { base, pid }: Target,
  { path, method, headers, body }: LoadRequest,
  duration: number,
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
  return { perSecond: requests.mean, cpu: (cpuOf(pid) - before) / requests.total, p99: latency.p99 }
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
