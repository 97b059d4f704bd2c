/** What the person sees at the private address. It is made without decrypting what the person wrote. */
import * as z from 'zod'
import { described } from '../described.ts'
import { officeDay } from '../dates.ts'
import type { Firm } from '../firm/firm.ts'
import type { Ports } from '../ports.ts'
import { Problem } from '../problem.ts'
import { appointmentIn, entryOf, openDetails, ShownAppointment, shownAppointment } from './appointment.ts'
import { answersLeft } from './answer.ts'
import type { ChangedField, NumberedChange } from './change.ts'
import type { InquiryId } from './inquiry-id.ts'
import { historyOf, readInquiry, stateOf } from './sealed-inquiry.ts'
import * as states from './status.ts'
import { type Promised, promisedDay } from './overdue.ts'
import { readStatusCapability } from './status-address.ts'

const NextStep = described('What comes next: who (firm or person), what, by which day.', {
  who: z.enum(['firm', 'person']).optional().describe('Who does something next; absent when no one does.'),
  what: z
    .enum(['review', 'answer', 'appointment'])
    .optional()
    .describe('What they do: `answer` what the firm asked, or keep the `appointment`.'),
  by: z.string().optional().meta({ format: 'date', description: 'Day by which the firm promises it, in Florida.' }),
})

const STATUS = 'Where an inquiry stands.'

/** Times are strings here, because `z.iso.datetime` would add a long pattern to the description of the MCP tool. */
export const InquiryStatus = described(STATUS, {
  reference: z.string().describe('The reference of the inquiry.'),
  status: z.enum(states.PUBLIC_STATUSES).describe('Where the inquiry stands. Meets no deadline.'),
  receivedAt: z.string().meta({ format: 'date-time', description: 'When it was received, UTC.' }),
  updatedOn: z.string().meta({ format: 'date', description: 'Day of this status, in Florida.' }),
  next: NextStep,
  appointment: ShownAppointment.optional().describe('The appointment with the firm.'),
  booking_url: z
    .string()
    .optional()
    .meta({ format: 'uri', description: 'Page of another company where the person may choose a time themselves.' }),
})

export type InquiryStatus = z.infer<typeof InquiryStatus>

export const statusSchema = ({ bookingUrl }: Pick<Firm, 'bookingUrl'>) =>
  bookingUrl === undefined ? InquiryStatus.omit({ booking_url: true }).describe(STATUS) : InquiryStatus

export interface ShownStatus extends InquiryStatus {
  /** Set for a telephone call that the firm has not answered yet. `callBack`: the day by which the person is called back. */
  call?: Pick<states.InquiryState, 'callBack'> | undefined
  /** The person's number, set if there is an `appointment` of any kind. The page shows only the last digits. */
  telephone?: string | undefined
  /** Name and version of the appointment in calendars. */
  entry?: { entry: string; sequence: number } | undefined
  /** The firm's last contact with the person was a message left on the telephone. */
  isCalled?: boolean
  /** How the last appointment ended; see `endOfAppointment`. `over`: it was held or missed, or its time has passed. */
  ended?: 'cancelled' | 'over' | undefined
  /** `left`: how often the person may still answer. `answeredOn`: the day of an answer that waits for the firm. */
  asking?: { left: number; answeredOn?: string | undefined } | undefined
}

type StatusPorts = Pick<Ports, 'store' | 'keyedHash' | 'keys' | 'clock'> & { firm: Promised & Pick<Firm, 'bookingUrl'> }

/** @returns undefined when this service did not make the capability, or the inquiry is kept no longer */
export async function readPublicStatus(ports: StatusPorts, capability: string): Promise<ShownStatus | undefined> {
  const { store, firm } = ports
  const { bookingUrl } = firm
  const id = await readStatusCapability(ports, capability)
  if (!id) return undefined
  const inquiry = await readInquiry(store, id)
  if (!inquiry) return undefined
  const [state, history] = [stateOf(inquiry), historyOf(inquiry)]
  const { isCall, callBack, asked, answeredAt } = state
  const shown = history.map((change) => states.publicStatus({ ...change, isCall }))
  const status = states.publicStatus(state)
  // The change that began this status. A later note of the staff does not count.
  const since = history[shown.findLastIndex((earlier) => earlier !== status) + 1]
  const isFromStart = since === undefined || (since.seq === 1 && status === 'received')
  // A change that cannot be read has no time.
  const updatedAt = (isFromStart ? '' : since.at) || id.receivedAt
  const isAnswered = (['asked', 'answered', 'closed'] as const).some((done) => shown.includes(done))
  const call = isCall && !isAnswered ? { callBack } : undefined
  return {
    ...id,
    status,
    updatedOn: officeDay(new Date(updatedAt)),
    next: nextStep(ports, { id, state }, status),
    call,
    isCalled: history.findLast(isContacting)?.contact === 'message',
    ended: status === 'answered' ? endOfAppointment(history, ports.clock.now().toISOString()) : undefined,
    ...(await scheduled(ports, id, history)),
    ...(states.mayBook(state) && bookingUrl !== undefined && { booking_url: bookingUrl }),
    asking: asked && { left: answersLeft(state, history), answeredOn: answeredAt && officeDay(new Date(answeredAt)) },
  }
}

/** After these changes, the page no longer says that a message was left on the telephone, or how an appointment ended. */
const CONTACTING: readonly ChangedField[] = ['contact', 'reply', 'status', 'answer', 'appointment']
const isContacting = ({ changed }: NumberedChange): boolean => changed.some((field) => CONTACTING.includes(field))

/** @returns undefined without an appointment, before it has ended, and after a contact (`CONTACTING`) that followed the end */
function endOfAppointment(history: readonly NumberedChange[], now: string): ShownStatus['ended'] {
  const standing = appointmentIn(history)
  if (standing) {
    const isAnswered = history.some((change) => change.at > standing.endsAt && isContacting(change))
    return standing.endsAt < now && !isAnswered ? 'over' : undefined
  }
  const last = history.findLastIndex(({ appointmentAt }) => appointmentAt !== undefined)
  const [end, ...later] = history.slice(last + 1)
  if (last < 0 || !end || later.some(isContacting)) return undefined
  return end.appointment === 'held' || end.appointment === 'missed' ? 'over' : 'cancelled'
}

async function scheduled(ports: StatusPorts, id: InquiryId, history: readonly NumberedChange[]) {
  const appointment = appointmentIn(history)
  if (!appointment || appointment.endsAt < ports.clock.now().toISOString()) return {}
  const details = await openDetails(ports, appointment)
  if (!details) return {}
  const changedAt = history.find(({ seq }) => seq === appointment.seq)?.at ?? id.receivedAt
  return {
    status: 'scheduled' as const,
    updatedOn: officeDay(new Date(changedAt)),
    next: { who: 'person', what: 'appointment' } as const,
    appointment: shownAppointment(appointment, details),
    telephone: details.telephone,
    entry: { entry: entryOf(id, appointment), sequence: appointment.seq },
  }
}

/** `by` is left out once the promised day has passed. */
function nextStep(
  { clock, firm }: StatusPorts,
  listed: states.ListedInquiry,
  status: states.PublicStatus,
): InquiryStatus['next'] {
  if (status === 'asked') return { who: 'person', what: 'answer' }
  if (status !== 'received' && status !== 'in_review') return {}
  const by = states.awaitsAnswer(listed.state) ? promisedDay(listed, firm) : ''
  return { who: 'firm', what: 'review', ...(by >= officeDay(clock.now()) && { by }) }
}

/** @throws Problem `not-found`, the same for an address that was never given out and for an inquiry that is gone */
export async function requirePublicStatus(ports: StatusPorts, capability: string): Promise<InquiryStatus> {
  const found = await readPublicStatus(ports, capability)
  if (!found) throw notFound()
  return InquiryStatus.parse(found)
}

export const notFound = () =>
  new Problem('not-found', { detail: 'No inquiry has this address, or it is kept no longer.' })
