/** Keys that have a time in them. */
import type { Clock, Store } from '../ports.ts'

/**
 * Lists the keys of a month, if months are folders and the names in them begin with a time. It lists ten days a call, all calls at once:
 * Netlify Blobs returns a thousand keys a call.
 * @returns in ascending order
 */
export async function listMonth(store: Pick<Store, 'list'>, prefix: string, month: string): Promise<string[]> {
  const tens = [0, 1, 2, 3].map((digit) => store.list(`${prefix}${month}/${month}-${digit}`))
  return (await Promise.all(tens)).flat()
}

const TIME_LENGTH = '2026-11-21T15:04:05.000Z'.length

/**
 * The time for a new key that must sort last, even if the clock was wrong, because the newest fact counts.
 * @param keys the keys so far in ascending order: prefix, time, and anything after it
 * @returns now, or a millisecond after the last key if that is later; ISO 8601
 */
export function timeAfter(clock: Clock, prefix: string, keys: readonly string[]): string {
  const last = keys.at(-1)?.slice(prefix.length, prefix.length + TIME_LENGTH)
  return new Date(Math.max(clock.now().getTime(), (Date.parse(last ?? '') || 0) + 1)).toISOString()
}
