/**
 * The index of attempts that may still wait for a decision, by the time they were started: the desk finds the newest without
 * looking through a flood, and housekeeping the ones that ran out.
 */
import type { AgentPorts } from '../agent-ports.ts'
import { keysByClaim, startedKey } from '../claim-keys.ts'
import { hasDecision } from '../decision.ts'
import { isoFromSeconds, nowSeconds } from '../registration.ts'
import { mapInBatches } from '../../store/batches.ts'
import { keyOf } from '../../store/fact.ts'
import { FACTS } from '../../store/facts.ts'
import type { Store } from '../../ports.ts'
import { attemptIdsOf, startOf } from './attempt.ts'
import { CLAIM_WINDOW_SECONDS } from './claim-token.ts'

const COMPLETE = keyOf(FACTS.completeIndex, { index: 'started' })
/** Stores whose index is known to be complete. */
const complete = new WeakSet<Pick<Store, 'list'>>()

/**
 * Adds the attempts that were started before there was an index. The store remembers that it was done.
 * @returns true when the index was complete already
 * @throws StoreUnavailable
 */
export async function completeStartedIndex(ports: Pick<AgentPorts, 'store' | 'clock'>): Promise<boolean> {
  const { store, clock } = ports
  if (complete.has(store)) return true
  const wasComplete = (await store.read(COMPLETE)) !== undefined
  if (!wasComplete) {
    const since = isoFromSeconds(nowSeconds(ports) - CLAIM_WINDOW_SECONDS)
    const missing: { at: string; key: string }[] = []
    for await (const [registration, keys] of keysByClaim(store)) {
      const starts = hasDecision(registration, keys) ? [] : attemptIdsOf(registration, keys).map(startOf)
      for (const at of starts.filter((start) => start >= since)) missing.push({ at, key: startedKey(at, registration) })
    }
    await mapInBatches(missing, ({ at, key }) => store.create(key, { at }))
    await store.create(COMPLETE, { at: clock.now().toISOString() })
  }
  complete.add(store)
  return wasComplete
}
