/**
 * Housekeeping: removes facts that can no longer matter, because everything they speak about has run out long ago.
 * Inquiries go so long after they were finished as the firm says; what was never finished, who has vouched, who works at the
 * desk and what was done there stay.
 */
import { CODES_PREFIX } from '../agents/claims/attempt.ts'
import { CLAIM_DAYS, CLAIMANTS_PREFIX, CLAIMS_PREFIX, CONFIRMED_PREFIX } from '../agents/claim-keys.ts'
import { JTIS_PREFIX, SUBJECTS_PREFIX } from '../agents/identity/identity-assertion.ts'
import { REVOKED_TOKENS_PREFIX } from '../agents/tokens/access-token.ts'
import { REVOKED_REGISTRATIONS_PREFIX } from '../agents/registration.ts'
import { OUTBOX_PREFIX, SENT_PREFIX } from '../mail/outbox.ts'
import { RECEIPTS_PREFIX } from '../mail/receipt.ts'
import { settleDays } from '../inquiries/day-index.ts'
import { removeExpired, type SweepResult } from '../inquiries/erasure.ts'
import { mapInBatches } from '../store/batches.ts'
import { IDEMPOTENCY_PREFIX } from '../inquiries/inquiry.ts'
import { SESSIONS_PREFIX } from '../staff/session.ts'
import { finishErasuresWithMail } from './erase-inquiry.ts'
import type { HostPorts } from './service.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../duration.ts'

const LONGEST_LIFETIME_MS = CLAIM_DAYS * DAY_MS

interface RetentionRule {
  prefix: string
  /** How long a fact is kept after it was written. */
  keepMs: number
}

/** Multiples of it fall evenly between two whole numbers. */
const GOLDEN_RATIO = 0.618_033_988_749

/** Each kind of fact that runs out; what is not here is kept. Those of which a flood brings many come last: to them goes the time that the others leave. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  { prefix: REVOKED_TOKENS_PREFIX, keepMs: 2 * HOUR_MS },
  { prefix: REVOKED_REGISTRATIONS_PREFIX, keepMs: LONGEST_LIFETIME_MS },
  { prefix: JTIS_PREFIX, keepMs: HOUR_MS },
  { prefix: SUBJECTS_PREFIX, keepMs: LONGEST_LIFETIME_MS },
  { prefix: CONFIRMED_PREFIX, keepMs: LONGEST_LIFETIME_MS },
  { prefix: SESSIONS_PREFIX, keepMs: DAY_MS },
  { prefix: OUTBOX_PREFIX, keepMs: 30 * DAY_MS },
  // Longer than an Idempotency-Key is remembered: who sends an inquiry again must meet the fact.
  { prefix: SENT_PREFIX, keepMs: 3 * DAY_MS },
  { prefix: RECEIPTS_PREFIX, keepMs: 2 * DAY_MS },
  { prefix: IDEMPOTENCY_PREFIX, keepMs: 2 * DAY_MS },
  { prefix: CLAIMANTS_PREFIX, keepMs: LONGEST_LIFETIME_MS },
  { prefix: CLAIMS_PREFIX, keepMs: LONGEST_LIFETIME_MS },
  { prefix: CODES_PREFIX, keepMs: LONGEST_LIFETIME_MS },
]

/** A run begins nothing after this, milliseconds: a scheduled function has 30 seconds, and settling days comes last. */
const MAX_RUN_MS = 20 * SECOND_MS
/** Facts looked at together. */
const BATCH_SIZE = 50

/** How many of each kind were removed, by the name of the kind; a kind of which none was is left out. */
export type RemovedCounts = Record<string, number>

/**
 * Goes through the store once. What the firm has promised comes first: inquiries that are to be erased, and those whose
 * time is over. Then each kind of fact has its share of the time that is left, so that a flood of one starves no other.
 * @returns what was removed
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
  for (const [index, rule] of RETENTION_RULES.entries()) {
    const shareMs = (startedAt + MAX_RUN_MS - now()) / (RETENTION_RULES.length - index)
    addResult(rule.prefix.slice(0, -1), await sweep(ports, rule, now() + shareMs))
  }
  // Said before the days are settled: where that takes too long, the run ends in the midst of it, and the next one goes on.
  ports.log('housekeeping.removed', {
    ...removed,
    ...(incompleteKinds.length > 0 && { cutOff: incompleteKinds.join(' ') }),
  })
  ports.log('housekeeping.done', { settledDays: await settleDays(ports) })
  return removed
}

/**
 * Removes what ran out of one kind.
 * @param until begins nothing after this, milliseconds since 1970
 */
async function sweep(
  { store, clock }: Pick<HostPorts, 'store' | 'clock'>,
  { prefix, keepMs }: RetentionRule,
  until: number,
): Promise<SweepResult> {
  const now = clock.now().getTime()
  const before = now - keepMs
  const candidates: string[] = []
  for await (const key of store.list(prefix)) {
    // A fact is never written before the time in its key: the key of a young one says so, and it is not read.
    if (!(earliestWriteTime(key) >= before)) candidates.push(key)
  }
  let [count, position] = [0, 0]
  for (
    const keys = rotated(candidates, now);
    position < keys.length && clock.now().getTime() < until;
    position += BATCH_SIZE
  ) {
    const outcomes = await mapInBatches(
      keys.slice(position, position + BATCH_SIZE),
      async (key) => {
        // A fact without a date is kept: it is not ours to judge.
        const isOld = writtenAt(await store.read(key)) < before
        if (isOld) await store.remove(key)
        return isOld
      },
      BATCH_SIZE,
    )
    count += outcomes.filter(Boolean).length
  }
  return { count, isComplete: position >= candidates.length }
}

/** The earliest moment at which a fact under this key was written, milliseconds since 1970; NaN when the key does not say. */
function earliestWriteTime(key: string): number {
  return Date.parse(/\/(\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)(?=[/-])/.exec(key)?.[1] ?? '')
}

/** The same things from another place on: where runs are cut off, each begins elsewhere, and in the end all have had their turn. */
function rotated<T>(items: readonly T[], now: number): T[] {
  const start = Math.floor((((now / HOUR_MS) * GOLDEN_RATIO) % 1) * items.length)
  return [...items.slice(start), ...items.slice(0, start)]
}

/** When a fact was written, milliseconds since 1970; NaN when it does not say. */
function writtenAt(fact: unknown): number {
  const { at, startedAt, receivedAt } = (fact ?? {}) as Record<string, string | undefined>
  return Date.parse(at ?? startedAt ?? receivedAt ?? '')
}
