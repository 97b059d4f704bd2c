/**
 * Housekeeping: removes expired facts, and inquiries whose retention period is over. Open and retained inquiries, confirmed
 * addresses, members of the staff and the audit trail are kept.
 */
import { removeExpired, type SweepResult } from '../inquiries/erasure.ts'
import { removeFormerLists } from '../inquiries/known-party-list.ts'
import { mapInBatches, nextTurn } from '../store/batches.ts'
import { type FactRow, prefixOf, writtenAt } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { finishErasuresWithMail } from './erase-inquiry.ts'
import type { Store } from '../ports.ts'
import type { HostPorts } from './service.ts'
import { HOUR_MS, SECOND_MS } from '../duration.ts'

interface RetentionRule {
  prefix: string
  /** How long a fact is kept after it was written, milliseconds. */
  keepMs: number
  /** Whether its keys begin with a time, so that the oldest come first. */
  isOldestFirst: boolean
}

/** The fractional parts of its multiples are evenly spread between 0 and 1. */
const GOLDEN_RATIO = 0.618_033_988_749

/**
 * Each prefix of facts that expire, from the table of facts; others are kept. Those that a flood can multiply come last and
 * get the remaining time, first those of which the oldest come first, because they are not looked through.
 */
export const RETENTION_RULES: readonly RetentionRule[] = retentionRules()

/** A run starts no removal after this: a scheduled function has 30 seconds, and settling days comes last. */
const MAX_RUN_MS = 20 * SECOND_MS
/** The same of `removeOldest`, which runs beside the requests. */
const MAX_OLDEST_MS = 5 * SECOND_MS
/** Kinds of facts looked at in parallel: most have nothing to remove, and a look is a call of a store far away. */
const KINDS_AT_ONCE = 5
/** Facts of a kind checked in parallel. */
const BATCH_SIZE = 50

/** Number of removed facts by kind; kinds with none are left out. */
export type RemovedCounts = Record<string, number>

/**
 * Runs housekeeping once. The firm's promises come first: erasures and the retention period. Then a few kinds of
 * facts at a time get a share of the remaining time, so that a flood of one kind does not starve the others.
 * @returns what was removed
 * @throws StoreUnavailable
 */
export async function runHousekeeping(
  ports: Pick<HostPorts, 'store' | 'clock' | 'log' | 'retentionDays'>,
): Promise<RemovedCounts> {
  const now = () => ports.clock.now().getTime()
  const startedAt = now()
  await finishErasuresWithMail(ports)
  const removed: RemovedCounts = {}
  const incompleteKinds: string[] = []
  const addResult = (kind: string, { count, isComplete }: SweepResult) => {
    if (count > 0) removed[kind] = count
    if (!isComplete) incompleteKinds.push(kind)
  }
  addResult('inquiries', await removeExpired(ports, ports.retentionDays, startedAt + MAX_RUN_MS / 2))
  const endsAt = startedAt + MAX_RUN_MS
  for (let first = 0; first < RETENTION_RULES.length; first += KINDS_AT_ONCE) {
    const until = now() + (endsAt - now()) / Math.ceil((RETENTION_RULES.length - first) / KINDS_AT_ONCE)
    await Promise.all(
      RETENTION_RULES.slice(first, first + KINDS_AT_ONCE).map(async (rule) =>
        addResult(rule.prefix.slice(0, -1), await sweep(ports, rule, until)),
      ),
    )
  }
  // Logged before settling: a long settling may be cut off by the platform, and the next run continues it.
  ports.log('housekeeping.removed', {
    ...removed,
    ...(incompleteKinds.length > 0 && { cutOff: incompleteKinds.join(' ') }),
  })
  await removeFormerLists(ports)
  ports.log('housekeeping.done')
  return removed
}

/** Facts with the same prefix have the same lifetime. */
function retentionRules(): RetentionRule[] {
  const rules = new Map<string, RetentionRule & { isFlooded: boolean }>()
  for (const row of Object.values<FactRow>(FACTS)) {
    if (typeof row.removed === 'string') continue
    const { afterMs, isFlooded = false } = row.removed
    const prefix = prefixOf(row)
    const isOldestFirst = /^<(time|day)>/.test(row.pattern.slice(prefix.length))
    rules.set(prefix, { prefix, keepMs: afterMs, isOldestFirst, isFlooded })
  }
  return [...rules.values()].sort(
    (one, other) =>
      Number(one.isFlooded) - Number(other.isFlooded) || Number(other.isOldestFirst) - Number(one.isOldestFirst),
  )
}

/**
 * Removes what ran out of the kinds of which the oldest come first, and looks at nothing else. Costs next to nothing when there
 * is nothing to remove, so it can run often and keep up with a flood.
 * @throws StoreUnavailable
 */
export async function removeOldest(ports: Pick<HostPorts, 'store' | 'clock'>): Promise<void> {
  const until = ports.clock.now().getTime() + MAX_OLDEST_MS
  for (const rule of RETENTION_RULES.filter(({ isOldestFirst }) => isOldestFirst)) await sweep(ports, rule, until)
}

/**
 * Removes what ran out of one kind.
 * @param until begins nothing after this, milliseconds since 1970
 */
async function sweep(
  { store, clock }: Pick<HostPorts, 'store' | 'clock'>,
  { prefix, keepMs, isOldestFirst }: RetentionRule,
  until: number,
): Promise<SweepResult> {
  const now = clock.now().getTime()
  const before = now - keepMs
  let count = 0
  const removeOld = async (keys: readonly string[]) => {
    const outcomes = await mapInBatches(
      keys,
      async (key) => {
        // A fact without a time is kept: its age is unknown.
        const isOld = writtenAt(await store.read(key)) < before
        if (isOld) await store.remove(key)
        return isOld
      },
      BATCH_SIZE,
    )
    count += outcomes.filter(Boolean).length
    await nextTurn()
  }
  // A fact is never older than the time in its key, so facts with a recent key are not read.
  const isYoung = (key: string) => earliestWriteTime(key) >= before
  const candidates = isOldestFirst ? oldestFirst(store, prefix, isYoung) : rotated(store, prefix, isYoung, now)
  let batch: string[] = []
  for await (const key of candidates) {
    batch.push(key)
    if (batch.length < BATCH_SIZE) continue
    if (clock.now().getTime() >= until) return { count, isComplete: false }
    await removeOld(batch)
    batch = []
  }
  const isComplete = batch.length === 0 || clock.now().getTime() < until
  if (isComplete) await removeOld(batch)
  return { count, isComplete }
}

type IsYoung = (key: string) => boolean

/** The keys that may be old, of a kind of which the oldest come first. */
async function* oldestFirst({ list }: Pick<Store, 'list'>, prefix: string, isYoung: IsYoung): AsyncGenerator<string> {
  for await (const key of list(prefix)) {
    if (isYoung(key)) return
    yield key
  }
}

/**
 * The keys that may be old, from another one on in each run, so that runs that are cut off still reach all of them over time.
 * Holds no more than one key of each batch: a list of all that a flood left would stop everything else while it is collected.
 */
async function* rotated(
  { list }: Pick<Store, 'list'>,
  prefix: string,
  isYoung: IsYoung,
  now: number,
): AsyncGenerator<string> {
  const starts: string[] = []
  let position = 0
  for await (const key of list(prefix)) if (!isYoung(key) && position++ % BATCH_SIZE === 0) starts.push(key)
  const start = starts[Math.floor((((now / HOUR_MS) * GOLDEN_RATIO) % 1) * starts.length)]
  if (start === undefined) return
  for await (const key of list(prefix, { descending: true, before: start })) if (!isYoung(key)) yield key
  for await (const key of list(prefix, { descending: true })) {
    if (key < start) return
    if (!isYoung(key)) yield key
  }
}

/** The time in a key, before which its fact was not written, milliseconds since 1970; NaN when the key has none. */
function earliestWriteTime(key: string): number {
  return Date.parse(/\/(\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)(?=[/-])/.exec(key)?.[1] ?? '')
}
