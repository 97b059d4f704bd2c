/**
 * What the staff see of the outbox, and what they can do: have a message tried again.
 */
import type { Ports } from '../ports.ts'
import { type MailPorts, runOutbox } from './outbox-runner.ts'
import { againKey, listOpen, type OpenMessage, sentKey } from './outbox.ts'

/** Failures from which on a message is to be shown in red. */
export const ALARMING_FAILURES = 3

export interface OutboxStatus {
  /** Messages that were not tried yet. */
  waiting: number
  /** Those whose last try failed and that are tried again. */
  failing: OpenMessage[]
  /** Those that are not tried any more, unless the staff ask for it. */
  givenUp: OpenMessage[]
  /** Whether something failed three times, or was given up. */
  isAlarming: boolean
}

/** Whether a message is to be shown in red. */
export const isAlarming = ({ state, tries }: OpenMessage): boolean =>
  state === 'given up' || (state === 'failing' && tries >= ALARMING_FAILURES)

/** Looks at the outbox. */
export async function outboxStatus(ports: Pick<Ports, 'store'>): Promise<OutboxStatus> {
  const open = await listOpen(ports)
  const inState = (wanted: OpenMessage['state']) => open.filter(({ state }) => state === wanted)
  const [failing, givenUp] = [inState('failing'), inState('given up')]
  return { waiting: inState('waiting').length, failing, givenUp, isAlarming: open.some(isAlarming) }
}

/** Whether a message was sent, in the last days. */
export async function wasSent({ store }: Pick<Ports, 'store'>, id: string): Promise<boolean> {
  return (await store.read(sentKey(id))) !== undefined
}

/**
 * Has a message tried again after the answer is out, given up or not. Whether and when the clock tries it stays as it was.
 * @param id as the status names it
 * @returns false when it is not open: it was sent meanwhile, or there never was one
 */
export async function retryNow(ports: MailPorts, id: string): Promise<boolean> {
  const message = (await listOpen(ports)).find((open) => open.id === id)
  if (!message) return false
  // What was never tried is due anyway, and its first try is the clock's.
  if (message.tries > 0) await ports.store.create(againKey(id, message.tries), { at: ports.clock.now().toISOString() })
  ports.waitUntil(
    runOutbox(ports).then(
      () => undefined,
      () => ports.log('outbox.interrupted', { reason: 'retry' }),
    ),
  )
  return true
}
