/**
 * Netlify simulated: every dynamic address on Netlify Blobs as it is far away, where calls that wait for one another are what takes time.
 */
import { type Cost, DESK_GOALS, measureAddresses } from '../hosts/round-trips.ts'
import type { Cell, Measured } from './measured.ts'
import { milliseconds } from './statistics.ts'

/** What one call of Netlify Blobs is assumed to take. */
const CALL_MS = 60

/** Calls in words, like `3 writes, 1 list`. */
const inWords = ({ calls }: Cost) =>
  Object.entries(calls)
    .filter(([, number]) => number > 0)
    .map(([verb, number]) => `${number} ${verb}${number === 1 ? '' : 's'}`)
    .join(', ') || 'none'

export async function netlify(): Promise<Measured> {
  const stored = Object.keys(DESK_GOALS).map(Number)
  const measured: Cost[][] = []
  for (const count of stored) measured.push(await measureAddresses(count))
  const cellsOf = ({ rounds, goal }: Cost): Cell[] => [
    goal === undefined ? String(rounds) : { measured: String(rounds), goal: `≤ ${goal}` },
    milliseconds(rounds * CALL_MS),
  ]
  return {
    title: `Netlify simulated: ${CALL_MS} ms a call, 1,000 keys a page of a list; round trips one after the other, up to the answer`,
    head: [
      'request',
      ...stored.flatMap((count) => [`round trips, ${count.toLocaleString('en-US')} inquiries stored`, 'time']),
      'calls, also after the answer',
    ],
    rows: (measured[0] ?? []).map((first, row) => [
      first.what,
      ...measured.flatMap((costs) => cellsOf(costs[row] ?? first)),
      inWords(measured.at(-1)?.[row] ?? first),
    ]),
  }
}
