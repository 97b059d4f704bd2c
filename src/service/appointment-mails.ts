/** Mails about an appointment that was made, moved or cancelled, and reminders a day before it. `sealDetails` encrypts what they need. */
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
import type { AppointmentMail } from '../mail/appointment-letters.ts'

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

export async function mailsAboutChange(
  service: Service,
  { id, record, before: { appointmentAt }, after }: PreparedChange,
  history: readonly NumberedChange[],
): Promise<StoredMessage[]> {
  if (appointmentAt === undefined && record.appointment === undefined) return []
  const earlier = appointments.appointmentIn(history)
  const current = appointments.appointmentIn([...history, { ...record, seq: after.seq }])
  const event = { id, at: record.at, sequence: after.seq }
  if (current?.seq === after.seq) {
    const dueAt = new Date(Date.parse(current.startsAt) - DAY_MS).toISOString()
    const reminder = { appointment: current, what: 'reminder', at: dueAt, dueAt } as const
    const hasNewMember = earlier && earlier.member !== current.member
    return [
      ...(await mailsOf(service, { ...event, appointment: current, what: earlier ? 'moved' : 'set' })),
      ...(hasNewMember
        ? await mailsOf(service, { ...event, appointment: earlier, what: 'cancelled' }, ['member'])
        : []),
      ...(dueAt > record.at ? await mailsOf(service, { ...event, ...reminder }, ['person', 'member']) : []),
    ]
  }
  const isCancelled = earlier && !current && (record.appointment === undefined || record.appointment === 'cancelled')
  if (!isCancelled || earlier.startsAt <= record.at) return []
  return mailsOf(service, { ...event, appointment: earlier, what: 'cancelled' })
}

/** Erasing an inquiry cancels its appointment. The mails about the cancellation are stored apart, so they are not erased. */
export async function mailsAboutErasure(service: Service, id: InquiryId, history: readonly NumberedChange[]) {
  const appointment = appointments.appointmentIn(history)
  const at = service.clock.now().toISOString()
  if (!appointment || appointment.startsAt <= at) return []
  return mailsOf(service, { id, at, appointment, what: 'cancelled', sequence: appointment.seq + 1 })
}

interface AppointmentEvent extends Pick<AppointmentMail, 'what' | 'sequence'> {
  id: InquiryId
  at: string
  appointment: appointments.Appointment
  dueAt?: string
}

type Recipient = 'person' | 'member' | 'firm'

/** If the member's address is that of the firm, only one mail goes there. */
async function mailsOf(
  service: Service,
  { id, at, what, appointment, sequence, dueAt }: AppointmentEvent,
  recipients: readonly Recipient[] = ['person', 'member', 'firm'],
): Promise<StoredMessage[]> {
  const [details, member] = await Promise.all([
    appointments.openDetails(service, appointment),
    readAddress(service, appointment.member),
  ])
  const addresses = { person: details?.to, member: member?.text, firm: service.firm.email }
  const common = { reference: id.reference, what, entry: appointments.entryOf(id, appointment), sequence }
  const messageTo = async (recipient: Recipient) => {
    const to = addresses[recipient]
    if (to === undefined || (recipient === 'firm' && to === addresses.member)) return undefined
    if (recipient === 'person' && details) {
      const { language, telephone } = details
      const shown = appointments.shownAppointment(appointment, details)
      const status = await statusCapability(service, id)
      return { kind: 'appointment' as const, to, ...common, appointment: shown, language, telephone, status }
    }
    // The mail to the staff leaves out the link to the video call.
    const known = { with: details?.with ?? service.firm.name, place: details?.place }
    const shown = appointments.shownAppointment(appointment, known)
    return { kind: 'staffAppointment' as const, to, ...common, appointment: shown }
  }
  const until = what === 'cancelled' ? undefined : appointment.startsAt
  const posted = recipients.map(async (recipient) => {
    const message = await messageTo(recipient)
    if (!message || !canSend(service, message.kind)) return []
    const about = { inquiry: id, copy: `${what}-${sequence}-${recipient}` }
    return [await newMessage(service, { at, about, message, dueAt, until } as Posting)]
  })
  return (await Promise.all(posted)).flat()
}
