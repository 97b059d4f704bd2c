/** What the store keeps of one change of an inquiry. */
import * as z from 'zod'
import { Sealed, Time } from './fact.ts'

const Finding = z.enum(['none', 'conflict'])

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
      'offer',
      'time',
      'contact',
      'follow-up',
    ]),
  ),
  /** The resulting state. `history.ts` knows the statuses. */
  status: z.string(),
  /** Staff id. */
  assignee: z.string().optional(),
  /** Whether the person may answer, and since when an answer waits for the firm. */
  asked: z.literal(true).optional(),
  answeredAt: Time.optional(),
  /** The day on which it is looked at again, and that of the last contact, if the person has not answered since. */
  followUp: z.string().optional(),
  contactedOn: z.string().optional(),
  /** How a call to the person ended; absent when the change is not one. */
  contact: z.enum(['answered', 'message', 'none']).optional(),
  /** Of these, see `SEALED_TEXTS`. */
  note: Sealed.optional(),
  reply: Sealed.optional(),
  answer: Sealed.optional(),
  /** Of an answer: keyed hashes of its text and of its idempotency key, by which it is known when it is sent again. */
  sent: z.object({ key: z.string().optional(), body: z.string() }).optional(),
  /** What a check for conflicts found; absent when the change is not one. */
  finding: Finding.optional(),
  /** What the last check until now found. */
  lastFinding: Finding.optional(),
  /** Whether the firm's other records were checked too. */
  checkedElsewhere: z.boolean().optional(),
  /** Whether a legal hold began or ended with it; absent when neither did. */
  hold: z.boolean().optional(),
  /** Of which kinds the person may choose a time. `sealed`: where to write to the person. */
  offer: z.object({ kinds: z.array(z.string()), sealed: z.string().optional() }).optional(),
  /** The time that the person chose, or what became of it. */
  time: z.string().optional(),
})
