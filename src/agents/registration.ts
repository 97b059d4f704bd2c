/**
 * A registration identifies an agent. It is not stored: its data travels, signed or sealed, in the agent's tokens. Only a
 * person's decision or a revocation creates facts.
 */
import type { AgentPorts } from './agent-ports.ts'
import { SECOND_MS } from '../duration.ts'

/** How an agent registered. */
export const REGISTRATION_TYPES = ['anonymous', 'service_auth', 'identity_assertion'] as const
export type RegistrationType = (typeof REGISTRATION_TYPES)[number]

export interface Registration {
  id: string
  type: RegistrationType
}

/** Tolerated clock skew between two machines, seconds. */
export const SKEW_SECONDS = 60

/** Creates a registration with an unguessable id. */
export function createRegistration(type: RegistrationType): Registration {
  return { id: `reg_${randomId()}`, type }
}

/** @returns 122 random bits in 22 characters, base64url. UUIDs are ten times faster than random bytes, because Node buffers them. */
export function randomId(): string {
  return Buffer.from(crypto.randomUUID().replaceAll('-', ''), 'hex').toString('base64url')
}

/** The current time in whole seconds since 1970, as in JWTs (RFC 7519 section 2). */
export function nowSeconds({ clock }: Pick<AgentPorts, 'clock'>): number {
  return Math.floor(clock.now().getTime() / SECOND_MS)
}

/** Seconds since 1970 as ISO 8601. */
export const isoFromSeconds = (seconds: number) => new Date(seconds * SECOND_MS).toISOString()

/** Below this prefix there is one key per revoked registration. */
export const REVOKED_REGISTRATIONS_PREFIX = 'revoked/registrations/'
const revokedRegistrationKey = (id: string) => REVOKED_REGISTRATIONS_PREFIX + id

/** The revocation of a registration. */
export interface RegistrationRevocation {
  /** ISO 8601. */
  at: string
  by: 'agent' | 'provider' | 'staff'
  /** Id of the member of the staff; absent when a command revoked it. */
  member?: string
}

/**
 * Revokes a registration and with it all of its tokens.
 * @param member id of the member of the staff who does it
 */
export async function revokeRegistration(
  { store, clock, log }: Pick<AgentPorts, 'store' | 'clock' | 'log'>,
  id: string,
  by: RegistrationRevocation['by'],
  member?: string,
): Promise<void> {
  const isFirst = await store.create(revokedRegistrationKey(id), {
    at: clock.now().toISOString(),
    by,
    ...(member && { member }),
  } satisfies RegistrationRevocation)
  if (isFirst) log('registration.revoked', { registration: id, by })
}

/** @returns undefined while it is not revoked */
export async function readRegistrationRevocation(
  { store }: Pick<AgentPorts, 'store'>,
  id: string,
): Promise<RegistrationRevocation | undefined> {
  return (await store.read(revokedRegistrationKey(id))) as RegistrationRevocation | undefined
}

export async function isRegistrationRevoked(ports: Pick<AgentPorts, 'store'>, id: string): Promise<boolean> {
  return (await readRegistrationRevocation(ports, id)) !== undefined
}
