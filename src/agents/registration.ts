/** A registration is not stored: its data is in the agent's tokens. Only its claim, its revocation and a provider's link to it are stored. */
import type { AgentPorts } from './agent-ports.ts'
import { REGISTRATION_TYPES } from '../store/records.ts'
import { SECOND_MS } from '../duration.ts'

export { REGISTRATION_TYPES }
export type RegistrationType = (typeof REGISTRATION_TYPES)[number]

export interface Registration {
  id: string
  type: RegistrationType
  /** The agent gave itself this name. */
  clientName?: string | undefined
}

const ID_LENGTH = 22

/** @param id unguessable, base64url; its first 22 characters are used */
export const createRegistration = (type: RegistrationType, clientName?: string, id = randomId()): Registration => ({
  id: `reg_${id.slice(0, ID_LENGTH)}`,
  type,
  clientName,
})

/** 122 random bits of a UUID. Node makes UUIDs in advance, so this is ten times faster than random bytes. */
export const randomId = () => Buffer.from(crypto.randomUUID().replaceAll('-', ''), 'hex').toString('base64url')

/** RFC 7519 section 2: whole seconds since 1970. */
export const nowSeconds = ({ clock }: Pick<AgentPorts, 'clock'>) => Math.floor(clock.now().getTime() / SECOND_MS)

export const isoFromSeconds = (seconds: number) => new Date(seconds * SECOND_MS).toISOString()
