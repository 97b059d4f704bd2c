/** The claim token, with which an agent starts a claim and polls its state. Sealed and not stored; it contains the claim window. */
import * as z from 'zod'
import { PATHS } from '../../site.ts'
import { unsealAs } from '../../unseal.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { isoFromSeconds, REGISTRATION_TYPES, nowSeconds, type Registration } from '../registration.ts'
import { DAY_SECONDS, HOUR_SECONDS, SECOND_MS, SKEW_SECONDS } from '../../duration.ts'

const PURPOSE = 'claim-token'
/** One window per registration, seconds. 72 hours, so that a call on Monday is still in time. New attempts do not extend it. */
export const CLAIM_WINDOW_SECONDS = 3 * DAY_SECONDS
/** For about a week, an expired token is reported as expired; after that it is unknown. Seconds. */
const EXPIRED_REPORT_SECONDS = 7 * DAY_SECONDS + HOUR_SECONDS
const MAX_LENGTH = 4096

const Content = z.object({
  sub: z.string(),
  type: z.enum(REGISTRATION_TYPES),
  iat: z.int(),
  exp: z.int(),
  clientName: z.string().optional(),
  /** Keyed hash of the only e-mail address that may claim the registration; absent when any may. */
  person: z.string().optional(),
  /** Keyed hash of the provider's subject that a confirmation links to the person. */
  link: z.string().optional(),
})

export interface ClaimToken extends Pick<z.infer<typeof Content>, 'person' | 'link'> {
  registration: Registration
  /** End of the window, seconds since 1970. */
  expiresAt: number
}

/** @returns the response members with a claim token, and the end of its window in seconds since 1970 */
export async function issueClaimToken(
  ports: AgentPorts,
  { id, type, clientName }: Registration,
  bound: Pick<ClaimToken, 'person' | 'link'> = {},
) {
  const iat = nowSeconds(ports)
  const exp = iat + CLAIM_WINDOW_SECONDS
  const claim_token = await ports.keys.seal(PURPOSE, { sub: id, type, clientName, iat, exp, ...bound })
  const claim_url = ports.base + PATHS.claimStart
  return { claim_url, claim_token, claim_token_expires: isoFromSeconds(exp), expiresAt: exp }
}

/** @returns undefined when the text is not a claim token of this service, is not valid yet, or is a very old one */
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
