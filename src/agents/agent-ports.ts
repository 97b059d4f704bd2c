/**
 * What the rules about agents need of the outside world.
 */
import type { Ports } from '../ports.ts'
import type { IssuerKeys } from './identity/issuer-keys.ts'
import type { TrustedIssuers } from './identity/trusted-issuer.ts'

export interface AgentPorts extends Pick<Ports, 'store' | 'clock' | 'keyedHash' | 'keys' | 'log'> {
  /** The base address: issuer and audience of what the service signs. */
  base: string
  /** What was issued before this moment is dead, milliseconds since 1970; 0 for nothing. The switch for emergencies. */
  revokeBefore: number
  /** Providers whose word about a person is taken; empty for none. */
  trustedIssuers: TrustedIssuers
  issuerKeys: IssuerKeys
}
