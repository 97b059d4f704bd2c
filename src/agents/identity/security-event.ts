/** `POST /agent/event/notify`: a provider revokes its assertions about a person (RFC 8417, delivered by RFC 8935). */
import * as z from 'zod'
import { SECOND_MS, SKEW_SECONDS } from '../../duration.ts'
import { API_ROOT } from '../../site.ts'
import { keyOf } from '../../store/fact.ts'
import { FACTS } from '../../store/facts.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { nowSeconds } from '../registration.ts'
import { readUnverified } from './issuer-keys.ts'
import { revokeSubject, VOUCHED_SECONDS } from './methods.ts'

export const REVOKED_EVENT = 'https://schemas.workos.com/events/agent/auth/identity/assertion/revoked'
/** The greatest age of an event. What an older one could end expires by itself within the hour. Its `jti` is remembered for longer. */
const MAX_AGE_SECONDS = VOUCHED_SECONDS

const Subject = z.looseObject({ iss: z.string(), sub: z.string().min(1) })
const Event = z.looseObject({ subject: Subject.optional() })
const Claims = z.looseObject({
  iss: z.string(),
  aud: z.union([
    z.string(),
    z
      .array(z.string())
      .length(1)
      .transform(([audience]) => audience),
  ]),
  iat: z.int(),
  jti: z.string().min(1),
  sub: z.string().optional(),
  sub_id: Subject.optional(),
  events: z.object({ [REVOKED_EVENT]: Event }),
})
const Token = z.object({
  header: z.looseObject({ typ: z.literal('secevent+jwt'), kid: z.string() }),
  claims: Claims,
})

/** The error codes of RFC 8935 section 2.4. */
type EventErrorCode = 'invalid_request' | 'invalid_key' | 'invalid_issuer' | 'invalid_audience'

/** A rejected event. The description quotes nothing of it. */
export class SecurityEventError extends Error {
  override name = 'SecurityEventError'
  readonly code: EventErrorCode

  constructor(code: EventErrorCode, description: string) {
    super(description)
    this.code = code
  }
}

/**
 * Verifies an event, and revokes every registration of its subject that the provider vouched for before. An event that comes
 * again is accepted and does nothing (RFC 8935 section 2).
 * @param text a Security Event Token, compact
 * @throws SecurityEventError when the event is rejected
 * @throws StoreUnavailable; the event can then be sent again
 */
export async function acceptSecurityEvent(ports: AgentPorts, text: string): Promise<void> {
  const token = Token.safeParse(readUnverified(text))
  if (!token.success)
    throw new SecurityEventError('invalid_request', 'The body is not a security event that this service accepts.')
  const { iss, aud, iat, jti, sub, sub_id, events } = token.data.claims
  const issuer = ports.trustedIssuers.find((candidate) => candidate.issuer === iss)
  if (!issuer) throw new SecurityEventError('invalid_issuer', 'The issuer is not trusted here.')
  if (await ports.issuerKeys.signatureFault(text, issuer))
    throw new SecurityEventError('invalid_key', 'The signature is not valid, or the issuer has no such key.')
  if (aud !== ports.base && aud !== ports.base + API_ROOT)
    throw new SecurityEventError('invalid_audience', 'The token is meant for another audience.')
  const age = nowSeconds(ports) - iat
  if (age < -SKEW_SECONDS || age > MAX_AGE_SECONDS)
    throw new SecurityEventError('invalid_request', 'The iat of the token is in the future, or more than a day ago.')
  const subject = events[REVOKED_EVENT].subject ?? sub_id ?? { iss, sub: sub ?? '' }
  // A provider may revoke only its own assertions.
  if (subject.iss !== iss || subject.sub === '')
    throw new SecurityEventError('invalid_request', 'The subject is missing, or belongs to another issuer.')
  const event = await ports.keyedHash.mac('event-jti', JSON.stringify([iss, jti]))
  const performedKey = keyOf(FACTS.performedEvent, { event })
  if ((await ports.store.read(performedKey)) !== undefined) return
  await revokeSubject(ports, { issuer: iss, subject: subject.sub, until: new Date(iat * SECOND_MS) })
  // Last, so that an event that failed halfway is performed when it is sent again.
  await ports.store.create(performedKey, { at: ports.clock.now().toISOString() })
}
