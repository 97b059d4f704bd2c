/**
 * Keeps what a function gave: for the texts it was last asked about, because most requests come from few callers, or once, because a
 * function that just started makes only what its first request needs.
 */

/** Texts remembered, so that a flood of made-up ones cannot fill the memory. */
export const MAX_REMEMBERED = 1000

/**
 * @param compute gives the same for the same text, and nothing that is changed later
 * @returns the same function, which computes only what it does not remember; when it remembers too many it forgets all
 */
export function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    if (results.has(text)) return results.get(text) as Result
    const result = compute(text)
    if (results.size >= MAX_REMEMBERED) results.clear()
    results.set(text, result)
    return result
  }
}

/** @param make gives something else than undefined; what it threw is not kept */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
