/**
 * What is made when it is first needed, and then kept. A function that just started makes only what its first request needs.
 */

/** @param make gives something else than undefined; what it threw is not kept */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
