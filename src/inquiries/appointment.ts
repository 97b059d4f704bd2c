/** An appointment of a person with the firm, and the rules by which the staff may change it. */
import * as z from 'zod'
import { Day, officeInstant, officeTimestamp, clockInWords, officeClock, weekdayInWords } from '../dates.ts'
import { DAY_MS, MINUTE_MS } from '../duration.ts'
import type { ChangeRecord, NumberedChange } from './change.ts'
import { isSafe, type Way } from './safe-contact.ts'
import type { InquiryId } from './inquiry-id.ts'
import { LANGUAGES, type Language } from '../language.ts'
import { type Ports, unsealAs } from '../ports.ts'
import type { Firm } from '../firm/firm.ts'
import { addressInWords } from '../firm/offices.ts'
import { nationalTelephone, telephoneIn } from '../telephone.ts'
import { fill, memberSignature, WORDS } from '../words.ts'

type Stored = NonNullable<ChangeRecord['appointment']>
export type AppointmentEnd = Extract<Stored, string>
type SetAppointment = Exclude<Stored, string>

export const APPOINTMENT_KINDS = ['we_call', 'you_call', 'office', 'video'] as const satisfies SetAppointment['kind'][]
/** The desk shows these words for each kind. */
export const KINDS_FOR_STAFF: Readonly<Record<SetAppointment['kind'], string>> = {
  we_call: 'We call the person',
  you_call: 'The person calls us',
  office: 'At the office',
  video: 'By video',
}
const MAX_MINUTES = 480
/** One link, with no other words such as a passcode. */
const VIDEO_LINK = /^https:\/\/[^\s<>"]+$/i
/** A day further ahead most likely has a mistyped year. */
const MAX_AHEAD_MS = 366 * DAY_MS

/** The service's key seals the details, because the private page and the reminder need them and cannot open the inquiry. */
export const DETAILS_PURPOSE = 'appointment'
export const Details = z.object({
  /** The person's address; absent where no e-mail may be sent. */
  to: z.string().optional(),
  language: z.enum(LANGUAGES),
  telephone: z.string().optional(),
  /** Name of the member. */
  with: z.string(),
  /** Absent in records of earlier versions. */
  isLawyer: z.boolean().optional(),
  url: z.string().optional(),
  /** Address of the office; absent for other ways to meet. */
  place: z.string().optional(),
})
export type Details = z.infer<typeof Details>

export interface Appointment extends SetAppointment {
  /** Number of the change that made or moved it. */
  seq: number
  /** Number of the change that made it. It stays the same when the appointment is moved. */
  first: number
  endsAt: string
}

/** @returns the appointment that stands after these changes. A change without `appointmentAt` ends it. */
export function appointmentIn(history: readonly Pick<NumberedChange, 'seq' | 'appointment' | 'appointmentAt'>[]) {
  let found: Appointment | undefined
  for (const { seq, appointment, appointmentAt } of history) {
    if (typeof appointment === 'object') {
      const endsAt = new Date(Date.parse(appointment.startsAt) + appointment.minutes * MINUTE_MS).toISOString()
      found = { ...appointment, endsAt, seq, first: found?.first ?? seq }
    }
    if (appointmentAt === undefined) found = undefined
  }
  return found
}

type Comparable = Omit<SetAppointment, 'sealed'> & Pick<Details, 'with' | 'isLawyer' | 'url' | 'place'>
const COMPARED = ['startsAt', 'minutes', 'kind', 'member', 'with', 'isLawyer', 'url', 'place'] as const
export const isSame = (one: Comparable, other: Comparable): boolean =>
  COMPARED.every((field) => one[field] === other[field])

export const openDetails = async ({ keys }: Pick<Ports, 'keys'>, { sealed }: Pick<Appointment, 'sealed'>) =>
  unsealAs(Details, keys, DETAILS_PURPOSE, sealed)

/** The entry in calendars keeps this name until the appointment is canceled. */
export const entryOf = ({ reference, receivedAt }: InquiryId, { first }: Appointment): string =>
  `${reference}.${Date.parse(receivedAt).toString(36)}.${first}`

/** `what` is an `AppointmentEnd`, or `set` to make or move the appointment. `place` is the address of one of the offices. */
export const TYPED_FIELDS = ['what', 'day', 'time', 'minutes', 'kind', 'url', 'place', 'member'] as const
export type TypedAppointment = Record<(typeof TYPED_FIELDS)[number], string>

export interface Situation {
  now: Date
  /** `mayRetain`: a lawyer marked *No conflict*, and no possible conflict was found since. */
  isChecked: boolean
  present?: Appointment | undefined
  phone?: string | undefined
  safeContact?: readonly Way[] | undefined
  /** Staff ids. */
  members: ReadonlySet<string>
  /** Addresses of the firm's offices. */
  offices: readonly string[]
}

export type Decision =
  | ({ appointment: AppointmentEnd | Omit<SetAppointment, 'sealed'> } & Pick<Details, 'url' | 'place'>)
  | { field: keyof TypedAppointment; refusal: string }

const ENDS: readonly string[] = ['cancelled', 'held', 'missed'] satisfies AppointmentEnd[]
export const isEnd = (what: string): what is AppointmentEnd => ENDS.includes(what)

export function decideAppointment(typed: TypedAppointment, situation: Situation): Decision {
  const { now, isChecked, present, phone, safeContact, members, offices } = situation
  const { what, day, time, minutes, kind, url, place, member } = typed
  const refuse = (field: keyof TypedAppointment, refusal: string): Decision => ({ field, refusal })
  if (isEnd(what)) {
    if (!present) return refuse('what', 'There is no appointment any more.')
    const hasBegun = present.startsAt <= now.toISOString()
    if (what === 'cancelled' && hasBegun)
      return refuse('what', 'The appointment has begun, so it cannot be canceled. Say whether it was held.')
    if (what !== 'cancelled' && !hasBegun)
      return refuse('what', 'The appointment has not begun yet. Move or cancel it instead.')
    return { appointment: what }
  }
  if (what !== 'set') return refuse('what', 'Press one of the buttons below the form.')
  if (!isChecked)
    return refuse(
      'what',
      'First check for conflicts: an appointment needs the mark “No conflict”, made after the last possible conflict.',
    )
  if (!Day.safeParse(day).success) return refuse('day', 'Choose the day.')
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return refuse('time', 'Write the hour like 09:30.')
  const start = officeInstant(day, time)
  if (!start) return refuse('time', `The clocks change on that day, and there is no ${time}. Choose another hour.`)
  if (start <= now) return refuse('day', 'This is in the past. Choose a later day or hour.')
  if (start.getTime() > now.getTime() + MAX_AHEAD_MS)
    return refuse('day', 'This is more than a year ahead. Check the year.')
  const length = Number(minutes)
  if (!Number.isInteger(length) || length < 5 || length > MAX_MINUTES)
    return refuse('minutes', 'The length must be 5 minutes to 8 hours: write 5 to 480.')
  const chosen = APPOINTMENT_KINDS.find((one) => one === kind)
  if (!chosen) return refuse('kind', 'Choose how you meet.')
  if (chosen === 'we_call' && !isSafe({ safeContact }, 'telephone'))
    return refuse('kind', 'The person said that calls are not safe for them. Choose another way.')
  if (chosen === 'we_call' && !phone)
    return refuse('kind', 'The person gave no telephone number. Choose another way, or let them call.')
  if (chosen === 'video' && !(VIDEO_LINK.test(url) && URL.canParse(url)))
    return refuse('url', 'Paste only the video link, which begins with https://.')
  if (chosen === 'office' && !offices.includes(place)) return refuse('place', 'Choose the office.')
  if (!members.has(member)) return refuse('member', 'Choose a current member of staff.')
  const appointment = { startsAt: start.toISOString(), minutes: length, kind: chosen, member }
  return { appointment, url: chosen === 'video' ? url : undefined, place: chosen === 'office' ? place : undefined }
}

/** The person and their agent see this. */
export const ShownAppointment = z.object({
  startsAt: z.string().meta({ format: 'date-time', description: 'When it begins, by the clock of the office.' }),
  endsAt: z.string().meta({ format: 'date-time', description: 'When it ends.' }),
  kind: z.enum(APPOINTMENT_KINDS).describe('How: the firm calls, the person calls, at the office, or by video.'),
  with: z.string().describe('Name of the member of the firm.'),
  isLawyer: z.boolean().optional().describe('Whether this member is a lawyer.'),
  url: z.string().optional().describe('Link of the video.'),
  place: z.string().optional().describe('Address of the office.'),
})
export type ShownAppointment = z.infer<typeof ShownAppointment>

export const shownAppointment = (
  { startsAt, endsAt, kind }: Pick<Appointment, 'startsAt' | 'endsAt' | 'kind'>,
  details: Pick<Details, 'with' | 'isLawyer' | 'url' | 'place'>,
): ShownAppointment =>
  ShownAppointment.parse({ ...details, kind, startsAt: officeTimestamp(startsAt), endsAt: officeTimestamp(endsAt) })

/** By the clock of the office, like `Tuesday, December 1, 9:30 a.m.` or `martes, 1 de diciembre, 9:30 a. m.` */
export function momentInWords(iso: string, language: Language): string {
  const [day, time] = officeClock(new Date(iso))
  return `${weekdayInWords(day, WORDS[language].locale)}, ${clockInWords(time.slice(0, 'HH:MM'.length), language)}`
}

/** Like `with Ana Diaz, attorney` */
export const withWhom = (shown: Pick<ShownAppointment, 'with' | 'isLawyer'>, language: Language): string =>
  fill(WORDS[language].appointment.with, { name: memberSignature(shown.with, shown.isLawyer, language) })

/** Like `we will call you at …1234`: only the end of the person's telephone number is shown. */
export function wayInWords(
  { kind, place }: Pick<ShownAppointment, 'kind' | 'place'>,
  language: Language,
  firm: Firm,
  telephone?: string,
): string {
  const end = telephone && (telephoneIn(telephone) ?? telephone.replace(/\D/g, '')).slice(-4)
  return fill(WORDS[language].appointment.kinds[kind], {
    // A line never ends between the dots and the digits.
    number: end ? `…\u2060${end}` : '',
    telephone: nationalTelephone(firm.telephone),
    place: place ?? addressInWords(firm.address),
  })
}
