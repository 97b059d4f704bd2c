/** The largest number of cached results. There is a limit because strangers can send any number of texts. */
export const MAX_CACHED = 1000

/**
 * Memoizes a function of one text, in a cache that is emptied when it is full.
 * @param compute must give the same result for the same text; callers must not change that result
 */
export function memoize<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    if (results.has(text)) return results.get(text) as Result
    const result = compute(text)
    if (results.size >= MAX_CACHED) results.clear()
    results.set(text, result)
    return result
  }
}

/** Memoizes a function without parameters. @param make must not return undefined or null. If it throws, the next call tries again. */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
