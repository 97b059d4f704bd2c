/** The scheduled job tries each message that is due, until it is sent or given up. */
import { SECOND_MS } from '../duration.ts'
import { type MailPorts, tryMessage, type TryOutcome } from './tries.ts'
import { canSend } from './message.ts'
import { listOpen } from './outbox.ts'

const BATCH_SIZE = 5
/** A run starts no try after this: a scheduled function has 30 seconds. */
const MAX_RUN_MS = 10 * SECOND_MS

/** The message that is due longest comes first. @param processStartedAt milliseconds since 1970; only if no other process uses the store */
export async function runOutbox(ports: MailPorts, processStartedAt?: number) {
  const now = () => ports.clock.now().getTime()
  const startedAt = now()
  const open = await listOpen(ports, processStartedAt)
  const due = open
    .filter(({ kind, dueAt = Infinity }) => dueAt <= startedAt && canSend(ports, kind))
    .sort((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
  const outcomes: TryOutcome[] = []
  for (let start = 0; start < due.length && now() - startedAt < MAX_RUN_MS; start += BATCH_SIZE) {
    const batch = due.slice(start, start + BATCH_SIZE)
    outcomes.push(...(await Promise.all(batch.map((message) => tryMessage(ports, message)))))
  }
  const count = (wanted: TryOutcome) => outcomes.filter((outcome) => outcome === wanted).length
  const counts = {
    sent: count('sent'),
    failed: count('failed') + count('interrupted'),
    open: open.length - count('sent') - count('dropped'),
  }
  if (open.length > 0) ports.log('outbox.run', counts)
  return counts
}
