/**
 * Delivery of the outbox on a schedule: a message whose first try failed or was not made is tried again until it is sent.
 */
import { mapInBatches } from '../store/batches.ts'
import { addDue, indexedMessages, listDue, moveDue } from './due-index.ts'
import { canSend } from './message.ts'
import { listOpen, olderThanListed, type OpenMessage, readOpen } from './outbox.ts'
import { type MailPorts, tryMessage, type TryOutcome } from './try.ts'
import { HOUR_MS, SECOND_MS } from '../duration.ts'

/** Messages sent in parallel. */
const BATCH_SIZE = 5
/** A run starts no try after this: a scheduled function has 30 seconds. */
const MAX_RUN_MS = 10 * SECOND_MS

/** Most messages that a run examines: as many of the newest, and as many of those that are due. */
export const MAX_EXAMINED = 500
/** After this, a message whose channel is missing is looked at again. */
const MISSING_CHANNEL_MS = HOUR_MS

/**
 * Tries due messages: of the newest, and of those that the index names. Whatever is left is due in the next run.
 * @param abandonedBefore start time of the process, if no other process uses the store, milliseconds since 1970
 * @returns how many were sent, failed, and are still open of those that were examined
 * @throws StoreUnavailable
 */
export async function runOutbox(
  ports: MailPorts,
  abandonedBefore?: number,
): Promise<{ sent: number; failed: number; open: number }> {
  const startedAt = ports.clock.now().getTime()
  const [newest, entries] = await Promise.all([
    listOpen(ports, MAX_EXAMINED, { abandonedBefore }),
    listDue(ports.store, startedAt, MAX_EXAMINED),
  ])
  const open = new Map(newest.map((message) => [message.id, message]))
  // If there are no more than the newest, the others that the index names were sent.
  if (newest.length === MAX_EXAMINED) {
    const others = [...new Set(entries.map(({ id }) => id))].filter((id) => !open.has(id))
    for (const message of await mapInBatches(others, (id) => readOpen(ports, id, abandonedBefore)))
      if (message) open.set(message.id, message)
  }
  const due = [...open.values()]
    .filter((message) => isDue(ports, message, startedAt))
    .sort((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
  const outcomes = new Map<string, TryOutcome>()
  for (let start = 0; start < due.length && ports.clock.now().getTime() - startedAt < MAX_RUN_MS; start += BATCH_SIZE) {
    await Promise.all(
      due
        .slice(start, start + BATCH_SIZE)
        .map(async ({ id, tries }) => outcomes.set(id, await tryMessage(ports, id, tries + 1))),
    )
  }
  await moveDue(ports.store, entries, (id) => {
    const message = open.get(id)
    const outcome = outcomes.get(id)
    if (outcome) return outcome === 'taken' || outcome === 'interrupted' ? 'next run' : undefined
    if (message?.dueAt === undefined || message.dueAt > startedAt) return message?.dueAt
    return canSend(ports, message.kind) ? 'next run' : startedAt + MISSING_CHANNEL_MS
  })
  const count = (wanted: TryOutcome) => [...outcomes.values()].filter((outcome) => outcome === wanted).length
  const counts = {
    sent: count('sent'),
    failed: count('failed') + count('interrupted'),
    open: open.size - count('sent') - count('dropped'),
  }
  if (open.size > 0) ports.log('outbox.run', counts)
  return counts
}

/**
 * Tries one message, if it is due. Never rejects for a failed try.
 * @throws StoreUnavailable
 */
export async function tryIfDue(ports: MailPorts, id: string): Promise<void> {
  const message = await readOpen(ports, id)
  if (message && isDue(ports, message, ports.clock.now().getTime())) await tryMessage(ports, id, message.tries + 1)
}

const isDue = (ports: MailPorts, { kind, dueAt }: OpenMessage, now: number) =>
  dueAt !== undefined && dueAt <= now && canSend(ports, kind)

/**
 * Adds to the index what a run does not examine and the index lacks: messages of an earlier version, and tries in which a
 * process ended. Called at the start on one machine, and by housekeeping.
 * @param abandonedBefore as of `runOutbox`
 * @param until begins nothing after this, milliseconds since 1970
 * @returns how many were added
 * @throws StoreUnavailable
 */
export async function indexOlderMessages(
  ports: Pick<MailPorts, 'store' | 'clock'>,
  { abandonedBefore, until = Number.POSITIVE_INFINITY }: { abandonedBefore?: number; until?: number } = {},
): Promise<number> {
  const { store, clock } = ports
  let added = 0
  let indexed: Set<string> | undefined
  for await (const id of olderThanListed(store, MAX_EXAMINED)) {
    if (clock.now().getTime() >= until) return added
    indexed ??= await indexedMessages(store)
    if (indexed.has(id)) continue
    const message = await readOpen(ports, id, abandonedBefore)
    if (message?.dueAt === undefined) continue
    await addDue(store, id, Math.max(message.dueAt, clock.now().getTime()))
    added += 1
  }
  return added
}
