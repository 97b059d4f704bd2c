/**
 * `POST /oauth/revoke` (RFC 7009): an access token ends; an assertion ends its whole registration, for which an agent has
 * no other way. What is unknown, expired or garbage is answered alike: it is as dead as it was meant to be.
 */
import { revokeAccessToken } from './access-token.ts'
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { readAssertion } from './assertion.ts'
import { revokeRegistration } from '../registration.ts'

/** Revokes a token of either kind. It is dead when the promise resolves. */
export async function revokeToken(ports: AgentPorts, token: string): Promise<void> {
  if (await revokeAccessToken(ports, token)) return
  try {
    const { registration } = await readAssertion(ports, token)
    await revokeRegistration(ports, registration.id, 'agent')
  } catch (error) {
    if (!(error instanceof AgentError)) throw error
  }
}
