import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { Ports } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { DAY_MS } from '../duration.ts'
import { RECORDS } from '../store/records.ts'
import { listOpen, type OpenMessage, OUTBOX_PREFIX, readOpen, SENT_PREFIX, sentKey, withReason } from './outbox.ts'
import { listKeys, readValue } from '../store/record.ts'

/** The desk shows such a message in red. */
export const ALARMING_FAILURES = 3

const PAGE_SIZE = 100

export const isAlarming = ({ state, tries }: OpenMessage): boolean =>
  state === 'given up' || (state === 'failing' && tries >= ALARMING_FAILURES)

export async function outboxStatus(ports: Pick<Ports, 'store' | 'clock'>) {
  const found = await listOpen(ports)
  const open = found.slice(-PAGE_SIZE)
  const inState = (wanted: OpenMessage['state']) => open.filter(({ state }) => state === wanted)
  const withReasons = (state: OpenMessage['state']) => mapInBatches(inState(state), (one) => withReason(ports, one))
  const [failing, givenUp] = await Promise.all([withReasons('failing'), withReasons('given up')])
  return {
    waiting: inState('waiting').length,
    failing,
    givenUp,
    isAlarming: open.some(isAlarming),
    hasMore: found.length > open.length,
  }
}

export const countAlarming = async (ports: Pick<Ports, 'store' | 'clock'>): Promise<number> =>
  (await listOpen(ports)).filter(isAlarming).length

/** For so many days it is known that a message was sent. */
export const SENT_DAYS = RECORDS.sent.removedAfterMs / DAY_MS

export const countSent = async ({ store }: Pick<Ports, 'store'>): Promise<number> =>
  (await listKeys(store, SENT_PREFIX)).length

export async function wasSent({ store }: Pick<Ports, 'store'>, id: string): Promise<boolean> {
  return (await readValue(store, sentKey(id))) !== undefined
}

/** A `lost` reply was not sent, and never will be. An `unknown` one is too old to tell. */
export type ReplyStatus = OpenMessage | 'sent' | 'lost' | 'unknown'

/** @param at time of the change with the reply, ISO 8601 */
export async function replyStatus(ports: Pick<Ports, 'store' | 'clock'>, { reference }: InquiryId, at: string) {
  const { store, clock } = ports
  const name = `${at}/reply-${reference}.`
  const first = async (prefix: string) => (await listKeys(store, prefix + name))[0]?.slice(prefix.length)
  const [key, sent] = await Promise.all([first(OUTBOX_PREFIX), first(SENT_PREFIX)])
  const open = key === undefined ? undefined : await readOpen(ports, key.slice(0, key.lastIndexOf('/')))
  if (open ?? sent) return open ?? 'sent'
  const age = clock.now().getTime() - Date.parse(at)
  return age < RECORDS.sent.removedAfterMs ? 'lost' : 'unknown'
}
