/** What the store keeps of one change of an inquiry. */
import * as z from 'zod'
import { Sealed, Time } from './fact.ts'

const Finding = z.enum(['none', 'conflict'])

const Appointment = z.union([
  z.object({
    startsAt: Time,
    minutes: z.number(),
    kind: z.enum(['we_call', 'you_call', 'office', 'video']),
    /** Staff id. */
    member: z.string(),
    /** How to reach the person, and the link of a video. */
    sealed: z.string(),
  }),
  z.enum(['cancelled', 'held', 'missed']),
])

export const ChangeValue = z.object({
  version: z.literal(1),
  at: Time,
  /** Staff id, or `person` for an answer. */
  by: z.string(),
  changed: z.array(
    z.enum([
      'status',
      'assignee',
      'note',
      'reply',
      'ask',
      'answer',
      'conflict',
      'read',
      'hold',
      'contact',
      'follow-up',
      'appointment',
    ]),
  ),
  /** The resulting state. `status.ts` of the inquiries has the statuses. */
  status: z.string(),
  /** Staff id. */
  assignee: z.string().optional(),
  /** Whether the person may answer, and since when an answer waits for the firm. */
  asked: z.literal(true).optional(),
  answeredAt: Time.optional(),
  /** The day of the follow-up. */
  followUp: z.string().optional(),
  /** The day of the last contact, if the person has not answered since. */
  contactedOn: z.string().optional(),
  /** How a call to the person ended; absent when the change is not a call. */
  contact: z.enum(['answered', 'message', 'none']).optional(),
  /** Encrypted texts; the list is `SEALED_TEXTS`. */
  note: Sealed.optional(),
  reply: Sealed.optional(),
  answer: Sealed.optional(),
  /** Keyed hashes of an answer's text and idempotency key: they recognize an answer that is sent twice. */
  sent: z.object({ key: z.string().optional(), body: z.string() }).optional(),
  /** Result of a check for conflicts; absent when the change is not a check. */
  finding: Finding.optional(),
  /** Result of the latest check for conflicts so far. */
  lastFinding: Finding.optional(),
  /** Whether the firm's other records were checked too. */
  checkedElsewhere: z.boolean().optional(),
  /** True when this change began a legal hold, false when it ended one. */
  hold: z.boolean().optional(),
  /** The appointment that this change made or moved, or how it ended. */
  appointment: Appointment.optional(),
  /** When the appointment begins that stands after this change. */
  appointmentAt: Time.optional(),
})
