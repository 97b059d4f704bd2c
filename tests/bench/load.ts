/** Servers in processes of their own, under load. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadOutsider } from '../judged/outsider.ts'

/** The part of the types of autocannon, which is installed apart from the project, that is used here. */
type Autocannon = (options: object) => Promise<{
  duration: number
  requests: { total: number }
  latency: { p99: number }
  non2xx: number
  errors: number
}>

export const CONNECTIONS = 16

/** Requests per second; CPU time of the server per request, NaN where the system does not tell; latency. Times in milliseconds. */
export type Figure = 'perSecond' | 'cpu' | 'p99'

export interface Target {
  base: string
  pid: number | undefined
}

/** @param script sends its port to its parent */
export async function startRival(script: string, ...args: string[]): Promise<Target & { kill(): boolean }> {
  const child = fork(join(import.meta.dirname, script), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [port] = (await once(child, 'message')) as [number]
  return { base: `http://127.0.0.1:${port}`, pid: child.pid, kill: () => child.kill() }
}

/** Posts the same JSON again and again. @param how options of autocannon: how long, or how often */
export async function runLoad(
  { base, pid }: Target,
  path: string,
  body: object,
  how: { duration: number; headers: object } | { amount: number; idReplacement: true },
): Promise<Record<Figure, number>> {
  const before = cpuOf(pid)
  const autocannon = loadOutsider('autocannon') as Autocannon
  const { duration, requests, latency, non2xx, errors } = await autocannon({
    url: base + path,
    method: 'POST',
    body: JSON.stringify(body),
    connections: CONNECTIONS,
    // Milliseconds between samples: a run ends at the next one.
    sampleInt: 20,
    ...how,
    headers: { 'Content-Type': 'application/json', ...('headers' in how && how.headers) },
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${path} failed`)
  return { perSecond: requests.total / duration, cpu: (cpuOf(pid) - before) / requests.total, p99: latency.p99 }
}

/** CPU time of a process so far, milliseconds, on Linux. A tick is a hundredth of a second there. */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '')
    const [user, system] = fields.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return Number.NaN
  }
}
