import type { Ports, Store } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { MINUTE_MS } from '../duration.ts'
import { listOpenRecords, openedAs, type OpenMessage, readMail, replyIn } from './outbox.ts'
import { prefixOf } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { isStuck, type StoredMessage } from '../store/stored-message.ts'

/** A message that waits longer for its first try is meant for later. */
const SOON_MS = 10 * MINUTE_MS
const MAX_RECORDS = 300

const OUTAGE_MS = 5 * MINUTE_MS
/** These reasons are about one message, not about the mail server. */
const OF_MESSAGE = /^(EENVELOPE|EMESSAGE|HTTP|no e-mail address|its key was dropped|no connection)/

/** Messages that could not be sent, for a reason that holds up the others too. */
export interface Outage {
  /** ISO 8601. */
  since: string
  count: number
}

/** @returns since when it should have been sent, ISO 8601; only mails about appointments have `until` and are queued days before */
const heldSince = ({ at, tries, dueAt = at, since = at, until }: OpenMessage): string =>
  tries === 0 ? dueAt : until === undefined ? at : since

function outageIn(open: readonly OpenMessage[], now: number): Outage | undefined {
  const held = open.filter(({ state, reason = '' }) => state !== 'given up' && !OF_MESSAGE.test(reason))
  const times = held.map(heldSince).filter((time) => Date.parse(time) <= now)
  const [since] = times.sort()
  return since !== undefined && now - Date.parse(since) >= OUTAGE_MS ? { since, count: times.length } : undefined
}

/** The desk shows such a message in red. */
export const isAlarming: (message: OpenMessage) => boolean = isStuck

/** Each record with a stuck message has one such key. */
export const countStuck = async ({ store }: Pick<Ports, 'store'>): Promise<number> =>
  (await store.list(prefixOf(RECORDS.stuck))).length

export async function outboxStatus({ store, clock }: Pick<Ports, 'store' | 'clock'>) {
  const keys = await listOpenRecords(store)
  const opened = await mapInBatches(keys.slice(0, MAX_RECORDS), (key) => readOpen(store, key), MAX_RECORDS)
  const open = opened.flat().sort((one, other) => (one.at < other.at ? -1 : 1))
  const inState = (wanted: OpenMessage['state']) => open.filter(({ state }) => state === wanted)
  const soon = new Date(clock.now().getTime() + SOON_MS).toISOString()
  return {
    waiting: inState('waiting').filter(({ dueAt = '' }) => dueAt <= soon).length,
    failing: inState('failing'),
    givenUp: inState('given up'),
    isAlarming: open.some(isStuck),
    outage: outageIn(open, clock.now().getTime()),
    hasMore: keys.length > MAX_RECORDS,
  }
}

const readOpen = async (store: Pick<Store, 'get'>, key: string): Promise<OpenMessage[]> =>
  ((await readMail(store, key)) ?? []).flatMap((message) => openedAs(key, message) ?? [])

/** A `lost` reply was not sent, and never will be. */
export type ReplyStatus = OpenMessage | 'sent' | 'lost'

/** @param seq number of the change with the reply */
export function replyStatus(mail: readonly StoredMessage[], seq: number): ReplyStatus {
  const found = replyIn(mail, seq)
  return found ? (openedAs('', found) ?? 'sent') : 'lost'
}
