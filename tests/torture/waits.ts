/**
 * The longest that a request waits while a server is busy with others. Another thread asks and takes the time, so that what
 * keeps this one busy does not count.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { API_ROOT } from '../../src/site.ts'
import type { TorturedServer } from './tortured-server.ts'

/** The most that a request may wait for others, besides what the machine takes; milliseconds. */
export const WAIT_GOAL_MS = 50

/** Milliseconds. */
export interface Waits {
  /** The longest from sending a request to its answer. */
  request: number
  /** The same, each without the time that the server was ready to run and got no processor. Linux tells it. */
  own: number
  /** The longest that a timer was late in the thread that asked: what the machine itself takes. */
  machine: number
  /** How many requests were answered. */
  answered: number
}

/** What the other thread asks, and of which process. */
export interface Asked {
  address: string
  /** When it starts again, its time without a processor is not known. */
  pid: number | undefined
}

/**
 * Runs an action, and asks for `HEALTH` again and again until it ends. Requests that no server takes do not count.
 */
export async function watched<T>(server: TorturedServer, act: () => Promise<T>): Promise<[result: T, waits: Waits]> {
  const worker = new Worker(new URL('wait-worker.ts', import.meta.url), {
    workerData: { address: server.base + HEALTH, pid: server.pid() } satisfies Asked,
  })
  try {
    // It has begun.
    await once(worker, 'message')
    const result = await act()
    worker.postMessage('stop')
    const [waits] = (await once(worker, 'message')) as [Waits]
    return [result, waits]
  } finally {
    await worker.terminate()
  }
}

/** What a server answers from a file that it has in memory. */
export const HEALTH = `${API_ROOT}/health`
