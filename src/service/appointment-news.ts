/** Mails follow when an appointment is made, moved or cancelled, and remind of it on the day before. */
import { DAY_MS } from '../duration.ts'
import type { PreparedChange } from '../inquiries/change.ts'
import { readHistory } from '../inquiries/history.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { AnyInquiryRequest } from '../inquiries/inquiry-request.ts'
import { safeEmail } from '../inquiries/safe-contact.ts'
import { statusCapability } from '../inquiries/status-address.ts'
import { canSend } from '../mail/message.ts'
import { messageFact, type Posting } from '../mail/outbox.ts'
import { letterLanguage } from '../mail/person-letters.ts'
import type { Fact } from '../ports.ts'
import type { Service } from './service.ts'
import { readAddress } from '../staff/staff-address.ts'
import {
  type Appointment,
  appointmentIn,
  type Details,
  entryOf,
  openDetails,
  PURPOSE,
  shownAppointment,
} from '../inquiries/appointment.ts'
import type { News } from '../mail/appointment-letters.ts'

export const sealDetails = (
  { keys, languages }: Service,
  request: AnyInquiryRequest,
  rest: Pick<Details, 'with' | 'url'>,
): Promise<string> =>
  keys.seal(PURPOSE, {
    to: safeEmail(request),
    language: letterLanguage(request.language, languages),
    telephone: request.phone,
    ...rest,
  } satisfies Details)

export async function newsOfChange(
  service: Service,
  { id, record, before: { appointmentAt, seq }, after }: PreparedChange,
): Promise<Fact[]> {
  if (appointmentAt === undefined && record.appointment === undefined) return []
  const history = await readHistory(service.store, id, seq)
  const before = appointmentIn(history)
  const now = appointmentIn([...history, { ...record, seq: after.seq }])
  const happened = { id, at: record.at, sequence: after.seq }
  if (now?.seq === after.seq) {
    const isOther = before && before.member !== now.member
    return [
      ...(await mailsOf(service, { ...happened, appointment: now, what: before ? 'moved' : 'set' })),
      ...(isOther ? await toMember(service, { ...happened, appointment: before, what: 'cancelled' }) : []),
      ...(await reminders(service, { ...happened, appointment: now, what: 'reminder' })),
    ]
  }
  const isCancelled = before && !now && (record.appointment === undefined || record.appointment === 'cancelled')
  if (!isCancelled || before.startsAt <= record.at) return []
  return mailsOf(service, { ...happened, appointment: before, what: 'cancelled' })
}

/** These mails outlive the inquiry. */
export async function newsOfErasure(service: Service, id: InquiryId): Promise<Fact[]> {
  const appointment = appointmentIn(await readHistory(service.store, id))
  const at = service.clock.now().toISOString()
  if (!appointment || appointment.startsAt <= at) return []
  return mailsOf(service, { id, at, appointment, what: 'cancelled', sequence: appointment.seq + 1, isErased: true })
}

interface Happened extends Pick<News, 'what' | 'sequence'> {
  id: InquiryId
  at: string
  appointment: Appointment
  dueAt?: string
  isErased?: true
}

async function mailsOf(service: Service, happened: Happened): Promise<Fact[]> {
  const { firm } = service
  const member = (await readAddress(service, happened.appointment.member))?.text
  const office = member === firm.email ? [] : await toStaff(service, happened, firm.email)
  return [...(await toPerson(service, happened)), ...(await toMember(service, happened)), ...office]
}

async function reminders(service: Service, happened: Happened): Promise<Fact[]> {
  const dueAt = new Date(Date.parse(happened.appointment.startsAt) - DAY_MS).toISOString()
  if (dueAt <= happened.at) return []
  const later = { ...happened, at: dueAt, dueAt }
  return [...(await toPerson(service, later)), ...(await toMember(service, later))]
}

/** @param details without the link, in a mail to the staff */
const newsOf = ({ id, what, appointment, sequence }: Happened, details: Pick<Details, 'with' | 'url'>) => ({
  reference: id.reference,
  what,
  appointment: shownAppointment(appointment, details),
  entry: entryOf(id, appointment),
  sequence,
})

async function toPerson(service: Service, happened: Happened): Promise<Fact[]> {
  const details = await openDetails(service, happened.appointment)
  if (details?.to === undefined) return []
  const { to, language, telephone } = details
  const status = await statusCapability(service, happened.id)
  return post(service, happened, { kind: 'appointment', to, language, telephone, status, ...newsOf(happened, details) })
}

async function toMember(service: Service, happened: Happened): Promise<Fact[]> {
  const to = (await readAddress(service, happened.appointment.member))?.text
  return to === undefined ? [] : toStaff(service, happened, to)
}

async function toStaff(service: Service, happened: Happened, to: string): Promise<Fact[]> {
  const details = await openDetails(service, happened.appointment)
  const news = newsOf(happened, { with: details?.with ?? service.firm.name })
  return post(service, happened, { kind: 'staffAppointment', to, ...news }, to)
}

/** @param copy tells the mails to several members apart */
async function post(
  service: Service,
  { id, at, what, sequence, dueAt, isErased }: Happened,
  message: Extract<Posting['message'], { kind: 'appointment' | 'staffAppointment' }>,
  copy = '',
): Promise<Fact[]> {
  if (!canSend(service, message.kind)) return []
  const number = copy === service.firm.email ? 'firm' : message.kind === 'staffAppointment' ? 'member' : 'person'
  const about = { inquiry: id, copyTo: `${what}-${sequence}-${number}`, isErased }
  return [await messageFact(service, { at, about, message, dueAt } as Posting)]
}
