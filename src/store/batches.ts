/** Does long work in parts, so that other requests run between two parts. */
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../ports.ts'

let latestPause = Promise.resolve()
/** When several callers wait, one of them continues in each round of the event loop. */
export const yieldToOthers = (): Promise<void> => (latestPause = latestPause.then(() => setImmediate()))

/** Must be larger than the 50 rows of a list, so that a page takes one batch. */
const BATCH_SIZE = 64
const MAX_BUSY_MS = 10

/** Splits the items into lists of at most `size`. */
export async function* batchesOf<T>(items: AsyncIterable<T> | Iterable<T>, size: number = BATCH_SIZE) {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Runs at most `batchSize` actions at the same time, to spare the store. Other requests run between two batches. Keeps the order. */
export async function mapInBatches<T, R>(items: readonly T[], action: (item: T) => Promise<R>, batchSize = BATCH_SIZE) {
  const results: R[] = []
  for (let start = 0; start < items.length; start += batchSize) {
    if (start > 0) await yieldToOthers()
    results.push(...(await Promise.all(items.slice(start, start + batchSize).map(action))))
  }
  return results
}

/**
 * No batch starts at or after `endsAt`, milliseconds since 1970.
 * @returns the number of items for which the action was true, and whether all items were done in time
 */
export async function countInTime<T>(
  items: readonly T[],
  { clock, endsAt }: { clock: Clock; endsAt: number },
  action: (item: T) => Promise<boolean>,
) {
  let count = 0
  for await (const batch of batchesOf(items)) {
    if (clock.now().getTime() >= endsAt) return { count, isComplete: false }
    count += (await Promise.all(batch.map(action))).filter(Boolean).length
  }
  return { count, isComplete: true }
}

/** Like `flatMap`, but lets other requests run every few milliseconds. */
export async function flatMapWithPauses<T, R>(items: Iterable<T>, compute: (item: T) => readonly R[]): Promise<R[]> {
  const results: R[] = []
  let resumedAt = 0
  for (const item of items) {
    if (performance.now() - resumedAt > MAX_BUSY_MS) {
      await yieldToOthers()
      resumedAt = performance.now()
    }
    results.push(...compute(item))
  }
  return results
}
