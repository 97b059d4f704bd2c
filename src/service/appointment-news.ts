/** Mails follow when an appointment is made, moved or cancelled, and remind of it on the day before. */
import { DAY_MS } from '../duration.ts'
import type { NumberedChange, PreparedChange } from '../inquiries/change.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { AnyInquiryRequest } from '../inquiries/inquiry-request.ts'
import { safeEmail } from '../inquiries/safe-contact.ts'
import { statusCapability } from '../inquiries/status-address.ts'
import { canSend } from '../mail/message.ts'
import { newMessage, type Posting } from '../mail/outbox.ts'
import { letterLanguage } from '../mail/person-letters.ts'
import type { StoredMessage } from '../store/stored-message.ts'
import type { Service } from './service.ts'
import { readAddress } from '../staff/staff-address.ts'
import * as appointments from '../inquiries/appointment.ts'
import type { News } from '../mail/appointment-letters.ts'

export const sealDetails = (
  { keys, languages }: Service,
  request: AnyInquiryRequest,
  rest: Pick<appointments.Details, 'with' | 'isLawyer' | 'url' | 'place'>,
): Promise<string> =>
  keys.seal(appointments.DETAILS_PURPOSE, {
    to: safeEmail(request),
    language: letterLanguage(request.language, languages),
    telephone: request.phone,
    ...rest,
  } satisfies appointments.Details)

export async function newsOfChange(
  service: Service,
  { id, record, before: { appointmentAt }, after }: PreparedChange,
  history: readonly NumberedChange[],
): Promise<StoredMessage[]> {
  if (appointmentAt === undefined && record.appointment === undefined) return []
  const before = appointments.appointmentIn(history)
  const now = appointments.appointmentIn([...history, { ...record, seq: after.seq }])
  const happened = { id, at: record.at, sequence: after.seq }
  if (now?.seq === after.seq) {
    const isOther = before && before.member !== now.member
    return [
      ...(await mailsOf(service, { ...happened, appointment: now, what: before ? 'moved' : 'set' })),
      ...(isOther ? await mailsOf(service, { ...happened, appointment: before, what: 'cancelled' }, ['member']) : []),
      ...(await reminders(service, { ...happened, appointment: now, what: 'reminder' })),
    ]
  }
  const isCancelled = before && !now && (record.appointment === undefined || record.appointment === 'cancelled')
  if (!isCancelled || before.startsAt <= record.at) return []
  return mailsOf(service, { ...happened, appointment: before, what: 'cancelled' })
}

/** These mails outlive the inquiry. */
export async function newsOfErasure(service: Service, id: InquiryId, history: readonly NumberedChange[]) {
  const appointment = appointments.appointmentIn(history)
  const at = service.clock.now().toISOString()
  if (!appointment || appointment.startsAt <= at) return []
  return mailsOf(service, { id, at, appointment, what: 'cancelled', sequence: appointment.seq + 1 })
}

interface Happened extends Pick<News, 'what' | 'sequence'> {
  id: InquiryId
  at: string
  appointment: appointments.Appointment
  dueAt?: string
}

type Recipient = 'person' | 'member' | 'firm'

/** The member's mail is not sent a second time to the firm. */
async function mailsOf(
  service: Service,
  happened: Happened,
  recipients: readonly Recipient[] = ['person', 'member', 'firm'],
): Promise<StoredMessage[]> {
  const { id, what, appointment, sequence } = happened
  const [details, member] = await Promise.all([
    appointments.openDetails(service, appointment),
    readAddress(service, appointment.member),
  ])
  const addresses = { person: details?.to, member: member?.text, firm: service.firm.email }
  const news = { reference: id.reference, what, entry: appointments.entryOf(id, appointment), sequence }
  const postTo = async (recipient: Recipient): Promise<StoredMessage[]> => {
    const to = addresses[recipient]
    if (to === undefined || (recipient === 'firm' && to === addresses.member)) return []
    if (recipient === 'person' && details) {
      const { language, telephone } = details
      const status = await statusCapability(service, id)
      const shown = { appointment: appointments.shownAppointment(appointment, details), language, telephone, status }
      return post(service, happened, recipient, { kind: 'appointment', to, ...news, ...shown })
    }
    // The staff get no link of a video.
    const shown = appointments.shownAppointment(appointment, {
      with: details?.with ?? service.firm.name,
      place: details?.place,
    })
    return post(service, happened, recipient, { kind: 'staffAppointment', to, ...news, appointment: shown })
  }
  return (await Promise.all(recipients.map(postTo))).flat()
}

async function reminders(service: Service, happened: Happened): Promise<StoredMessage[]> {
  const dueAt = new Date(Date.parse(happened.appointment.startsAt) - DAY_MS).toISOString()
  return dueAt <= happened.at ? [] : mailsOf(service, { ...happened, at: dueAt, dueAt }, ['person', 'member'])
}

async function post(
  service: Service,
  { id, at, what, sequence, dueAt, appointment }: Happened,
  recipient: Recipient,
  message: Extract<Posting['message'], { kind: 'appointment' | 'staffAppointment' }>,
): Promise<StoredMessage[]> {
  if (!canSend(service, message.kind)) return []
  const about = { inquiry: id, copy: `${what}-${sequence}-${recipient}` }
  const until = what === 'cancelled' ? undefined : appointment.startsAt
  return [await newMessage(service, { at, about, message, dueAt, until } as Posting)]
}
