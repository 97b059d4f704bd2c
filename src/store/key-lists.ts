/**
 * Lists of keys: of a month, and grouped by what they are about.
 */
import type { Store } from '../ports.ts'

/**
 * Lists the keys of a month, where months are folders and the names in them begin with a time. The tens of days are listed at once: a
 * store that is far away gives a thousand keys a call.
 * @param prefix of the months' folders
 * @param month like 2026-11
 * @returns the keys in ascending order
 * @throws StoreUnavailable
 */
export async function listMonth(store: Pick<Store, 'list'>, prefix: string, month: string): Promise<string[]> {
  const tens = [0, 1, 2, 3].map((digit) => Array.fromAsync(store.list(`${prefix}${month}/${month}-${digit}`)))
  return (await Promise.all(tens)).flat()
}

/**
 * Groups keys by what they are about.
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
