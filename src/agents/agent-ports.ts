/** The ports that the agent modules use. */
import type { Ports } from '../ports.ts'
import type { IssuerKeys } from './identity/issuer-keys.ts'
import type { TrustedIssuers } from './identity/trusted-issuer.ts'

export interface AgentPorts extends Pick<Ports, 'store' | 'clock' | 'keyedHash' | 'keys' | 'log'> {
  /** The base address: issuer and audience of what the service signs. */
  base: string
  /** Emergency switch: everything issued before this time is revoked; milliseconds since 1970, 0 for nothing. */
  revokeBefore: number
  /** Providers whose assertions are accepted; may be empty. */
  trustedIssuers: TrustedIssuers
  issuerKeys: IssuerKeys
}
