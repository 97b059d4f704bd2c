/**
 * The thread that asks for an address again and again: see `waits.ts`.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Asked, Waits } from './waits.ts'

/** Between two requests, milliseconds. */
const PAUSE_MS = 4
/** Of a millisecond. */
const NANOSECONDS = 1e6
/** Requests that do not count, while code is compiled. */
const WARM_UP = 30

const { address, pid } = workerData as Asked
const waits: Waits = { request: 0, own: 0, machine: 0, answered: 0 }
const state = { isOver: false }

/** How long the main thread of the server was ready to run and got no processor, milliseconds; 0 where the system does not tell. */
function withoutProcessor(): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / NANOSECONDS
  } catch {
    return 0
  }
}

async function ask(): Promise<{ all: number; own: number } | undefined> {
  const [start, before] = [performance.now(), withoutProcessor()]
  try {
    await (await fetch(address)).arrayBuffer()
    const all = performance.now() - start
    return { all, own: all - (withoutProcessor() - before) }
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
  if (taken) {
    waits.request = Math.max(waits.request, taken.all)
    waits.own = Math.max(waits.own, taken.own)
    waits.answered += 1
  }
  waits.machine = Math.max(waits.machine, await lateness())
}
parentPort?.postMessage(waits)
