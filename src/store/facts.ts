/**
 * The table of facts: everything that the service remembers, in the order of the table in `README.md`, which a test compares.
 * Keys, checks when reading, and housekeeping are made from it.
 */
import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import type { FactRow } from './fact.ts'

/** ISO 8601, UTC. */
const Time = z.iso.datetime()
/** Nothing but when it was written. */
const Written = z.object({ at: Time })
/** All its data is in its key. */
const Empty = z.object({})
/** Encrypted to the staff, a compact JWE. */
const Sealed = z.object({ sealed: z.string() })

const ADDRESS_HASH = 'address: hash'
const ADDRESS_TWICE = "address: hash, and encrypted with the service's key"
/** Longer than anything lives that is issued to an agent: an assertion 30 days, a claim token 10. */
const CLAIM = { afterMs: 45 * DAY_MS } as const
const FLOODED_CLAIM = { ...CLAIM, isFlooded: true } as const
/** A day longer than a claim can be decided after it was started. */
const UNDECIDED_CLAIM = { afterMs: 4 * DAY_MS, isFlooded: true } as const
const WITH_ATTEMPT = {
  ...FLOODED_CLAIM,
  sooner: `housekeeping, after ${UNDECIDED_CLAIM.afterMs / DAY_MS} days without a decision`,
} as const
const OUTBOX = { afterMs: 30 * DAY_MS, isFlooded: true } as const
const WITH_MESSAGE = { ...OUTBOX, sooner: 'with the message' } as const
const WITH_INQUIRY = 'with the inquiry'

export const FACTS = {
  inquiry: {
    pattern: 'inquiries/<month>/<time>/<reference>',
    value: Sealed,
    protection: 'all of it: encrypted to the inbox',
    removed: 'housekeeping; an owner who erases it',
  },
  change: {
    pattern: 'cases/<month>/<time>/<reference>/<number>',
    value: z.object({
      version: z.literal(1),
      at: Time,
      /** Staff id. */
      by: z.string(),
      changed: z.array(z.enum(['status', 'assignee', 'note'])),
      /** The resulting state. `history.ts` knows the statuses. */
      status: z.string(),
      /** Staff id. */
      assignee: z.string().optional(),
      /** A `SealedNote`. */
      note: Sealed.optional(),
    }),
    protection: 'the note: encrypted to the inbox',
    removed: WITH_INQUIRY,
  },
  marker: {
    pattern: 'cases/<month>/<time>/<reference>/<number>.<status>.<staff>',
    value: Empty,
    removed: WITH_INQUIRY,
  },
  openHint: { pattern: 'index/open/<time>/<reference>', value: Empty, removed: 'housekeeping; with the inquiry' },
  referenceHint: { pattern: 'index/references/<reference>/<time>', value: Empty, removed: WITH_INQUIRY },
  finishedHint: { pattern: 'index/closed/<day>/<time>/<reference>', value: Empty, removed: 'housekeeping' },
  month: { pattern: 'index/months/<month>', value: Empty, removed: 'never' },
  completeIndex: { pattern: 'index/complete/<index>', value: Written, removed: 'never' },
  settledDay: { pattern: 'index/settled/<day>', value: Empty, removed: 'housekeeping' },
  erasure: {
    pattern: 'erased/<day>/<time>/<reference>',
    /** `by`: staff id. */
    value: z.object({ at: Time, by: z.string() }),
    removed: 'never',
  },
  idempotency: {
    pattern: 'idempotency/<day>/<name>',
    /** `body`: keyed hash. */
    value: z.object({ reference: z.string(), receivedAt: Time, body: z.string() }),
    protection: 'key, caller and body: hash',
    // What counts today depends on what was there on the two days before.
    removed: { afterMs: 3 * DAY_MS, isFlooded: true },
  },

  message: {
    pattern: 'outbox/<time>/<message>/message',
    value: z.object({
      at: Time,
      /** When the process that stored it began the first try; absent when it left that to the next run. */
      tryAt: Time.optional(),
      /** Key of the fact that it is about; if that does not exist, the message is not sent. */
      about: z.string().optional(),
      /** The message, encrypted with the service's key because it contains an address. */
      sealed: z.string(),
    }),
    protection: "all but times and the key of the inquiry: encrypted with the service's key",
    removed: { ...OUTBOX, sooner: 'the process that sends it' },
  },
  try: { pattern: 'outbox/<time>/<message>/try-<number>', value: Written, removed: WITH_MESSAGE },
  failure: {
    pattern: 'outbox/<time>/<message>/failed-<number>',
    /** `reason`: codes and fixed words. */
    value: z.object({ at: Time, reason: z.string() }),
    removed: WITH_MESSAGE,
  },
  again: { pattern: 'outbox/<time>/<message>/again-<number>', value: Written, removed: WITH_MESSAGE },
  due: {
    pattern: 'due/<time>/<posted>/<message>',
    /** `at`: when the message is due, as in the key. */
    value: Written,
    removed: { ...OUTBOX, sooner: 'the process that tries the message' },
  },
  sent: {
    pattern: 'sent/<time>/<message>',
    value: Written,
    protection: 'nothing: the name is the kind, and a reference or a registration',
    // Longer than an Idempotency-Key is remembered, so that a retried inquiry does not send its mail again.
    removed: { afterMs: 3 * DAY_MS, isFlooded: true },
  },
  receipt: {
    pattern: 'receipts/<day>/<address>',
    /** `id` of the message. */
    value: z.object({ at: Time, id: z.string() }),
    protection: ADDRESS_HASH,
    removed: { afterMs: 2 * DAY_MS, isFlooded: true },
  },

  member: {
    pattern: 'staff/<member>/member',
    value: z.object({
      id: z.string(),
      name: z.string(),
      /** May add and revoke staff, and erase. */
      owner: z.boolean(),
      /** When they were added. */
      at: Time,
      /** scrypt of the secret, and its salt, base64url. */
      key: z.object({ salt: z.string(), hash: z.string() }),
    }),
    protection: 'the key: scrypt (N 2^15, r 8, p 3)',
    removed: 'never',
  },
  revokedMember: { pattern: 'staff/<member>/revoked', value: Written, removed: 'never' },
  sessionStart: {
    pattern: 'sessions/<session>/start',
    /** `member`: id of the member who signed in. */
    value: z.object({ member: z.string(), at: Time }),
    protection: 'the id is the SHA-256 of the secret in the browser',
    removed: { afterMs: DAY_MS },
  },
  sessionUse: { pattern: 'sessions/<session>/used/<time>', value: Written, removed: { afterMs: DAY_MS } },
  sessionEnd: { pattern: 'sessions/<session>/end', value: Written, removed: { afterMs: DAY_MS } },
  audit: {
    pattern: 'audit/<month>/<time>-<id>',
    /** `by`: staff id, or `command`. `action`: see `staff/audit.ts`. `subject`: id of what it was done to. */
    value: z.object({ at: Time, by: z.string(), action: z.string(), subject: z.string() }),
    removed: 'never',
  },

  readinessCheck: { pattern: 'checks/<time>-<id>', value: Written, removed: { afterMs: HOUR_MS, sooner: 'the check' } },

  revokedToken: {
    pattern: 'revoked/tokens/<token>',
    value: Written,
    protection: 'nothing: the id is no secret',
    removed: { afterMs: 2 * HOUR_MS },
  },
  revokedRegistration: {
    pattern: 'revoked/registrations/<registration>',
    value: z.object({
      at: Time,
      by: z.enum(['agent', 'person', 'provider', 'staff']),
      /** Id of the member of the staff; absent when a command revoked it. */
      member: z.string().optional(),
    }),
    removed: CLAIM,
  },
  assertion: { pattern: 'jti/<assertion>', value: Written, protection: 'hash', removed: { afterMs: HOUR_MS } },
  performedEvent: {
    pattern: 'events/<event>',
    value: Written,
    protection: 'hash',
    // Longer than an event is accepted: a day, and a minute for clocks that differ.
    removed: { afterMs: 2 * DAY_MS },
  },
  vouched: {
    pattern: 'subjects/<subject>/<registration>',
    /** `at`: when the provider vouched, by its own clock. */
    value: Written,
    protection: 'subject: hash',
    // Longer than the assertion lives, a day, and the last access token, an hour.
    removed: { afterMs: 2 * DAY_MS },
  },
  known: { pattern: 'people/<address>/known', value: Written, protection: ADDRESS_HASH, removed: 'never' },
  provider: {
    pattern: 'people/<address>/providers/<subject>',
    value: Written,
    protection: 'address and subject: hash',
    removed: 'never',
  },
  confirmed: {
    pattern: 'confirmed/<time>/<registration>/<address>',
    value: Written,
    protection: ADDRESS_HASH,
    removed: CLAIM,
  },
  claimant: {
    pattern: 'claimants/<address>/<time>/<registration>',
    value: Written,
    protection: ADDRESS_HASH,
    removed: UNDECIDED_CLAIM,
  },
  started: {
    pattern: 'started/<time>/<registration>',
    value: Written,
    removed: { ...UNDECIDED_CLAIM, sooner: 'the decision' },
  },
  attempt: {
    pattern: 'claims/<registration>/attempts/<attempt>',
    value: z.object({
      /** How the agent registered. */
      type: z.enum(['anonymous', 'service_auth', 'identity_assertion']),
      startedAt: Time,
      expiresAt: Time,
      /** Keyed hash of the code. */
      code: z.string(),
      /** Keyed hash of the person's e-mail address. */
      person: z.string(),
      sealedEmail: z.string(),
      /** Keyed hash of the provider's subject that a confirmation links to the person. */
      link: z.string().optional(),
    }),
    protection: `code: hash; ${ADDRESS_TWICE}`,
    removed: WITH_ATTEMPT,
  },
  slot: { pattern: 'claims/<registration>/<limit>/<attempt>/<number>', value: Written, removed: WITH_ATTEMPT },
  decision: {
    pattern: 'claims/<registration>/decision',
    value: z.object({
      outcome: z.enum(['confirmed', 'denied']),
      at: Time,
      /** By the link in the mail, on the page with the code (to deny only), or by a member of the staff. */
      by: z.enum(['link', 'page', 'staff']),
      /** How the staff verified the person's identity. */
      how: z.string().optional(),
      /** Id of the member of the staff; absent when a command decided. */
      member: z.string().optional(),
      attempt: z.string(),
      /** Keyed hash of the person's e-mail address, for comparison. */
      person: z.string(),
      /** The address itself, sealed. */
      sealedEmail: z.string(),
      /** Confirmed with a link that was mailed without the code: polling does not complete the claim. */
      isCodeless: z.literal(true).optional(),
    }),
    protection: ADDRESS_TWICE,
    removed: FLOODED_CLAIM,
  },
  delivery: { pattern: 'claims/<registration>/delivery', value: Written, removed: FLOODED_CLAIM },
  code: {
    pattern: 'codes/<code>',
    value: z.object({ registration: z.string(), attempt: z.string(), at: Time }),
    protection: 'code: hash',
    removed: WITH_ATTEMPT,
  },
} as const satisfies Record<string, FactRow>

export type FactName = keyof typeof FACTS
/** The value of a fact. */
export type FactValue<Name extends FactName> = z.infer<(typeof FACTS)[Name]['value']>
