/** Removes what has expired. Open, retained and held inquiries, confirmed addresses, staff members and the audit trail do not expire. */
import { countInTime } from '../store/batches.ts'
import { type RecordRow, keyOf, prefixOf, expiryOf, listKeys, createRecord } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { inquiryKey } from '../inquiries/inquiry-id.ts'
import { listIds } from '../inquiries/record.ts'
import { dropOldMail } from '../mail/outbox.ts'
import { mendHints } from '../store/hints.ts'
import { finishErasures, removeExpired } from './erasure.ts'
import type { HostPorts } from './service.ts'
import { DAY_MS, SECOND_MS } from '../duration.ts'

/** Lifetimes in milliseconds by prefix of the key. Of the other records, only inquiries are removed by age (`removeExpired`). */
export const LIFETIMES: ReadonlyMap<string, number> = new Map(
  Object.values<RecordRow>(RECORDS).flatMap((row) =>
    row.removedAfterMs === undefined ? [] : [[prefixOf(row), row.removedAfterMs] as const],
  ),
)

/** No removal starts after this time, because a scheduled function has 30 seconds. */
const MAX_RUN_MS = 20 * SECOND_MS

const MAIL = prefixOf(RECORDS.mail)
/** Checks records younger than this for missing hints. It is long, because housekeeping may have failed for a long weekend. */
const RECENT_MS = 8 * DAY_MS

/** A longer time between two runs is a gap: the service was off, or its clock was ahead. A long weekend and a day is not a gap. */
const MAX_GAP_MS = 4 * DAY_MS
/** After a gap, nothing is removed by age for this time, so that a wrong clock can be noticed: a weekend and a day. */
const HOLD_MS = 3 * DAY_MS

/** @returns ISO 8601 times of a gap between two runs; undefined when no gap ended in the last three days */
export async function findClockGap({ store, clock }: Pick<HostPorts, 'store' | 'clock'>) {
  const prefix = prefixOf(RECORDS.clock)
  const now = clock.now().toISOString()
  const runs = (await listKeys(store, prefix)).map((key) => key.slice(prefix.length))
  // Times in the future were recorded while the clock was ahead.
  const times = [...runs.filter((time) => time < now), now]
  const end = times.findLastIndex((to, index) => msBetween(times[index - 1] ?? to, to) > MAX_GAP_MS)
  const [from, to] = [times[end - 1], times[end]]
  if (from === undefined || to === undefined || msBetween(to, now) >= HOLD_MS) return undefined
  return { from, to, heldUntil: new Date(Date.parse(to) + HOLD_MS).toISOString() }
}

const msBetween = (from: string, to: string): number => Date.parse(to) - Date.parse(from)

/**
 * Finishes erasures and removes expired inquiries first, because the firm promises that. Other records are checked in parallel, so that a
 * flood of one kind does not delay the others. After a gap, nothing is removed by age: to a clock that is ahead, all records seem old.
 * @returns the number of removed records by kind, without zeros
 */
export async function runHousekeeping(ports: Pick<HostPorts, 'store' | 'clock' | 'log' | 'retentionDays'>) {
  const startedAt = ports.clock.now().getTime()
  await finishErasures(ports)
  const gap = await findClockGap(ports)
  const at = new Date(startedAt).toISOString()
  await createRecord(ports.store, keyOf(RECORDS.clock, { time: at }), { at })
  if (gap) {
    ports.log('housekeeping.held', { ...gap })
    await ports.store.scrub?.()
    return {}
  }
  const ids = await listIds(ports.store)
  // Records that were written lately may lack a hint after a crash.
  const since = new Date(startedAt - RECENT_MS).toISOString()
  const posts = (await listKeys(ports.store, MAIL)).filter((key) => key >= MAIL + since)
  const recent = ids.filter(({ receivedAt }) => receivedAt >= since)
  await mendHints(ports.store, [...recent.map(inquiryKey), ...posts])
  await dropOldMail(ports)
  const inquiries = await removeExpired(ports, ids, ports.retentionDays, startedAt + MAX_RUN_MS / 2)
  const others = [...LIFETIMES].map(
    async ([prefix, keepMs]) =>
      [prefix.slice(0, -1), await removeAged(ports, prefix, keepMs, startedAt + MAX_RUN_MS)] as const,
  )
  const results = [['inquiries', inquiries] as const, ...(await Promise.all(others))]
  await ports.store.scrub?.()
  const removed = Object.fromEntries(results.flatMap(([kind, { count }]) => (count > 0 ? [[kind, count]] : [])))
  const cutOff = results.flatMap(([kind, { isComplete }]) => (isComplete ? [] : [kind]))
  ports.log('housekeeping.removed', { ...removed, ...(cutOff.length > 0 && { cutOff: cutOff.join(' ') }) })
  return removed
}

/** @param endsAt as for `countInTime`, whose result this returns */
async function removeAged(
  { store, clock }: Pick<HostPorts, 'store' | 'clock'>,
  prefix: string,
  keepMs: number,
  endsAt: number,
) {
  const now = clock.now().getTime()
  // A record is never older than the time in its key, so it is read only if that time is old enough or missing (NaN).
  const keys = (await listKeys(store, prefix)).filter((key) => !(earliestWriteTime(key) >= now - keepMs))
  return countInTime(keys, { clock, endsAt }, async (key) => {
    const found = await store.get(key)
    // A record without a time is kept, because its age is unknown. A record that was changed since is kept too.
    return found !== undefined && expiryOf(found.value, keepMs) < now && store.remove(key, found.version)
  })
}

/** @returns the time in the key, milliseconds since 1970; NaN when the key has no time. The record was written then or later. */
const earliestWriteTime = (key: string): number =>
  Date.parse(/\/(\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)(?=[/-])/.exec(key)?.[1] ?? '')
