import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import { type RecordRow, Time, Written } from './record.ts'

/** Must outlast what is issued to an agent: an assertion is valid for 30 days, a claim token for 10. */
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
  /** Staff id; absent when a command decided. */
  member: z.string().optional(),
  /** The link was mailed without the code, so polling does not complete the claim. */
  isCodeless: z.literal(true).optional(),
})

const Revocation = z.object({
  at: Time,
  by: z.enum(['agent', 'person', 'staff']),
  /** Staff id; absent when a command revoked it. */
  member: z.string().optional(),
})

export const AGENT_RECORDS = {
  revokedToken: { pattern: 'revoked/tokens/<token>', value: Written, removedAfterMs: 2 * HOUR_MS },
  assertion: { pattern: 'jti/<assertion>', value: Written, removedAfterMs: HOUR_MS },
  vouched: {
    pattern: 'subjects/<subject>/<registration>',
    value: Written,
    // Must outlast the assertion (a day) and the last access token (an hour).
    removedAfterMs: 2 * DAY_MS,
  },
  person: { pattern: 'people/<address>/<proof>', value: Written },
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
  waiting: { pattern: 'waiting/<time>/<registration>', value: Written, removedAfterMs: 4 * DAY_MS },
  code: {
    pattern: 'codes/<code>',
    value: z.object({ registration: z.string(), attempt: z.string(), at: Time }),
    removedAfterMs: CLAIM_MS,
  },
} as const satisfies Record<string, RecordRow>
