/**
 * Servers under load: starts the real one and a bare one, and measures both in turn.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { removeFolder, startServer, temporaryFolder } from '../journeys/server.ts'
import { alternate } from './statistics.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 16

export interface Load {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export interface Question {
  path: string
  method: 'GET' | 'POST'
  body?: string
}

/**
 * Puts the same request to the real server and to a bare one.
 * @param bare arguments for `bare.ts`, given a temporary folder
 */
export async function compare(question: Question, bare: (folder: string) => string[]): Promise<Record<'ours' | 'bare', Load>> {
  const folder = temporaryFolder()
  const real = await startServer({ DATA_DIR: join(folder, 'data'), RATE_LIMIT_FACTOR: '1000000' })
  const child = fork(join(import.meta.dirname, 'bare.ts'), bare(folder), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  try {
    const [port] = (await once(child, 'message')) as [number]
    const bareBase = `http://127.0.0.1:${port}`
    await alternate(1, { ours: () => fire(real.base, question, 1), bare: () => fire(bareBase, question, 1) })
    return await alternate(ROUNDS, { ours: () => fire(real.base, question), bare: () => fire(bareBase, question) })
  } finally {
    child.kill()
    await real.end('SIGTERM')
    removeFolder(folder)
  }
}

async function fire(base: string, { path, method, body }: Question, duration = SECONDS): Promise<Record<keyof Load, number>> {
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const { requests, latency, non2xx, errors } = await autocannon({ url: base + path, method, headers, body, duration, connections: CONNECTIONS })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${path} failed`)
  return { perSecond: requests.mean, p50: latency.p50, p99: latency.p99 }
}
