/** Mails to members of the staff with an e-mail address: about assignments and answers, and once a day about what is due. */
import { dayAt, officeDay, officeDayStart } from '../dates.ts'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import type { PreparedChange } from '../inquiries/change.ts'
import { isDue, callDay, type ListedInquiry } from '../inquiries/status.ts'
import { listOpen } from '../inquiries/record.ts'
import { lateIn } from '../inquiries/overdue.ts'
import { canSend } from '../mail/message.ts'
import { newMessage, postMessage } from '../mail/outbox.ts'
import { firstTry } from '../mail/tries.ts'
import type { StoredMessage } from '../store/stored-message.ts'
import { reachableOf, readAddress } from '../staff/staff-address.ts'
import { listMembers, type StaffMember } from '../staff/staff-member.ts'
import { keyOf, prefixOf, readRecordOr, readValue, createRecord, listKeys } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import type { Service } from './service.ts'

/** Reminders are sent from this hour of the office's day on. */
const REMINDER_HOUR = 8
/** Reminders of a date are sent this many days before it. */
const DAYS_BEFORE = [7, 3, 1]

/** Store the mail together with the change. The scheduled job sends it. */
export async function noticeOfAssignment(
  ports: Pick<Service, 'store' | 'keys' | 'mailer' | 'webhook'>,
  { id, record: { at, by }, before, after: { assignee, seq } }: PreparedChange,
): Promise<StoredMessage[]> {
  if (!assignee || assignee === by || assignee === before.assignee || !canSend(ports, 'assigned')) return []
  if ((await readAddress(ports, assignee))?.text === undefined) return []
  const message = { kind: 'assigned', member: assignee, reference: id.reference } as const
  return [await newMessage(ports, { at, about: { inquiry: id, copy: seq }, message })]
}

/** The mail goes to the assigned member or, if that member has no address or no one is assigned, to the firm. */
export async function noticeOfAnswer(service: Service, { id, record: { at }, after }: PreparedChange) {
  if (!canSend(service, 'answer')) return []
  const message = { kind: 'answer', member: after.assignee, reference: id.reference } as const
  return [await firstTry(service, { at, about: { inquiry: id, copy: after.seq }, message })]
}

/** Queues the reminders of the day. It never rejects: a failure is logged, and the next run tries again. */
export async function remindStaff(service: Service): Promise<void> {
  try {
    const now = service.clock.now()
    const day = officeDay(now)
    const isEarly = now.getTime() < Date.parse(officeDayStart(day)) + REMINDER_HOUR * HOUR_MS
    const done = keyOf(RECORDS.reminders, { day })
    if (isEarly || !canSend(service, 'late') || (await readValue(service.store, done)) !== undefined) return
    const [members, newestFirst] = await Promise.all([listMembers(service), listOpen(service.store)])
    const inquiries = newestFirst.reverse()
    const current = members.filter(({ revokedAt }) => revokedAt === undefined)
    const [lateFor, datesFor] = [lateLists(service, day, inquiries, current), await nearDates(service, day, inquiries)]
    // With the start of the day as its time, a message has the same key in every run of that day, and is posted once.
    const at = officeDayStart(day)
    for (const { id: member, owner } of await reachableOf(service, current)) {
      const [lists, dates] = [lateFor(member), datesFor(member, owner)]
      const late = { kind: 'late', member, ...lists } as const
      if (Object.values(lists).flat().length > 0) await postMessage(service, { at, about: { member }, message: late })
      const message = { kind: 'dates', member, dates } as const
      if (dates.length > 0) await postMessage(service, { at, about: { member }, message })
    }
    await createRecord(service.store, done, { at: now.toISOString() })
  } catch {
    service.log('outbox.interrupted', { reason: 'reminders' })
  }
}

/** @returns a function from a staff id to the lists for that member, which include inquiries that no current member has. */
function lateLists(
  service: Service,
  today: string,
  inquiries: readonly ListedInquiry[],
  members: readonly StaffMember[],
) {
  const current = new Set(members.map(({ id }) => id))
  const late = inquiries.filter(lateIn(service))
  const due = inquiries.filter((one) => isDue(one.state, today) && !late.includes(one))
  const isUntaken = ({ state }: ListedInquiry) => !current.has(state.assignee ?? '')
  return (member: string) => {
    const isOwn = ({ state }: ListedInquiry) => state.assignee === member
    return {
      own: referencesOf(late.filter(isOwn)),
      untaken: referencesOf(late.filter(isUntaken)),
      due: referencesOf(due.filter((one) => isOwn(one) || isUntaken(one))),
    }
  }
}

/** @returns a function from a staff id to the near court dates, deadlines and call-backs: all for an owner, else those of own inquiries */
async function nearDates({ store }: Service, today: string, inquiries: readonly ListedInquiry[]) {
  const prefix = prefixOf(RECORDS.reminders)
  const earlier = (await listKeys(store, prefix)).map((key) => key.slice(prefix.length))
  // The reminders also cover the days without a run before today, for example while the machine was off.
  const last = earlier.findLast((day) => day < today) ?? daysBefore(today, 1)
  const key = keyOf(RECORDS.reminders, { day: last })
  const lastRun = (await readRecordOr(store, RECORDS.reminders, key, undefined))?.at ?? officeDayStart(last)
  // An inquiry that came less than seven days before its date is in the first reminders after it came.
  const isNear = (date: string, receivedAt: string) =>
    date >= today &&
    (DAYS_BEFORE.map((days) => daysBefore(date, days)).some((day) => day > last && day <= today) ||
      (receivedAt >= lastRun && daysBefore(date, Math.max(...DAYS_BEFORE)) <= today))
  const near = inquiries
    .flatMap(({ id: { reference, receivedAt }, state }) => {
      const { date, assignee } = state
      const callBack = callDay(state)
      const dates = date && isNear(date, receivedAt) ? [{ assignee, day: { date, reference } }] : []
      // After the day of the call back, the inquiry is late, so `lateLists` has it.
      return callBack === today ? [...dates, { assignee, day: { date: callBack, isCall: true, reference } }] : dates
    })
    .sort((one, other) => (one.day.date < other.day.date ? -1 : 1))
  return (member: string, isOwner: boolean) =>
    near.filter(({ assignee }) => isOwner || assignee === member).map(({ day }) => day)
}

const daysBefore = (day: string, days: number): string => dayAt(Date.parse(day) - days * DAY_MS)

const referencesOf = (inquiries: readonly ListedInquiry[]) => inquiries.map(({ id }) => id.reference)
