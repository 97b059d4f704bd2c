/** Everything that the service stores is in this table. `README.md` describes each row. */
import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import { AGENT_RECORDS } from './agent-records.ts'
import { SealedInquiry } from './inquiry-record.ts'
import { Empty, type RecordRow, Sealed, Time, Written } from './record.ts'
import { MESSAGE_MS, StoredMessage } from './stored-message.ts'

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
  inquiry: { pattern: 'inquiries/<month>/<time>/<reference>', value: SealedInquiry },
  open: { pattern: 'open/<time>/<reference>/<nonce>', value: Empty },
  due: { pattern: 'due/<time>/<record>/<nonce>', value: Empty },
  stuck: { pattern: 'stuck/<record>/<nonce>', value: Empty },
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
    /** `by`: staff id. `forgetsNames`: the names must not be kept. */
    value: z.object({ at: Time, by: z.string(), forgetsNames: z.literal(true).optional() }),
  },
  keptNames: { pattern: 'names/<month>/<time>/<reference>', value: Sealed },
  knownList: {
    /** There is one list. */
    pattern: 'known/<list>',
    /** `by`: staff id, or `command`. `leftOut`: lines of the file, without names. A list without entries has no `sealed`. */
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
    /** `body`: keyed hash. `notice`: version. */
    value: z.object({ reference: z.string(), receivedAt: Time, body: z.string(), notice: z.string() }),
    removedAfterMs: 3 * DAY_MS,
  },

  post: {
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
