/**
 * A registration: what the service calls an agent by. It is stored nowhere; what is known of it travels, signed or sealed,
 * in what the agent was given. Only what a person or a revocation adds is a fact.
 */
import type { AgentPorts } from './agent-ports.ts'
import { SECOND_MS } from '../duration.ts'

/** How an agent introduced itself. */
export const REGISTRATION_TYPES = ['anonymous', 'service_auth', 'identity_assertion'] as const
export type RegistrationType = (typeof REGISTRATION_TYPES)[number]

export interface Registration {
  id: string
  type: RegistrationType
}

/** How far the clocks of two machines may lie apart, seconds. */
export const SKEW_SECONDS = 60

/** @returns an id that nobody can guess */
export function createRegistration(type: RegistrationType): Registration {
  return { id: `reg_${randomId()}`, type }
}

/** @returns 122 random bits in 22 characters, base64url. From a UUID: Node draws those in bulk, which costs a tenth of asking for bytes. */
export function randomId(): string {
  return Buffer.from(crypto.randomUUID().replaceAll('-', ''), 'hex').toString('base64url')
}

/** The clock in whole seconds, as JWTs have it (RFC 7519 section 2). */
export function nowSeconds({ clock }: Pick<AgentPorts, 'clock'>): number {
  return Math.floor(clock.now().getTime() / SECOND_MS)
}

/** Seconds since 1970 as ISO 8601. */
export const isoFromSeconds = (seconds: number) => new Date(seconds * SECOND_MS).toISOString()

/** Below this prefix there is one key per registration that was ended. */
export const REVOKED_REGISTRATIONS_PREFIX = 'revoked/registrations/'
const revokedRegistrationKey = (id: string) => REVOKED_REGISTRATIONS_PREFIX + id

/** That a registration was ended. */
export interface RegistrationRevocation {
  /** ISO 8601. */
  at: string
  by: 'agent' | 'provider' | 'staff'
  /** Id of the member of the staff; none for a command. */
  member?: string
}

/**
 * Ends a registration: everything it was given is dead from now on.
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

/** @returns when it was ended and by whom; undefined while it is not */
export async function readRegistrationRevocation(
  { store }: Pick<AgentPorts, 'store'>,
  id: string,
): Promise<RegistrationRevocation | undefined> {
  return (await store.read(revokedRegistrationKey(id))) as RegistrationRevocation | undefined
}

/** Whether it was ended. */
export async function isRegistrationRevoked(ports: Pick<AgentPorts, 'store'>, id: string): Promise<boolean> {
  return (await readRegistrationRevocation(ports, id)) !== undefined
}
