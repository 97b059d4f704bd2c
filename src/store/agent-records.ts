import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import { type RecordRow, Time, Written } from './record.ts'

/** Must outlast what is issued to an agent: an assertion is valid for 30 days, a claim token for 10. */
const CLAIM_MS = 45 * DAY_MS
/** A claim must be decided within three days. The decision copies what is needed of the attempt later. */
const ATTEMPT_MS = 4 * DAY_MS

export const REGISTRATION_TYPES = ['anonymous', 'service_auth', 'identity_assertion'] as const

const Attempt = z.object({
  type: z.enum(REGISTRATION_TYPES),
  startedAt: Time,
  expiresAt: Time,
  code: z.string(),
  /** Keyed hash of the e-mail address. */
  person: z.string(),
  sealedEmail: z.string(),
  /** Keyed hash of the provider's subject. */
  link: z.string().optional(),
})

export const AGENT_RECORDS = {
  revokedToken: { pattern: 'revoked/tokens/<token>', value: Written, removedAfterMs: 2 * HOUR_MS },
  revokedRegistration: {
    pattern: 'revoked/registrations/<registration>',
    value: z.object({
      at: Time,
      by: z.enum(['agent', 'person', 'staff']),
      /** Staff id; absent when a command revoked it. */
      member: z.string().optional(),
    }),
    removedAfterMs: CLAIM_MS,
  },
  assertion: { pattern: 'jti/<assertion>', value: Written, removedAfterMs: HOUR_MS },
  vouched: {
    pattern: 'subjects/<subject>/<registration>',
    value: Written,
    // Must outlast the assertion (a day) and the last access token (an hour).
    removedAfterMs: 2 * DAY_MS,
  },
  known: { pattern: 'people/<address>/known', value: Written },
  provider: { pattern: 'people/<address>/providers/<subject>', value: Written },
  confirmed: { pattern: 'confirmed/<time>/<registration>/<address>', value: Written, removedAfterMs: CLAIM_MS },
  started: { pattern: 'started/<time>/<registration>/<address>', value: Written, removedAfterMs: ATTEMPT_MS },
  attempt: { pattern: 'attempts/<registration>/<attempt>/start', value: Attempt, removedAfterMs: ATTEMPT_MS },
  attemptTry: {
    pattern: 'attempts/<registration>/<attempt>/<limit>/<number>',
    value: Written,
    removedAfterMs: ATTEMPT_MS,
  },
  decision: {
    pattern: 'claims/<registration>/decision',
    value: Attempt.extend({
      outcome: z.enum(['confirmed', 'denied']),
      at: Time,
      /** `page` can only deny. */
      by: z.enum(['link', 'page', 'staff']),
      /** How the staff verified the person's identity. */
      how: z.string().optional(),
      /** Staff id; absent when a command decided. */
      member: z.string().optional(),
      attempt: z.string(),
      /** The link was mailed without the code, so polling does not complete the claim. */
      isCodeless: z.literal(true).optional(),
    }),
    removedAfterMs: CLAIM_MS,
  },
  readBackTry: { pattern: 'claims/<registration>/read-back/<number>', value: Written, removedAfterMs: CLAIM_MS },
  delivery: { pattern: 'claims/<registration>/delivery', value: Written, removedAfterMs: CLAIM_MS },
  code: {
    pattern: 'codes/<code>',
    value: z.object({ registration: z.string(), attempt: z.string(), at: Time }),
    removedAfterMs: CLAIM_MS,
  },
} as const satisfies Record<string, RecordRow>
