import type { Ports } from '../ports.ts'
import type { PollInterval } from './claims/poll-interval.ts'
import type { IssuerKeys } from './identity/issuer-keys.ts'
import type { TrustedIssuers } from './identity/trusted-issuer.ts'

export interface AgentPorts extends Pick<Ports, 'store' | 'clock' | 'keyedHash' | 'keys' | 'log'> {
  /** The base address of the site, which is also issuer and audience of the assertions that the service signs. */
  base: string
  /** Emergency switch: all tokens issued before this time are revoked. Milliseconds since 1970; 0 revokes none. */
  revokeBefore: number
  trustedIssuers: TrustedIssuers
  issuerKeys: IssuerKeys
  pollInterval: PollInterval
}
