/**
 * Tells members of the staff who have an e-mail address what waits for them: an inquiry that somebody else assigned to them, and
 * once a day those that are late, those to look at again, and those whose court date or deadline is near.
 */
import { dayAt, officeDay, officeDayStart } from '../dates.ts'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import type { PreparedChange } from '../inquiries/change.ts'
import { isDue } from '../inquiries/follow-up.ts'
import { callDay, type ListedInquiry, listOpenInquiries } from '../inquiries/list.ts'
import { lateIn } from '../inquiries/overdue.ts'
import { canSend } from '../mail/message.ts'
import { messageFact, postMessage } from '../mail/outbox.ts'
import { type FirstTry, firstTry } from '../mail/tries.ts'
import type { Fact } from '../ports.ts'
import { listAddresses, readAddress } from '../staff/staff-address.ts'
import { listMembers, type StaffView } from '../staff/staff-member.ts'
import { keyOf, prefixOf, readFactOr } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import type { Service } from './service.ts'

/** Late inquiries are mailed from this hour of the office's day on. */
const REMINDER_HOUR = 8
/** How many days before a date it is mailed. */
const DAYS_BEFORE = [7, 3, 1]

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

/** The mail that a person answered, to the member with the inquiry; to the firm when that one has no address, as without a member. */
export async function noticeOfAnswer(
  service: Service,
  { id, record: { at }, after }: PreparedChange,
): Promise<FirstTry[]> {
  if (!canSend(service, 'answer')) return []
  const own = after.assignee && (await readAddress(service, after.assignee))?.text
  const message = { kind: 'answer', to: own ?? service.firm.email, reference: id.reference } as const
  return [await firstTry(service, { at, about: { inquiry: id }, message })]
}

/**
 * Queues the mails about inquiries that are late or due, and about dates that are near, in the first run of a day after eight o'clock. Never rejects: what fails is logged, and
 * done by the next run.
 */
export async function remindStaff(service: Service): Promise<void> {
  try {
    const now = service.clock.now()
    const day = officeDay(now)
    const isEarly = now.getTime() < Date.parse(officeDayStart(day)) + REMINDER_HOUR * HOUR_MS
    const done = keyOf(FACTS.reminders, { day })
    if (isEarly || !canSend(service, 'late') || (await service.store.read(done)) !== undefined) return
    const [addresses, inquiries, members] = await Promise.all([
      listAddresses(service),
      listOpenInquiries(service.store),
      listMembers(service),
    ])
    const staff = { addresses, members: members.filter(({ revokedAt }) => revokedAt === undefined) }
    await remindOfLate(service, now, inquiries, staff)
    await remindOfDates(service, day, inquiries, staff)
    await service.store.create(done, { at: now.toISOString() })
  } catch {
    service.log('outbox.interrupted', { reason: 'reminders' })
  }
}

interface Staff {
  addresses: ReadonlyMap<string, string>
  /** Who works here now. */
  members: readonly StaffView[]
}

/**
 * One mail for each address that has late inquiries, or some to look at again: their member's, and those that no current member has.
 */
async function remindOfLate(
  service: Service,
  now: Date,
  inquiries: readonly ListedInquiry[],
  { addresses, members }: Staff,
): Promise<void> {
  const current = new Set(members.map(({ id }) => id))
  const late = inquiries.filter(lateIn(service))
  const today = officeDay(now)
  const due = inquiries.filter((one) => isDue(one.state, today) && !late.includes(one))
  // The start of the day, so that the message has the same name in every run of that day.
  const at = officeDayStart(today)
  const isUntaken = ({ state }: ListedInquiry) => !current.has(state.assignee ?? '')
  for (const [member, to] of addresses) {
    const isOwn = ({ state }: ListedInquiry) => state.assignee === member
    const lists = {
      own: referencesOf(late.filter(isOwn)),
      untaken: referencesOf(late.filter(isUntaken)),
      due: referencesOf(due.filter((one) => isOwn(one) || isUntaken(one))),
    }
    const message = { kind: 'late', to, ...lists } as const
    if (Object.values(lists).flat().length > 0) await postMessage(service, { at, about: { member }, message })
  }
}

/** One mail for each address of an owner, and of a member with an inquiry whose date is near. */
async function remindOfDates(
  service: Service,
  today: string,
  inquiries: readonly ListedInquiry[],
  { addresses, members }: Staff,
): Promise<void> {
  const prefix = prefixOf(FACTS.reminders)
  const earlier = (await service.store.list(prefix)).map((key) => key.slice(prefix.length))
  // Days on which no run was made, as while the machine was off, are made up for.
  const last = earlier.findLast((day) => day < today) ?? daysBefore(today, 1)
  const key = keyOf(FACTS.reminders, { day: last })
  const lastRun = (await readFactOr(service.store, FACTS.reminders, key, undefined))?.at ?? officeDayStart(last)
  // Of a date that was close when the inquiry came, some of these days were over.
  const isNear = (date: string, receivedAt: string) =>
    date >= today &&
    (DAYS_BEFORE.map((days) => daysBefore(date, days)).some((day) => day > last && day <= today) ||
      (receivedAt >= lastRun && daysBefore(date, Math.max(...DAYS_BEFORE)) <= today))
  const near = inquiries
    .flatMap(({ id, state }) => {
      const { date, assignee } = state
      const callBack = callDay(state)
      const dates = date && isNear(date, id.receivedAt) ? [{ date, assignee, id }] : []
      // Afterwards it is late, which is mailed too.
      return callBack === today ? [...dates, { date: callBack, isCall: true, assignee, id }] : dates
    })
    .sort((one, other) => (one.date < other.date ? -1 : 1))
  for (const { id: member, owner } of members) {
    const to = addresses.get(member)
    const theirs = near.filter(({ assignee }) => owner || assignee === member)
    const dates = theirs.map(({ assignee: _, id: { reference }, ...day }) => ({ ...day, reference }))
    const message = { kind: 'dates', to: to ?? '', dates } as const
    if (to && dates.length > 0) await postMessage(service, { at: officeDayStart(today), about: { member }, message })
  }
}

const daysBefore = (day: string, days: number): string => dayAt(Date.parse(day) - days * DAY_MS)

const referencesOf = (inquiries: readonly ListedInquiry[]) => inquiries.map(({ id }) => id.reference)
