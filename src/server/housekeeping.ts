/**
 * Housekeeping: removes facts that can no longer matter, because everything they speak about has run out long ago.
 * Inquiries go so long after they were closed as the firm says; what was never closed, who has vouched, who works at the desk
 * and what was done there stay.
 */
import { CODES } from '../agents/attempt.ts'
import { CLAIMS } from '../agents/claim-key.ts'
import { JTIS, SUBJECTS } from '../agents/identity/identity-assertion.ts'
import { REVOKED_TOKENS } from '../agents/access-token.ts'
import { ENDED_REGISTRATIONS } from '../agents/registration.ts'
import { OUTBOX, SENT } from '../mail/outbox.ts'
import { RECEIPTS } from '../mail/receipt.ts'
import { settleDays } from '../practice/case-index.ts'
import { removeExpired } from '../practice/erasure.ts'
import { inTurns } from '../practice/in-turns.ts'
import { REMEMBERED } from '../practice/inquiry.ts'
import { SESSIONS } from '../staff/session.ts'
import { finishErasuresWithMail } from './erase-with-mail.ts'
import type { HostWorld } from './service.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Longer than anything that is issued lives: an assertion 30 days, a claim token 10. */
const AFTER_ALL_MS = 45 * DAY_MS

interface Rule {
  prefix: string
  /** How long a fact is kept after it was written. */
  keepMs: number
}

/** Each kind of fact that runs out; what is not here is kept. */
export const RULES: readonly Rule[] = [
  { prefix: REMEMBERED, keepMs: 2 * DAY_MS },
  { prefix: JTIS, keepMs: HOUR_MS },
  { prefix: REVOKED_TOKENS, keepMs: 2 * HOUR_MS },
  { prefix: ENDED_REGISTRATIONS, keepMs: AFTER_ALL_MS },
  { prefix: SUBJECTS, keepMs: AFTER_ALL_MS },
  { prefix: CLAIMS, keepMs: AFTER_ALL_MS },
  { prefix: CODES, keepMs: AFTER_ALL_MS },
  { prefix: SESSIONS, keepMs: DAY_MS },
  { prefix: OUTBOX, keepMs: 30 * DAY_MS },
  // Longer than an Idempotency-Key is remembered: who sends an inquiry again must meet the fact.
  { prefix: SENT, keepMs: 3 * DAY_MS },
  { prefix: RECEIPTS, keepMs: 2 * DAY_MS },
]

/**
 * Goes through the store once.
 * @returns how many facts that ran out were removed; closed inquiries are counted in the log
 */
export async function keepHouse(world: Pick<HostWorld, 'store' | 'clock' | 'log' | 'retentionDays'>): Promise<number> {
  const { store, clock, log } = world
  let removed = 0
  for (const { prefix, keepMs } of RULES) {
    const before = clock.now().getTime() - keepMs
    const keys = await Array.fromAsync(store.list(prefix))
    const outcomes = await inTurns(keys, async (key) => {
      // A fact without a date is kept: it is not ours to judge.
      const isOld = writtenAt(await store.read(key)) < before
      if (isOld) await store.remove(key)
      return isOld
    })
    removed += outcomes.filter(Boolean).length
  }
  await finishErasuresWithMail(world)
  const inquiries = await removeExpired(world, world.retentionDays)
  const settledDays = await settleDays(world)
  log('housekeeping.done', { removed, inquiries, settledDays })
  return removed
}

/** When a fact was written, milliseconds since 1970; NaN when it does not say. */
function writtenAt(fact: unknown): number {
  const { at, startedAt, receivedAt } = (fact ?? {}) as Record<string, string | undefined>
  return Date.parse(at ?? startedAt ?? receivedAt ?? '')
}
