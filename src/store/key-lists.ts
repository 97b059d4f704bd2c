/** Lists of keys whose names begin with a time. */
import type { Clock, Store } from '../ports.ts'

/**
 * Lists the keys of a month, where months are folders and the names in them begin with a time. The tens of days are listed at once: a
 * store that is far away gives a thousand keys a call.
 * @param prefix of the months' folders
 * @returns the keys in ascending order
 */
export async function listMonth(store: Pick<Store, 'list'>, prefix: string, month: string): Promise<string[]> {
  const tens = [0, 1, 2, 3].map((digit) => store.list(`${prefix}${month}/${month}-${digit}`))
  return (await Promise.all(tens)).flat()
}

const TIME_LENGTH = '2026-11-21T15:04:05.000Z'.length

/**
 * The time for a key that must be the last of its list, whatever the clock says: of such facts the newest counts.
 * @param keys the list: a prefix, a time, and anything after that; in ascending order
 * @returns now, or just after the last key where that is later; ISO 8601
 */
export function timeAfter(clock: Clock, prefix: string, keys: readonly string[]): string {
  const last = keys.at(-1)?.slice(prefix.length, prefix.length + TIME_LENGTH)
  return new Date(Math.max(clock.now().getTime(), (Date.parse(last ?? '') || 0) + 1)).toISOString()
}
