/** Everything that the service stores is in this table. `README.md` describes each row. */
import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import { AGENT_RECORDS } from './agent-records.ts'
import { ChangeValue } from './change-record.ts'
import { Empty, type RecordRow, Sealed, Time, Written } from './record.ts'

const OUTBOX_MS = 30 * DAY_MS

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

const OWN_RECORDS = {
  inquiry: { pattern: 'inquiries/<month>/<time>/<reference>', value: Sealed },
  change: { pattern: 'changes/<month>/<time>/<reference>/<number>', value: ChangeValue },
  // These may follow, in this order: `.found-<finding>` of the last check for conflicts; `.again-<day>` of the follow-up; `.tried-<day>` of
  // the last contact if the person has not answered since; `.appointment-<time>`; and while the person may answer, `.asked`, or
  // `.asked-<time>` if an answer has waited since then.
  marker: { pattern: 'changes/<month>/<time>/<reference>/<number>.<status>.<staff>', value: Empty },
  // 0000 sorts before the first change, 0001.
  date: { pattern: 'changes/<month>/<time>/<reference>/0000-<day>', value: Empty },
  call: { pattern: 'changes/<month>/<time>/<reference>/0000-call-<callBack>', value: Empty },
  suspect: { pattern: 'changes/<month>/<time>/<reference>/0000-suspect', value: Empty },
  urgent: { pattern: 'changes/<month>/<time>/<reference>/0000-urgent', value: Empty },
  version: { pattern: 'version/<version>', value: Empty },
  // Must outlast the four days without a run that count as a gap, and the three days that housekeeping then waits.
  clock: { pattern: 'clock/<time>', value: Written, removedAfterMs: 8 * DAY_MS },
  parties: {
    /** `days`: ten days, like 2026-11-2. */
    pattern: 'parties/<days>',
    value: Sealed,
  },
  erasure: {
    pattern: 'erased/<day>/<time>/<reference>',
    /** `by`: staff id. */
    value: z.object({ at: Time, by: z.string() }),
  },
  keptNames: { pattern: 'names/<month>/<time>/<reference>', value: Sealed },
  knownList: {
    /** There is one list. */
    pattern: 'known/<list>',
    /** `by`: staff id, or `command`. `sealed`: absent when the list has no entries. */
    value: z.object({ at: Time, by: z.string(), count: z.number(), sealed: z.string().optional() }),
  },
  droppedKeys: {
    pattern: 'dropped-keys/<time>',
    value: Sealed.extend({ at: Time }),
    removedAfterMs: 30 * DAY_MS,
  },
  idempotency: {
    pattern: 'idempotency/<day>/<name>',
    /** `body`: keyed hash. `notice`: version. */
    value: z.object({ reference: z.string(), receivedAt: Time, body: z.string(), notice: z.string() }),
    removedAfterMs: 3 * DAY_MS,
  },

  message: {
    pattern: 'outbox/<time>/<message>/message',
    value: z.object({
      at: Time,
      /** When its process began the first try; absent when the scheduled job is to make it. */
      tryAt: Time.optional(),
      /** Absent when the first try is due at once. */
      dueAt: Time.optional(),
      /** Key of the inquiry. The message is not sent when the inquiry does not exist. */
      about: z.string().optional(),
      /** Encrypted with the service's key, because it contains an address. */
      sealed: z.string(),
    }),
    removedAfterMs: OUTBOX_MS,
  },
  try: {
    pattern: 'outbox/<time>/<message>/try-<number>',
    /** `step`: scheduled tries so far. `since`: when the last scheduled try began, which may be before a try that the staff requested. */
    value: z.object({ at: Time, step: z.number(), since: Time }),
    removedAfterMs: OUTBOX_MS,
  },
  failure: {
    /** `step` and `since` are copied from the try. */
    pattern: 'outbox/<time>/<message>/failed-<number>.<step>.<since>',
    /** `reason`: codes and fixed words. */
    value: z.object({ at: Time, reason: z.string() }),
    removedAfterMs: OUTBOX_MS,
  },
  sent: {
    pattern: 'sent/<time>/<message>',
    value: Written,
    // Must outlast an Idempotency-Key: a repeated request must not send its mail twice.
    removedAfterMs: 3 * DAY_MS,
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
  // Kept as long as `clock`: the next reminders also cover the days since the last ones.
  reminders: { pattern: 'reminders/<day>', value: Written, removedAfterMs: 8 * DAY_MS },
  session: {
    pattern: 'sessions/<session>',
    /** `usedAt`: in steps of five minutes. */
    value: z.object({ member: z.string(), at: Time, usedAt: Time, endedAt: Time.optional() }),
    removedAfterMs: DAY_MS,
  },
  passkeyChallenge: { pattern: 'passkeys/challenges/<challenge>', value: Written, removedAfterMs: HOUR_MS },
  audit: {
    pattern: 'audit/<month>/<time>-<id>',
    /** `by`: staff id, or `command`. `subject`: id of the inquiry, claim or member. */
    value: z.object({ at: Time, by: z.string(), action: z.string(), subject: z.string() }),
  },

  readinessCheck: { pattern: 'checks/<time>-<id>', value: Written, removedAfterMs: HOUR_MS },
} as const satisfies Record<string, RecordRow>

export const RECORDS = { ...OWN_RECORDS, ...AGENT_RECORDS }

export type RecordName = keyof typeof RECORDS
export type RecordValue<Name extends RecordName> = z.infer<(typeof RECORDS)[Name]['value']>
