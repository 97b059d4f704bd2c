import type { Clock, Store } from '../ports.ts'
import { listKeys } from './record.ts'

/** Lists a month in four parallel calls, because Netlify Blobs returns a thousand keys a call. */
export async function listMonth(store: Pick<Store, 'list'>, prefix: string, month: string): Promise<string[]> {
  const tens = [0, 1, 2, 3].map((digit) => listKeys(store, `${prefix}${month}/${month}-${digit}`))
  return (await Promise.all(tens)).flat()
}

const TIME_LENGTH = '2026-11-21T15:04:05.000Z'.length

/** A new key must sort last, even if the clock was wrong, because the newest fact counts. @param keys in ascending order */
export function timeAfter(clock: Clock, prefix: string, keys: readonly string[]): string {
  const last = keys.at(-1)?.slice(prefix.length, prefix.length + TIME_LENGTH)
  return new Date(Math.max(clock.now().getTime(), (Date.parse(last ?? '') || 0) + 1)).toISOString()
}
