/**
 * The outbox as the staff see it, and their request to retry a message.
 */
import type { Ports } from '../ports.ts'
import { tryIfDue } from './outbox-runner.ts'
import type { MailPorts } from './try.ts'
import { againKey, listOpen, type OpenMessage, sentKey } from './outbox.ts'

/** Failed tries from which a message is shown in red. */
export const ALARMING_FAILURES = 3

/** Most messages that a page reads. */
const PAGE_SIZE = 100

/** A page of the outbox: the newest messages, or those older than a given one. */
export interface OutboxStatus {
  /** Number of messages not tried yet. */
  waiting: number
  /** Messages whose last try failed and that will be tried again. */
  failing: OpenMessage[]
  /** Messages that are only tried again if the staff request it. */
  givenUp: OpenMessage[]
  /** Whether any message is shown in red. */
  isAlarming: boolean
  /** For `before`: continues with the older messages; undefined when there are none. */
  next: string | undefined
}

/** Whether to show a message in red: given up, or failed too often. */
export const isAlarming = ({ state, tries }: OpenMessage): boolean =>
  state === 'given up' || (state === 'failing' && tries >= ALARMING_FAILURES)

/**
 * @param before `next` of the page before
 * @throws StoreUnavailable
 */
export async function outboxStatus(ports: Pick<Ports, 'store'>, before?: string): Promise<OutboxStatus> {
  const found = await listOpen(ports, PAGE_SIZE + 1, { before })
  const open = found.slice(-PAGE_SIZE)
  const inState = (wanted: OpenMessage['state']) => open.filter(({ state }) => state === wanted)
  const [failing, givenUp] = [inState('failing'), inState('given up')]
  return {
    waiting: inState('waiting').length,
    failing,
    givenUp,
    isAlarming: open.some(isAlarming),
    next: found.length > open.length ? open[0]?.id : undefined,
  }
}

/** Whether a message is being tried now: a try is under way, or was asked for. */
export const isUnderWay = ({ busyUntil = 0 }: OpenMessage, now: Date): boolean => busyUntil > now.getTime()

/** Whether a message was sent; known for three days. */
export async function wasSent({ store }: Pick<Ports, 'store'>, id: string): Promise<boolean> {
  return (await store.read(sentKey(id))) !== undefined
}

/** Retries a message after the response, given up or not. The schedule does not change. */
export async function retryNow(ports: MailPorts, { id, tries }: OpenMessage): Promise<void> {
  // A message that was never tried is due anyway, and its first try belongs to the schedule.
  if (tries > 0) await ports.store.create(againKey(id, tries), { at: ports.clock.now().toISOString() })
  ports.waitUntil(tryIfDue(ports, id).catch(() => ports.log('outbox.interrupted', { reason: 'retry' })))
}
