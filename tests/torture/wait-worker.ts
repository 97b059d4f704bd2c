/**
 * The thread that asks for an address again and again: see `waits.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Waits } from './waits.ts'

/** Between two requests, milliseconds. */
const PAUSE_MS = 4
/** Requests that do not count, while code is compiled. */
const WARM_UP = 30

const waits: Waits = { request: 0, machine: 0, answered: 0 }
const state = { isOver: false }

async function ask(): Promise<number | undefined> {
  const start = performance.now()
  try {
    await (await fetch(workerData as string)).arrayBuffer()
    return performance.now() - start
  } catch {
    return undefined
  }
}

async function lateness(): Promise<number> {
  const start = performance.now()
  await sleep(PAUSE_MS)
  return performance.now() - start - PAUSE_MS
}

for (let count = 0; count < WARM_UP; count++) await ask()
parentPort?.once('message', () => (state.isOver = true))
parentPort?.postMessage('begun')
while (!state.isOver) {
  const taken = await ask()
  if (taken !== undefined) {
    waits.request = Math.max(waits.request, taken)
    waits.answered += 1
  }
  waits.machine = Math.max(waits.machine, await lateness())
}
parentPort?.postMessage(waits)
