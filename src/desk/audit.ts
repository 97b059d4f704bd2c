/**
 * The audit trail: who did what to what, one fact each, ids only. It is written before the action: an action without a
 * trace must not be, a trace of an action that failed may.
 */
import type { World } from '../world.ts'

/** Below this prefix there is a folder per month. */
const AUDIT = 'audit/'
/** Length of the month in ISO 8601, like 2026-11. */
const MONTH_LENGTH = 7

/** What a trace says. */
export interface AuditRecord {
  /** ISO 8601. */
  at: string
  /** Id of the member of staff; or what else did it, like `command`. */
  by: string
  /** Like `claim.confirmed`. */
  action: string
  /** Id of what it was done to. */
  subject: string
}

/** Who stands in the audit trail for the commands: whoever can run them holds the store's keys. */
export const BY_COMMAND = 'command'

/** Writes a trace. Pass ids only, never names, addresses or texts. */
export async function recordAudit({ store, clock }: Pick<World, 'store' | 'clock'>, by: string, action: string, subject: string): Promise<void> {
  const at = clock.now().toISOString()
  await store.create(`${AUDIT}${at.slice(0, MONTH_LENGTH)}/${at}-${crypto.randomUUID()}`, { at, by, action, subject } satisfies AuditRecord)
}

/**
 * Reads the traces of a month, latest first.
 * @param month like 2026-11
 */
export async function readAudit({ store }: Pick<World, 'store'>, month: string): Promise<AuditRecord[]> {
  const keys = await Array.fromAsync(store.list(`${AUDIT}${month}/`))
  return (await Promise.all(keys.reverse().map((key) => store.read(key)))) as AuditRecord[]
}
