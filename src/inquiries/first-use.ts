/**
 * The first use of an idempotency key. For 24 hours every other use is a repetition, and gets what the first one chose.
 *
 * Facts cannot be changed, so each day has its own. To save a round trip, the first request of a day creates the day's opening
 * fact before it knows whether the key was used on the day before. After a day with an opening fact it may therefore be of a
 * repetition, and never counts: the first use of such a day is its renewal.
 */
import { dayAt } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { type Ports, StoreUnavailable } from '../ports.ts'
import { keyOf, readFact } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'

/** How long an idempotency key is remembered. */
export const IDEMPOTENCY_MS = DAY_MS

/** What the first use chose. */
export type FirstUse = FactValue<'idempotency'>

/**
 * Finds the first use of a key, or makes this one the first.
 * @param key with everything that it is scoped to, as one text
 * @param candidate what is stored if this is the first use
 * @returns the candidate itself when this is the first use
 * @throws StoreUnavailable
 */
export async function findFirstUse(
  { store, keyedHash }: Pick<Ports, 'store' | 'keyedHash'>,
  key: string,
  candidate: FirstUse,
): Promise<FirstUse> {
  const [opening, renewal] = await Promise.all([
    keyedHash.mac('idempotency-key', key),
    keyedHash.mac('idempotency-key-renewal', key),
  ])
  const now = Date.parse(candidate.receivedAt)
  const keyOn = (name: string, daysAgo: number) =>
    keyOf(FACTS.idempotency, { day: dayAt(now - daysAgo * DAY_MS), name })
  const readOn = (name: string, daysAgo: number) => readFact(store, FACTS.idempotency, keyOn(name, daysAgo))
  const createToday = (name: string) => store.create(keyOn(name, 0), candidate)
  const readToday = async (name: string) => {
    const first = await readOn(name, 0)
    if (!first) throw new StoreUnavailable('the fact of an idempotency key was there and is gone')
    return first
  }

  const [isOpened, opened] = await Promise.all([createToday(opening), readOn(opening, 1)])
  if (!opened) return isOpened ? candidate : readToday(opening)
  const [openedBefore, renewed] = await Promise.all([readOn(opening, 2), readOn(renewal, 1)])
  const last = openedBefore ? renewed : opened
  if (last && now - Date.parse(last.receivedAt) < IDEMPOTENCY_MS) return last
  return (await createToday(renewal)) ? candidate : readToday(renewal)
}
