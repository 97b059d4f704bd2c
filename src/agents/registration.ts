/** A registration is not stored: its data is in the agent's tokens. Only a person's decision and a revocation are stored. */
import type { AgentPorts } from './agent-ports.ts'
import { keyOf, readRecord, createRecord, readValue } from '../store/record.ts'
import { REGISTRATION_TYPES } from '../store/agent-records.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { SECOND_MS } from '../duration.ts'

export { REGISTRATION_TYPES }
export type RegistrationType = (typeof REGISTRATION_TYPES)[number]

export interface Registration {
  id: string
  type: RegistrationType
  /** The agent gave itself this name. */
  clientName?: string | undefined
}

/** @param id unguessable: 22 characters, base64url */
export const createRegistration = (type: RegistrationType, clientName?: string, id = randomId()): Registration => ({
  id: `reg_${id}`,
  type,
  clientName,
})

export const ID_LENGTH = 22

/** Node buffers UUIDs, so these 122 random bits are ten times faster than random bytes. */
export const randomId = () => Buffer.from(crypto.randomUUID().replaceAll('-', ''), 'hex').toString('base64url')

/** RFC 7519 section 2: whole seconds since 1970. */
export const nowSeconds = ({ clock }: Pick<AgentPorts, 'clock'>) => Math.floor(clock.now().getTime() / SECOND_MS)

export const isoFromSeconds = (seconds: number) => new Date(seconds * SECOND_MS).toISOString()

const revokedRegistrationKey = (registration: string) => keyOf(RECORDS.revokedRegistration, { registration })

export type RegistrationRevocation = RecordValue<'revokedRegistration'>

export async function revokeRegistration(
  { store, clock, log }: AgentPorts,
  id: string,
  by: RegistrationRevocation['by'],
  member?: string,
): Promise<void> {
  const revocation: RegistrationRevocation = { at: clock.now().toISOString(), by, member }
  const isFirst = await createRecord(store, revokedRegistrationKey(id), revocation)
  if (isFirst) log('registration.revoked', { registration: id, by })
}

export const readRegistrationRevocation = ({ store }: AgentPorts, id: string) =>
  readRecord(store, RECORDS.revokedRegistration, revokedRegistrationKey(id))

export const isRegistrationRevoked = async ({ store }: AgentPorts, id: string) =>
  (await readValue(store, revokedRegistrationKey(id))) !== undefined

export type Decision = RecordValue<'decision'>

export const decisionKey = (registration: string) => keyOf(RECORDS.decision, { registration })

export const readDecision = ({ store }: AgentPorts, registration: string) =>
  readRecord(store, RECORDS.decision, decisionKey(registration))
