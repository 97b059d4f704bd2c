/**
 * Housekeeping: removes facts that can no longer matter, because everything they speak about has run out long ago.
 * Inquiries go so long after they were finished as the firm says; what was never finished, who has vouched, who works at the
 * desk and what was done there stay.
 */
import { CODES } from '../agents/claims/attempt.ts'
import { CLAIM_DAYS, CLAIMANTS, CLAIMS, CONFIRMED } from '../agents/claim-keys.ts'
import { JTIS, SUBJECTS } from '../agents/identity/identity-assertion.ts'
import { REVOKED_TOKENS } from '../agents/tokens/access-token.ts'
import { ENDED_REGISTRATIONS } from '../agents/registration.ts'
import { OUTBOX, SENT } from '../mail/outbox.ts'
import { RECEIPTS } from '../mail/receipt.ts'
import { settleDays } from '../inquiries/day-index.ts'
import { removeExpired, type Swept } from '../inquiries/erasure.ts'
import { inTurns } from '../store/batches.ts'
import { REMEMBERED } from '../inquiries/inquiry.ts'
import { SESSIONS } from '../staff/session.ts'
import { finishErasuresWithMail } from './erase-inquiry.ts'
import type { HostWorld } from './service.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../duration.ts'

const AFTER_ALL_MS = CLAIM_DAYS * DAY_MS

interface Rule {
  prefix: string
  /** How long a fact is kept after it was written. */
  keepMs: number
}

/** Multiples of it fall evenly between two whole numbers. */
const GOLDEN = 0.618_033_988_749

/** Each kind of fact that runs out; what is not here is kept. Those of which a flood brings many come last: to them goes the time that the others leave. */
export const RULES: readonly Rule[] = [
  { prefix: REVOKED_TOKENS, keepMs: 2 * HOUR_MS },
  { prefix: ENDED_REGISTRATIONS, keepMs: AFTER_ALL_MS },
  { prefix: JTIS, keepMs: HOUR_MS },
  { prefix: SUBJECTS, keepMs: AFTER_ALL_MS },
  { prefix: CONFIRMED, keepMs: AFTER_ALL_MS },
  { prefix: SESSIONS, keepMs: DAY_MS },
  { prefix: OUTBOX, keepMs: 30 * DAY_MS },
  // Longer than an Idempotency-Key is remembered: who sends an inquiry again must meet the fact.
  { prefix: SENT, keepMs: 3 * DAY_MS },
  { prefix: RECEIPTS, keepMs: 2 * DAY_MS },
  { prefix: REMEMBERED, keepMs: 2 * DAY_MS },
  { prefix: CLAIMANTS, keepMs: AFTER_ALL_MS },
  { prefix: CLAIMS, keepMs: AFTER_ALL_MS },
  { prefix: CODES, keepMs: AFTER_ALL_MS },
]

/** A run begins nothing after this, milliseconds: a scheduled function has 30 seconds, and settling days comes last. */
const RUN_MS = 20 * SECOND_MS
/** Facts looked at together. */
const AT_ONCE = 50

/** How many of each kind were removed, by the name of the kind; a kind of which none was is left out. */
export type Removed = Record<string, number>

/**
 * Goes through the store once. What the firm has promised comes first: inquiries that are to be erased, and those whose
 * time is over. Then each kind of fact has its share of the time that is left, so that a flood of one starves no other.
 * @returns what was removed
 */
export async function keepHouse(world: Pick<HostWorld, 'store' | 'clock' | 'log' | 'retentionDays'>): Promise<Removed> {
  const now = () => world.clock.now().getTime()
  const startedAt = now()
  await finishErasuresWithMail(world)
  const removed: Removed = {}
  const cutOff: string[] = []
  const note = (kind: string, { count, isThrough }: Swept) => {
    if (count > 0) removed[kind] = count
    if (!isThrough) cutOff.push(kind)
  }
  note('inquiries', await removeExpired(world, world.retentionDays, startedAt + RUN_MS / 2))
  for (const [index, rule] of RULES.entries()) {
    const share = (startedAt + RUN_MS - now()) / (RULES.length - index)
    note(rule.prefix.slice(0, -1), await sweep(world, rule, now() + share))
  }
  // Said before the days are settled: where that takes too long, the run ends in the midst of it, and the next one goes on.
  world.log('housekeeping.removed', { ...removed, ...(cutOff.length > 0 && { cutOff: cutOff.join(' ') }) })
  world.log('housekeeping.done', { settledDays: await settleDays(world) })
  return removed
}

/**
 * Removes what ran out of one kind.
 * @param until begins nothing after this, milliseconds since 1970
 */
async function sweep(
  { store, clock }: Pick<HostWorld, 'store' | 'clock'>,
  { prefix, keepMs }: Rule,
  until: number,
): Promise<Swept> {
  const now = clock.now().getTime()
  const before = now - keepMs
  const doubtful: string[] = []
  for await (const key of store.list(prefix)) {
    // A fact is never written before the time in its key: the key of a young one says so, and it is not read.
    if (!(beginningOf(key) >= before)) doubtful.push(key)
  }
  let [count, done] = [0, 0]
  for (const keys = turned(doubtful, now); done < keys.length && clock.now().getTime() < until; done += AT_ONCE) {
    const outcomes = await inTurns(
      keys.slice(done, done + AT_ONCE),
      async (key) => {
        // A fact without a date is kept: it is not ours to judge.
        const isOld = writtenAt(await store.read(key)) < before
        if (isOld) await store.remove(key)
        return isOld
      },
      AT_ONCE,
    )
    count += outcomes.filter(Boolean).length
  }
  return { count, isThrough: done >= doubtful.length }
}

/** The earliest moment at which a fact under this key was written, milliseconds since 1970; NaN when the key does not say. */
function beginningOf(key: string): number {
  return Date.parse(/\/(\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)(?=[/-])/.exec(key)?.[1] ?? '')
}

/** The same things from another place on: where runs are cut off, each begins elsewhere, and in the end all have had their turn. */
function turned<T>(things: readonly T[], now: number): T[] {
  const start = Math.floor((((now / HOUR_MS) * GOLDEN) % 1) * things.length)
  return [...things.slice(start), ...things.slice(0, start)]
}

/** When a fact was written, milliseconds since 1970; NaN when it does not say. */
function writtenAt(fact: unknown): number {
  const { at, startedAt, receivedAt } = (fact ?? {}) as Record<string, string | undefined>
  return Date.parse(at ?? startedAt ?? receivedAt ?? '')
}
