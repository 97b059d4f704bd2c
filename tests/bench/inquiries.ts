/**
 * Inquiries on one machine, sixteen at once: checked, sealed, stored with two messages, and signed for. The messages are sent meanwhile to
 * the mailbox in memory. `bare.ts` says what the others do.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { API_ROOT } from '../../src/site.ts'
import { removeFolder, startServer, temporaryFolder } from '../journeys/server.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { NO_LIMITS } from '../torture/tortured-server.ts'
import type { Cell, Measured } from './measured.ts'
import { alternate, median, medianRatio, milliseconds, ROUNDS } from './statistics.ts'

const CONNECTIONS = 16
const COUNT = 5000
const OURS = 'Front Desk'
/** Servers in a process of their own, and the arguments of `bare.ts`. */
const BARE: Record<string, string[]> = {
  'bare: node:http, JSON.parse, one INSERT': ['bare.db'],
  'bare, with an X25519 secret and an ES256 signature': ['sealed.db', 'sealed'],
}

export async function inquiries(): Promise<Measured> {
  const folder = temporaryFolder()
  const ours = await startServer({ DATA_DIR: folder, RATE_LIMIT_FACTOR: NO_LIMITS })
  const children: ChildProcess[] = []
  try {
    const subjects: Record<string, () => ReturnType<typeof load>> = { [OURS]: () => load(ours.port, ours.process.pid) }
    for (const [name, [file = '', ...how]] of Object.entries(BARE)) {
      const child = fork(join(import.meta.dirname, 'bare.ts'), [join(folder, file), ...how])
      children.push(child)
      const [port] = (await once(child, 'message')) as [number]
      subjects[name] = () => load(port, child.pid)
    }
    // The code is compiled in the first round.
    await alternate(1, subjects)
    const measured = await alternate(ROUNDS, subjects)
    const { perSecond = [], cpu = [] } = measured[OURS] ?? {}
    const [bare] = Object.keys(BARE)
    const to = (name: string, ratio: string, goal: string) => (name === bare ? { measured: ratio, goal } : ratio)
    return {
      title: `Inquiries on one machine with two messages each, ${CONNECTIONS} at once, median of ${ROUNDS} rounds of ${COUNT}`,
      head: ['server', 'per second', 'Front Desk to it', 'CPU', 'Front Desk to it'],
      rows: Object.entries(measured).map(([name, figures]): Cell[] => {
        const rate = median(figures.perSecond).toFixed(0)
        const time = milliseconds(median(figures.cpu))
        if (name === OURS) return [name, { measured: rate, goal: '≥ 1000' }, '', time, '']
        const [toRate, toTime] = [medianRatio(perSecond, figures.perSecond), medianRatio(cpu, figures.cpu)]
        return [name, rate, to(name, toRate, '≥ 0.6×'), time, to(name, toTime, '≤ 3×')]
      }),
    }
  } finally {
    for (const child of children) child.kill()
    await ours.end('SIGTERM')
    removeFolder(folder)
  }
}

let number = 0

/** @returns inquiries per second, and CPU time of the server for each, milliseconds */
async function load(port: number, pid: number | undefined): Promise<{ perSecond: number; cpu: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const last = number + COUNT
  const send = async () => {
    while (number < last) {
      number += 1
      const body = JSON.stringify({ ...VALID_INQUIRY, email: `ana${number}@example.com` })
      const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
      const sent = request({ port, path: `${API_ROOT}/inquiries`, method: 'POST', agent, headers }).end(body)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      if (response.statusCode !== 202) throw new Error(`an inquiry was answered with ${response.statusCode}`)
      await once(response.resume(), 'end')
    }
  }
  const [start, before] = [performance.now(), cpuOf(pid)]
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
  const figures = { perSecond: (COUNT * 1000) / (performance.now() - start), cpu: (cpuOf(pid) - before) / COUNT }
  agent.destroy()
  return figures
}

/** CPU time of a process so far, milliseconds, on Linux. A tick is a hundredth of a second there. */
function cpuOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
