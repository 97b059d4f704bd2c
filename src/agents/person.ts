/**
 * The person who vouches: known by an e-mail address, which is stored sealed and compared as a keyed hash.
 */
import * as z from 'zod'
import { AgentError } from './agent-error.ts'
import type { AgentWorld } from './agent-world.ts'

/** Longest address (RFC 5321 section 4.5.3.1.3). */
const MAX_LENGTH = 254
const Address = z.email()

export interface Person {
  email: string
  /** Keyed hash of the address. */
  mac: string
}

/**
 * @param value what the agent gave as the person's address
 * @throws AgentError `invalid_login_hint` when it is no e-mail address
 */
export async function personOf({ pepper }: Pick<AgentWorld, 'pepper'>, value: unknown): Promise<Person> {
  const email = typeof value === 'string' ? value.trim() : ''
  // Length first: an expression that looks at a long text can be slow.
  if (email.length > MAX_LENGTH || !Address.safeParse(email).success) throw new AgentError('invalid_login_hint')
  return { email, mac: await pepper.mac('person', email.toLowerCase()) }
}

/** An address as it may be shown to somebody who may not be its owner: `a•••@example.com`. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
