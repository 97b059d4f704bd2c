/**
 * A registration identifies an agent. It is not stored: its data is in the agent's tokens, signed or sealed. Only a person's decision and
 * a revocation are stored.
 */
import type { AgentPorts } from './agent-ports.ts'
import { keyOf, readFact } from '../store/fact.ts'
import { REGISTRATION_TYPES } from '../store/agent-facts.ts'
import { FACTS, type FactValue } from '../store/facts.ts'
import { SECOND_MS } from '../duration.ts'

export { REGISTRATION_TYPES }
export type RegistrationType = (typeof REGISTRATION_TYPES)[number]

export interface Registration {
  id: string
  type: RegistrationType
  /** The name that the agent gave itself. */
  clientName?: string | undefined
}

/**
 * Creates a registration with an unguessable id.
 * @param id 22 characters, base64url; random unless given
 */
export const createRegistration = (type: RegistrationType, clientName?: string, id = randomId()): Registration => ({
  id: `reg_${id}`,
  type,
  clientName,
})

export const ID_LENGTH = 22

/** @returns 122 random bits, base64url. Node buffers UUIDs, so they are ten times faster than random bytes. */
export const randomId = () => Buffer.from(crypto.randomUUID().replaceAll('-', ''), 'hex').toString('base64url')

/** The current time as in JWTs (RFC 7519 section 2): whole seconds since 1970. */
export const nowSeconds = ({ clock }: Pick<AgentPorts, 'clock'>) => Math.floor(clock.now().getTime() / SECOND_MS)

export const isoFromSeconds = (seconds: number) => new Date(seconds * SECOND_MS).toISOString()

const revokedRegistrationKey = (registration: string) => keyOf(FACTS.revokedRegistration, { registration })

export type RegistrationRevocation = FactValue<'revokedRegistration'>

/** Revokes a registration with all its tokens. */
export async function revokeRegistration(
  { store, clock, log }: AgentPorts,
  id: string,
  by: RegistrationRevocation['by'],
  member?: string,
): Promise<void> {
  const revocation: RegistrationRevocation = { at: clock.now().toISOString(), by, member }
  const isFirst = await store.create(revokedRegistrationKey(id), revocation)
  if (isFirst) log('registration.revoked', { registration: id, by })
}

/** @returns undefined while it is not revoked */
export const readRegistrationRevocation = ({ store }: AgentPorts, id: string) =>
  readFact(store, FACTS.revokedRegistration, revokedRegistrationKey(id))

export const isRegistrationRevoked = async ({ store }: AgentPorts, id: string) =>
  (await store.read(revokedRegistrationKey(id))) !== undefined

export type Decision = FactValue<'decision'>

export const decisionKey = (registration: string) => keyOf(FACTS.decision, { registration })

/** @returns undefined while there is none */
export const readDecision = ({ store }: AgentPorts, registration: string) =>
  readFact(store, FACTS.decision, decisionKey(registration))
