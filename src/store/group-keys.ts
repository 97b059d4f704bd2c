/**
 * Groups listed keys by what they are about.
 */

/**
 * @param keys keys of one thing next to each other, as `list` returns them
 * @param idOf what a key is about
 * @returns each thing with its keys
 */
export async function* groupKeys(
  keys: AsyncIterable<string>,
  idOf: (key: string) => string,
): AsyncGenerator<[id: string, keys: string[]]> {
  let [id, group]: [string, string[]] = ['', []]
  for await (const key of keys) {
    const nextId = idOf(key)
    if (nextId !== id && group.length > 0) yield [id, group]
    if (nextId !== id) [id, group] = [nextId, []]
    group.push(key)
  }
  if (group.length > 0) yield [id, group]
}
