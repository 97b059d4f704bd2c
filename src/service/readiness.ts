/**
 * Readiness: whether the store can be written, read and cleared, and no damage is known. A fact is created, read and removed for it, at most once in a
 * while, so that a flood of requests costs the store nothing.
 */
import { SECOND_MS } from '../duration.ts'
import { type Ports, type Store, StoreUnavailable } from '../ports.ts'
import type { StoreStep } from '../problem.ts'
import { keyOf, writtenAt } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'

type ReadinessPorts = Pick<Ports, 'store' | 'clock' | 'log'>

/** How long a result is used again, from the end of its check, milliseconds. */
const REUSED_MS = 5 * SECOND_MS
/** A store that needs longer than this for a check is not ready, milliseconds. */
const MAX_CHECK_MS = 5 * SECOND_MS

interface Check {
  result: Promise<StoreStep | undefined>
  /** Milliseconds since 1970; undefined while it goes on. */
  endedAt?: number
}

/** The last check of each store: all routes of a process share it. */
const lastChecks = new WeakMap<Store, Check>()

/**
 * Checks the store, or gives the result of the check that goes on, or that ended in the last five seconds.
 * @returns what the store could not do; undefined when it is ready
 */
export function checkReadiness(ports: ReadinessPorts): Promise<StoreStep | undefined> {
  const { store, clock } = ports
  const now = () => clock.now().getTime()
  const last = lastChecks.get(store)
  // The absolute value: a clock that is set back must not keep an old result.
  if (last && (last.endedAt === undefined || Math.abs(now() - last.endedAt) < REUSED_MS)) return last.result
  const check: Check = { result: performCheck(ports).finally(() => (check.endedAt = now())) }
  lastChecks.set(store, check)
  return check.result
}

/** Writes, reads and removes a fact. What a check leaves that fails half-way, housekeeping removes. */
async function performCheck({ store, clock, log }: ReadinessPorts): Promise<StoreStep | undefined> {
  const at = clock.now().toISOString()
  const key = keyOf(FACTS.readinessCheck, { time: at, id: crypto.randomUUID() })
  let step: StoreStep = 'write'
  const perform = async () => {
    if (!(await store.create(key, { at }))) throw new StoreUnavailable('a new key was taken')
    step = 'read'
    if (writtenAt(await store.read(key)) !== Date.parse(at))
      throw new StoreUnavailable('a fact that was just written is not there')
    step = 'remove'
    await store.remove(key)
    step = 'check'
    const damage = store.damage?.()
    if (damage === undefined) return undefined
    log('store.damaged', { reason: damage })
    return step
  }
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable('no answer in time')), MAX_CHECK_MS)
  })
  try {
    return await Promise.race([perform(), tooSlow])
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log('store.unavailable', { failed: step, reason: error.message })
    return step
  } finally {
    clearTimeout(timer)
  }
}
