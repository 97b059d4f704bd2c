/**
 * What became of a reply that a member of the staff sent.
 */
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { Ports } from '../ports.ts'
import { FACTS } from '../store/facts.ts'
import { type OpenMessage, OUTBOX_PREFIX, readOpen, SENT_PREFIX } from './outbox.ts'

/** The message while it is open. `lost`: it was not sent, and never will be. `unknown`: it is too old to tell. */
export type ReplyStatus = OpenMessage | 'sent' | 'lost' | 'unknown'

/** @param at when it was written: the time of its change, ISO 8601 */
export async function replyStatus(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { reference }: InquiryId,
  at: string,
): Promise<ReplyStatus> {
  const name = `${at}/reply-${reference}.`
  const first = async (prefix: string) => (await Array.fromAsync(store.list(prefix + name)))[0]?.slice(prefix.length)
  const [key, sent] = await Promise.all([first(OUTBOX_PREFIX), first(SENT_PREFIX)])
  const open = key === undefined ? undefined : await readOpen({ store }, key.slice(0, key.lastIndexOf('/')))
  if (open ?? sent) return open ?? 'sent'
  const age = clock.now().getTime() - Date.parse(at)
  return age < FACTS.sent.removed.afterMs ? 'lost' : 'unknown'
}
