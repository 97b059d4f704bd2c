import * as z from 'zod'
import { Sealed, Time } from './record.ts'
import { StoredMessage } from './stored-message.ts'

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

export const Change = z.object({
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
      'mail',
    ]),
  ),
  /** The resulting status, one of `src/inquiries/status.ts`. */
  status: z.string(),
  /** Staff id. */
  assignee: z.string().optional(),
  /** Whether the person may answer, and since when an answer waits for the firm. */
  asked: z.literal(true).optional(),
  answeredAt: Time.optional(),
  followUp: z.string().optional(),
  /** Absent when the person has answered since. */
  contactedOn: z.string().optional(),
  /** Absent when the change is not a call. */
  contact: z.enum(['answered', 'message', 'none']).optional(),
  /** `SEALED_TEXTS` lists the encrypted texts. */
  note: Sealed.optional(),
  reply: Sealed.optional(),
  answer: Sealed.optional(),
  /** Keyed hashes recognize an answer that is sent twice. */
  sent: z.object({ key: z.string().optional(), body: z.string() }).optional(),
  /** Absent when it did not come by e-mail. */
  mail: z.enum(['answer', 'automatic']).optional(),
  /** Absent when the change is not a check. */
  finding: Finding.optional(),
  /** The result of the latest check so far. */
  lastFinding: Finding.optional(),
  /** Whether the firm's other records were checked too. */
  checkedElsewhere: z.boolean().optional(),
  /** True begins a legal hold, false ends one. */
  hold: z.boolean().optional(),
  appointment: Appointment.optional(),
  /** The appointment that stands after this change begins at this time. */
  appointmentAt: Time.optional(),
  /** The number of the change that this one takes back. Its letter was not sent. */
  undoes: z.number().optional(),
})

/** What is known of the inquiry from the start and may be read without opening it. */
const Intake = z
  .object({
    /** The court date or deadline that the person named, like 2026-12-31. */
    date: z.string(),
    isUrgent: z.literal(true),
    isSuspect: z.literal(true),
    /** A member of the staff wrote down a telephone call. */
    isCall: z.literal(true),
    callBack: z.string(),
  })
  .partial()

/** Everything about one inquiry, so that its state, history and mail change in one write. */
export const SealedInquiry = Sealed.extend({
  intake: Intake,
  /** Oldest first. */
  changes: z.array(Change),
  mail: z.array(StoredMessage),
  /** These names are kept after the inquiry is erased; absent until it has ended. */
  names: Sealed.optional(),
  hints: z.array(z.string()),
})
