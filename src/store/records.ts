/** Everything that the service stores is in this table. `README.md` describes each row. */
import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import { Empty, type RecordRow, Sealed, Time, OnlyTime } from './record.ts'
import { MESSAGE_MS, StoredMessage } from './stored-message.ts'

const Finding = z.enum(['none', 'conflict'])

const Appointment = z.union([
  z.object({
    startsAt: Time,
    minutes: z.number(),
    kind: z.enum(['we_call', 'you_call', 'office', 'video']),
    /** Staff id. */
    member: z.string(),
    /** `Details` in `src/inquiries/appointment.ts`, encrypted with the service's key. */
    sealed: z.string(),
  }),
  z.enum(['cancelled', 'held', 'missed']),
])

export const Change = z.object({
  at: Time,
  /** Staff id, or `person` for an answer or e-mail of the person. */
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
  /** The firm asked something, and the person may answer. */
  asked: z.literal(true).optional(),
  /** Since when an answer waits for the firm. */
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
  /** Keyed hashes of idempotency key and text, by which an answer that is sent twice is recognized. */
  sent: z.object({ key: z.string().optional(), body: z.string() }).optional(),
  /** Set when the change arrived by e-mail. */
  mail: z.enum(['answer', 'automatic']).optional(),
  /** The result, when the change is a check for conflicts. */
  finding: Finding.optional(),
  /** The result of the latest check so far. */
  lastFinding: Finding.optional(),
  /** Whether the firm's other records were checked too. */
  checkedElsewhere: z.boolean().optional(),
  /** True begins a legal hold, false ends one. */
  hold: z.boolean().optional(),
  appointment: Appointment.optional(),
  /** Start of the appointment that is booked once this change is made. */
  appointmentAt: Time.optional(),
  /** The number of the change that this one takes back. The reply of that change was not sent. */
  undoes: z.number().optional(),
})

/** What is known when an inquiry arrives, and can be read without decrypting the inquiry. */
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
  /** The names to keep after the inquiry is erased; absent until it is finished, for spam, and if the firm keeps no names. */
  names: Sealed.optional(),
  hints: z.array(z.string()),
})

/** Must outlast what is issued to an agent: an assertion is valid for 30 days, and a claim token is recognized for 10. */
const CLAIM_MS = 45 * DAY_MS
export const REGISTRATION_TYPES = ['anonymous', 'service_auth', 'identity_assertion'] as const

const Attempt = z.object({
  id: z.string(),
  type: z.enum(REGISTRATION_TYPES),
  startedAt: Time,
  expiresAt: Time,
  /** Keyed hash. */
  code: z.string(),
  /** Keyed hash of the e-mail address. */
  person: z.string(),
  /** The e-mail address of the person, and the name of the agent. */
  sealedEmail: z.string(),
  /** Keyed hash of the provider's subject. */
  link: z.string().optional(),
  wrongCodes: z.int(),
  mails: z.int(),
})

const Decision = z.object({
  outcome: z.enum(['confirmed', 'denied']),
  at: Time,
  /** `page` can only deny. */
  by: z.enum(['link', 'page', 'staff']),
  /** How the staff verified the person's identity. */
  how: z.string().optional(),
  /** Staff id; present only if the staff decided. */
  member: z.string().optional(),
  /** The person did not enter the code, so polling does not complete the claim. */
  isCodeless: z.literal(true).optional(),
})

const Revocation = z.object({
  at: Time,
  by: z.enum(['agent', 'person', 'staff']),
  /** Staff id; present only if the staff revoked it. */
  member: z.string().optional(),
})

const Passkey = z.object({
  /** SHA-256 of the credential id. */
  id: z.string(),
  at: Time,
  name: z.string(),
  /** base64url */
  credential: z.string(),
  /** COSE, base64url */
  publicKey: z.string(),
  /** 0 if the authenticator has no counter. */
  counter: z.number(),
  /** For example `internal` or `usb`. */
  transports: z.array(z.string()),
  /** True when it was already on more than one device or in a backup. */
  backedUp: z.boolean(),
  /** Absent when the passkey was never used. */
  usedAt: Time.optional(),
})

export const RECORDS = {
  inquiry: { pattern: 'inquiries/<month>/<time>/<reference>', value: SealedInquiry },
  open: { pattern: 'open/<time>/<reference>/<nonce>', value: Empty },
  due: { pattern: 'due/<time>/<record>/<nonce>', value: Empty },
  stuck: { pattern: 'stuck/<record>/<nonce>', value: Empty },
  version: { pattern: 'version/<version>', value: Empty },
  // Must outlast the four days without a run that count as a gap, and the three days that housekeeping then waits.
  clock: { pattern: 'clock/<time>', value: OnlyTime, removedAfterMs: 8 * DAY_MS },
  parties: {
    /** `days`: a date without its last digit. 2026-11-2 stands for November 20 to 29. */
    pattern: 'parties/<days>',
    value: Sealed,
  },
  erasure: {
    pattern: 'erased/<day>/<time>/<reference>',
    /** `by`: staff id. `forgetsNames`: the names must not be kept. */
    value: z.object({ at: Time, by: z.string(), forgetsNames: z.literal(true).optional() }),
  },
  keptNames: { pattern: 'names/<month>/<time>/<reference>', value: Sealed },
  knownList: {
    /** `list`: always the same word, because there is only one list. */
    pattern: 'known/<list>',
    /**
     * `by`: staff id, or `command`. `leftOut`: sentences about lines of the file that were not imported; they give line numbers, and never
     * a name. A list without entries has no `sealed`.
     */
    value: Sealed.partial().extend({
      at: Time,
      by: z.string(),
      count: z.number(),
      leftOut: z.array(z.string()).optional(),
    }),
  },
  droppedKeys: { pattern: 'dropped-keys/<time>', value: Sealed.extend({ at: Time }), removedAfterMs: 30 * DAY_MS },
  idempotency: {
    pattern: 'idempotency/<day>/<name>',
    /** `body`: keyed hash. `notice`: version of the notices. */
    value: z.object({ reference: z.string(), receivedAt: Time, body: z.string(), notice: z.string() }),
    removedAfterMs: 3 * DAY_MS,
  },

  mail: {
    pattern: 'mail/<time>/<message>',
    value: z.object({ at: Time, mail: z.array(StoredMessage), hints: z.array(z.string()) }),
    removedAfterMs: MESSAGE_MS,
  },
  receipt: {
    pattern: 'receipts/<day>/<address>',
    value: z.object({ at: Time, id: z.string() }),
    removedAfterMs: 2 * DAY_MS,
  },

  member: {
    pattern: 'members/<member>',
    value: z.object({
      id: z.string(),
      name: z.string(),
      owner: z.boolean(),
      lawyer: z.boolean(),
      onCall: z.boolean(),
      at: Time,
      /** scrypt, base64url. */
      key: z.object({ salt: z.string(), hash: z.string() }),
      /** Encrypted with the service's key; a revoked member has none. */
      address: z.string().optional(),
      revokedAt: Time.optional(),
      /** In the order in which they were added; a revoked member has none. */
      passkeys: z.array(Passkey),
      /** A removed passkey cannot be added again. */
      removedPasskeys: z.array(z.string()),
    }),
  },
  // Kept as long as `clock`: after days on which the job did not run, the next reminders cover those days too.
  reminders: { pattern: 'reminders/<day>', value: OnlyTime, removedAfterMs: 8 * DAY_MS },
  session: {
    pattern: 'sessions/<session>',
    /** `usedAt`: in steps of five minutes. */
    value: z.object({ member: z.string(), at: Time, usedAt: Time, endedAt: Time.optional() }),
    removedAfterMs: DAY_MS,
  },
  passkeyChallenge: { pattern: 'passkeys/challenges/<challenge>', value: OnlyTime, removedAfterMs: HOUR_MS },
  audit: {
    pattern: 'audit/<month>/<time>-<id>',
    /** `by`: staff id, `command` or `person`. `subject`: mostly the id of an inquiry, claim or member; never a name. */
    value: z.object({ at: Time, by: z.string(), action: z.string(), subject: z.string() }),
  },

  readinessCheck: { pattern: 'checks/<time>-<id>', value: OnlyTime, removedAfterMs: HOUR_MS },

  revokedToken: { pattern: 'revoked/tokens/<token>', value: OnlyTime, removedAfterMs: 2 * HOUR_MS },
  assertion: { pattern: 'jti/<assertion>', value: OnlyTime, removedAfterMs: HOUR_MS },
  vouched: {
    pattern: 'subjects/<subject>/<registration>',
    value: OnlyTime,
    // Must outlast the assertion (a day) and the last access token from it (an hour).
    removedAfterMs: 2 * DAY_MS,
  },
  person: { pattern: 'people/<address>/<proof>', value: OnlyTime },
  claim: {
    pattern: 'claims/<registration>',
    value: z.object({
      keptUntil: Time,
      /** The newest attempt. It is absent when there was no claim before the revocation, or the address was forgotten. */
      attempt: Attempt.optional(),
      decision: Decision.optional(),
      readBacks: z.int(),
      deliveredAt: Time.optional(),
      revocation: Revocation.optional(),
    }),
    removedAfterMs: CLAIM_MS,
  },
  /** `time`: when the agent registered. The time to decide ends three days later. */
  waiting: { pattern: 'waiting/<time>/<registration>', value: OnlyTime, removedAfterMs: 4 * DAY_MS },
  code: {
    pattern: 'codes/<code>',
    value: z.object({ registration: z.string(), attempt: z.string(), at: Time }),
    removedAfterMs: CLAIM_MS,
  },
} as const satisfies Record<string, RecordRow>

export type RecordName = keyof typeof RECORDS
export type RecordValue<Name extends RecordName> = z.infer<(typeof RECORDS)[Name]['value']>
