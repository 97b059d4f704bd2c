/** Mails about an appointment that was made, moved or canceled, and reminders a day before it. `sealDetails` encrypts what they need. */
import { DAY_MS } from '../duration.ts'
import type { PreparedChange } from '../inquiries/change.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { AnyInquiryRequest } from '../inquiries/inquiry-request.ts'
import { safeEmail } from '../inquiries/safe-contact.ts'
import { historyOf, type SealedInquiry } from '../inquiries/sealed-inquiry.ts'
import { statusCapability } from '../inquiries/status-address.ts'
import { canSend } from '../mail/message.ts'
import { newMessage, NO_ANSWER, type Posting } from '../mail/outbox.ts'
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

/** @param inquiry without the change */
export async function mailsAboutChange(
  service: Service,
  { id, record, before: { appointmentAt }, after }: PreparedChange,
  inquiry: SealedInquiry,
): Promise<StoredMessage[]> {
  if (appointmentAt === undefined && record.appointment === undefined) return []
  const history = historyOf(inquiry)
  const earlier = appointments.appointmentIn(history)
  const current = appointments.appointmentIn([...history, { ...record, seq: after.seq }])
  const event = { id, at: record.at, sequence: after.seq }
  const hasHeard = (recipient: Recipient) => earlier !== undefined && isAnnounced(earlier, recipient, inquiry)
  if (current?.seq === after.seq) {
    const dueAt = new Date(Date.parse(current.startsAt) - DAY_MS).toISOString()
    const reminder = { ...event, appointment: current, at: dueAt, dueAt }
    const hasNewMember = earlier !== undefined && earlier.member !== current.member
    const isNewTo = (recipient: Recipient) => !hasHeard(recipient) || (hasNewMember && recipient === 'member')
    const losesIt = (recipient: Recipient) => recipient === 'member' && hasHeard(recipient)
    const mails = [mailsOf(service, { ...event, appointment: current }, (one) => (isNewTo(one) ? 'set' : 'moved'))]
    if (dueAt > record.at) mails.push(mailsOf(service, reminder, (one) => one !== 'firm' && 'reminder'))
    if (hasNewMember)
      mails.push(mailsOf(service, { ...event, appointment: earlier }, (one) => losesIt(one) && 'cancelled'))
    return (await Promise.all(mails)).flat()
  }
  const isCancelled = earlier && !current && (record.appointment === undefined || record.appointment === 'cancelled')
  if (!isCancelled || earlier.startsAt <= record.at) return []
  return mailsOf(service, { ...event, appointment: earlier }, (recipient) => hasHeard(recipient) && 'cancelled')
}

/** Erasing an inquiry cancels its appointment. The mails about the cancellation are stored apart, so they are not erased. */
export async function mailsAboutErasure(service: Service, id: InquiryId, inquiry: SealedInquiry) {
  const appointment = appointments.appointmentIn(historyOf(inquiry))
  const at = service.clock.now().toISOString()
  if (!appointment || appointment.startsAt <= at) return []
  const event = { id, at, appointment, sequence: appointment.seq + 1 }
  return mailsOf(service, event, (recipient) => isAnnounced(appointment, recipient, inquiry) && 'cancelled')
}

interface AppointmentEvent extends Pick<AppointmentMail, 'sequence'> {
  id: InquiryId
  at: string
  appointment: appointments.Appointment
  dueAt?: string
}

const RECIPIENTS = ['person', 'member', 'firm'] as const
type Recipient = (typeof RECIPIENTS)[number]

type News = AppointmentMail['what']
const idSuffix = (what: News, sequence: number, recipient: Recipient) => `${what}-${sequence}-${recipient}`

/** @returns false if the mail that first announces the appointment to the recipient was certainly not sent. `storeChange` drops that mail. */
function isAnnounced({ seq }: appointments.Appointment, recipient: Recipient, { mail }: SealedInquiry): boolean {
  const first = mail.find(({ id }) => id.endsWith(`.${idSuffix('set', seq, recipient)}`))
  return first?.sealed === undefined || first.reason === NO_ANSWER
}

/**
 * If the member's address is that of the firm, only one mail goes there.
 * @param newsFor what the mail to a recipient says; false for no mail
 */
async function mailsOf(
  service: Service,
  { id, at, appointment, sequence, dueAt }: AppointmentEvent,
  newsFor: (recipient: Recipient) => News | false,
): Promise<StoredMessage[]> {
  const [details, member] = await Promise.all([
    appointments.openDetails(service, appointment),
    readAddress(service, appointment.member),
  ])
  const addresses = { person: details?.to, member: member?.text, firm: service.firm.email }
  const common = { reference: id.reference, entry: appointments.entryOf(id, appointment), sequence }
  const messageTo = async (recipient: Recipient, what: News) => {
    const to = addresses[recipient]
    if (to === undefined || (recipient === 'firm' && to === addresses.member)) return undefined
    if (recipient === 'person' && details) {
      const { language, telephone } = details
      const shown = appointments.shownAppointment(appointment, details)
      const status = await statusCapability(service, id)
      return { kind: 'appointment' as const, to, ...common, what, appointment: shown, language, telephone, status }
    }
    // The mail to the staff leaves out the link to the video call.
    const known = { with: details?.with ?? service.firm.name, place: details?.place }
    const shown = appointments.shownAppointment(appointment, known)
    const toMember = recipient === 'member' ? appointment.member : undefined
    return { kind: 'staffAppointment' as const, member: toMember, ...common, what, appointment: shown }
  }
  const posted = RECIPIENTS.map(async (recipient) => {
    const what = newsFor(recipient)
    const message = what && (await messageTo(recipient, what))
    if (!message || !canSend(service, message.kind)) return []
    const until = what === 'cancelled' ? undefined : appointment.startsAt
    const about = { inquiry: id, copy: idSuffix(what, sequence, recipient) }
    return [await newMessage(service, { at, about, message, dueAt, until } as Posting)]
  })
  return (await Promise.all(posted)).flat()
}
