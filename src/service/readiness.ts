/** Checks that the store writes, reads and removes, and knows no damage. Reuses the result, so that floods do not reach the store. */
import { SECOND_MS } from '../duration.ts'
import { type Ports, type Store, StoreUnavailable } from '../ports.ts'
import type { StoreStep } from '../problem.ts'
import { keyOf, writtenAt, createRecord, readValue } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'

type ReadinessPorts = Pick<Ports, 'store' | 'clock' | 'log'>

const REUSED_MS = 5 * SECOND_MS
/** A store that needs longer for a check is not ready. */
const MAX_CHECK_MS = 5 * SECOND_MS

/** All routes of a process share the last check of a store. `endedAt`: milliseconds since 1970; undefined during the check. */
const lastChecks = new WeakMap<Store, { result: Promise<StoreStep | undefined>; endedAt?: number }>()

/** @returns the failed step; undefined when the store is ready */
export function checkReadiness(ports: ReadinessPorts): Promise<StoreStep | undefined> {
  const { store, clock } = ports
  const now = () => clock.now().getTime()
  const last = lastChecks.get(store)
  // The absolute value: a clock that is set back must not keep an old result.
  if (last && (last.endedAt === undefined || Math.abs(now() - last.endedAt) < REUSED_MS)) return last.result
  const result = performCheck(ports).finally(() => lastChecks.set(store, { result, endedAt: now() }))
  lastChecks.set(store, { result })
  return result
}

async function performCheck({ store, clock, log }: ReadinessPorts): Promise<StoreStep | undefined> {
  const at = clock.now().toISOString()
  const key = keyOf(RECORDS.readinessCheck, { time: at, id: crypto.randomUUID() })
  let step: StoreStep = 'write'
  const perform = async () => {
    if (!(await createRecord(store, key, { at }))) throw new StoreUnavailable('a new key was taken')
    step = 'read'
    if (writtenAt(await readValue(store, key)) !== Date.parse(at))
      throw new StoreUnavailable('a record that was just written is not there')
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
