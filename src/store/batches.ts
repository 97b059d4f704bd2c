/**
 * Many things, some of them at the same time.
 */

/** Calls to the store that are under way together. */
const BATCH_SIZE = 20

/**
 * Does the same with each, some at a time, so that a long list neither takes for ever nor floods the store.
 * @returns what came of each, in the order of the list
 */
export async function mapInBatches<T, R>(
  items: readonly T[],
  action: (item: T) => Promise<R>,
  batchSize: number = BATCH_SIZE,
): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += batchSize) {
    results.push(...(await Promise.all(items.slice(start, start + batchSize).map(action))))
  }
  return results
}
