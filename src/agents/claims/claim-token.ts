/** An agent starts a claim and polls its state with a claim token, which is sealed and not stored. */
import * as z from 'zod'
import { PATHS } from '../../site.ts'
import { unsealAs } from '../../ports.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { CLAIM_WINDOW_MS } from './claim-record.ts'
import { isoFromSeconds, REGISTRATION_TYPES, nowSeconds, type Registration } from '../registration.ts'
import { DAY_SECONDS, HOUR_SECONDS, SECOND_MS, SKEW_SECONDS } from '../../duration.ts'

const PURPOSE = 'claim-token'
/** A token is reported as expired for about a week, and then as unknown. */
const EXPIRED_REPORT_SECONDS = 7 * DAY_SECONDS + HOUR_SECONDS
const MAX_LENGTH = 4096

const Content = z.object({
  sub: z.string(),
  type: z.enum(REGISTRATION_TYPES),
  iat: z.int(),
  exp: z.int(),
  clientName: z.string().optional(),
  /** Keyed hash of the only e-mail address that may claim the registration; absent when any address may. */
  person: z.string().optional(),
  /** Keyed hash of the provider's subject, which a confirmation links to the person. */
  link: z.string().optional(),
})

export interface ClaimToken extends Pick<z.infer<typeof Content>, 'person' | 'link'> {
  registration: Registration
  /** Seconds since 1970. */
  expiresAt: number
}

/** @returns `members` for a response, in both dialects of auth.md */
export async function issueClaimToken(
  ports: AgentPorts,
  registration: Registration,
  bound: Pick<ClaimToken, 'person' | 'link'> = {},
) {
  const iat = nowSeconds(ports)
  const exp = iat + CLAIM_WINDOW_MS / SECOND_MS
  const { id, type, clientName } = registration
  const claim_token = await ports.keys.seal(PURPOSE, { sub: id, type, clientName, iat, exp, ...bound })
  const claim_url = ports.base + PATHS.claimStart
  const expires_at = isoFromSeconds(exp)
  const token: ClaimToken = { registration, expiresAt: exp, ...bound }
  const claim = { token: claim_token, url: claim_url, expires_at }
  return { token, members: { claim_url, claim_token, claim_token_expires: expires_at, claim } }
}

/** @returns undefined when the token is not of this service, not valid yet, or very old */
export async function readClaimToken(ports: AgentPorts, text: string): Promise<ClaimToken | undefined> {
  if (text.length > MAX_LENGTH) return undefined
  const content = await unsealAs(Content, ports.keys, PURPOSE, text)
  if (!content) return undefined
  const { sub, type, clientName, iat, exp, person, link } = content
  const now = nowSeconds(ports)
  if (iat * SECOND_MS < ports.revokeBefore || iat > now + SKEW_SECONDS || now > exp + EXPIRED_REPORT_SECONDS)
    return undefined
  return { registration: { id: sub, type, clientName }, expiresAt: exp, person, link }
}
