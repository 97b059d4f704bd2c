/**
 * Many things, some of them at the same time.
 */

/** Calls to the store that are under way together. */
const AT_ONCE = 20

/**
 * Does the same with each, some at a time, so that a long list neither takes for ever nor floods the store.
 * @returns what came of each, in the order of the list
 */
export async function inTurns<T, R>(
  things: readonly T[],
  act: (thing: T) => Promise<R>,
  atOnce: number = AT_ONCE,
): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < things.length; start += atOnce) {
    results.push(...(await Promise.all(things.slice(start, start + atOnce).map(act))))
  }
  return results
}
