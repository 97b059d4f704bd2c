/**
 * `POST /oauth/revoke` (RFC 7009): revokes one access token, or with an assertion the whole registration, which an agent
 * cannot revoke in another way. Unknown and expired tokens succeed too (section 2.2), because they are already invalid.
 */
import { revokeAccessToken } from './access-token.ts'
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { readAssertion } from './assertion.ts'
import { revokeRegistration } from '../registration.ts'

/** Revokes a token of either kind. It is invalid when the promise resolves. */
export async function revokeToken(ports: AgentPorts, token: string): Promise<void> {
  if (await revokeAccessToken(ports, token)) return
  try {
    const { registration } = await readAssertion(ports, token)
    await revokeRegistration(ports, registration.id, 'agent')
  } catch (error) {
    if (!(error instanceof AgentError)) throw error
  }
}
