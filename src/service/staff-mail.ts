/**
 * Tells members of the staff who have an e-mail address what waits for them: an inquiry that somebody else assigned to them, and
 * once a day those that are late.
 */
import { officeDay, officeDayStart } from '../dates.ts'
import { HOUR_MS } from '../duration.ts'
import type { PreparedChange } from '../inquiries/change.ts'
import { type ListedInquiry, listOpenInquiries } from '../inquiries/list.ts'
import { isOverdue } from '../inquiries/overdue.ts'
import { FIRST_STATUS } from '../inquiries/status.ts'
import { canSend } from '../mail/message.ts'
import { messageFact, postMessage } from '../mail/outbox.ts'
import type { Fact } from '../ports.ts'
import { listAddresses, readAddress } from '../staff/staff-address.ts'
import { currentStaff } from '../staff/staff-member.ts'
import { keyOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import type { Service } from './service.ts'

/** Late inquiries are mailed from this hour of the office's day on. */
const REMINDER_HOUR = 8

/**
 * The mail to a member to whom someone else assigns an inquiry; sent by the next run of the outbox.
 * @returns a fact to be stored together with the change; none when no mail follows from it
 */
export async function noticeOfAssignment(
  ports: Pick<Service, 'store' | 'keys' | 'mailer' | 'webhook'>,
  { id, record: { at, by }, before, after: { assignee } }: PreparedChange,
): Promise<Fact[]> {
  if (!assignee || assignee === by || assignee === before.assignee || !canSend(ports, 'assigned')) return []
  const to = (await readAddress(ports, assignee))?.text
  if (to === undefined) return []
  const message = { kind: 'assigned', to, reference: id.reference } as const
  return [await messageFact(ports, { at, about: { inquiry: id }, message })]
}

/**
 * Queues the mails about late inquiries, in the first run of a day after eight o'clock. Never rejects: what fails is logged, and
 * done by the next run.
 */
export async function remindOfLate(service: Service): Promise<void> {
  try {
    const now = service.clock.now()
    const day = officeDay(now)
    const isEarly = now.getTime() < Date.parse(officeDayStart(day)) + REMINDER_HOUR * HOUR_MS
    const done = keyOf(FACTS.reminders, { day })
    if (isEarly || !canSend(service, 'late') || (await service.store.read(done)) !== undefined) return
    await postReminders(service, now)
    await service.store.create(done, { at: now.toISOString() })
  } catch {
    service.log('outbox.interrupted', { reason: 'reminders' })
  }
}

/** One for each address that has late inquiries: their member's, and those that no current member has. */
async function postReminders(service: Service, now: Date): Promise<void> {
  const addresses = await listAddresses(service)
  if (addresses.size === 0) return
  const isLate = ({ id, state }: ListedInquiry) =>
    state.status === FIRST_STATUS && isOverdue(id.receivedAt, now, service.firm)
  const [inquiries, current] = await Promise.all([listOpenInquiries(service.store), currentStaff(service)])
  const late = inquiries.filter(isLate)
  // The start of the day, so that the message has the same name in every run of that day.
  const at = officeDayStart(officeDay(now))
  for (const [member, to] of addresses) {
    const own = late.filter(({ state }) => state.assignee === member)
    const untaken = late.filter(({ state }) => !current.has(state.assignee ?? ''))
    const message = { kind: 'late', to, own: referencesOf(own), untaken: referencesOf(untaken) } as const
    if (own.length + untaken.length > 0) await postMessage(service, { at, about: { member }, message })
  }
}

const referencesOf = (inquiries: readonly ListedInquiry[]) => inquiries.map(({ id }) => id.reference)
