/** Bounded concurrency for calls to the store. */
import { setImmediate } from 'node:timers/promises'

let latestTurn = Promise.resolve()
/** Lets others run. Of those that wait for it, one goes on in each turn of the event loop. */
export const nextTurn = (): Promise<void> => (latestTurn = latestTurn.then(() => setImmediate()))

/** A page of 50 and its search for a next one fit into one. */
const BATCH_SIZE = 64
/** How long is computed before other requests have a turn. */
const MAX_TURN_MS = 10

/** Groups the items of a long list, so that only some of them are in memory. */
export async function* batchesOf<T>(
  items: AsyncIterable<T> | Iterable<T>,
  size: number = BATCH_SIZE,
): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Runs an action on each item, `batchSize` at a time: faster than one by one, without flooding the store. Others run between
 * the batches, also on a store that answers at once.
 */
export async function mapInBatches<T, R>(
  items: readonly T[],
  action: (item: T) => Promise<R>,
  batchSize: number = BATCH_SIZE,
): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += batchSize) {
    if (start > 0) await nextTurn()
    results.push(...(await Promise.all(items.slice(start, start + batchSize).map(action))))
  }
  return results
}

/** Computes something of many items, and lets others run meanwhile. */
export async function inTurns<T, R>(items: Iterable<T>, compute: (item: T) => readonly R[]): Promise<R[]> {
  const results: R[] = []
  let begunAt = 0
  for (const item of items) {
    if (performance.now() - begunAt > MAX_TURN_MS) {
      await nextTurn()
      begunAt = performance.now()
    }
    results.push(...compute(item))
  }
  return results
}
