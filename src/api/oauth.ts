/** `POST /oauth/token`, `POST /oauth/revoke` and `/oauth/authorize`. */
import { AgentError } from '../agents/agent-error.ts'
import { grantToken } from '../agents/grant.ts'
import { revokeToken } from '../agents/tokens/access-token.ts'
import { oauthEndpoint } from '../http/oauth.ts'
import type { Handler } from '../http/endpoint.ts'
import { PATHS } from '../site.ts'
import { AGENT_OPERATIONS } from '../contract/agent-operations.ts'
import { endpoint } from './operation-endpoint.ts'

export const token = endpoint(AGENT_OPERATIONS.issueToken, grantToken)

export const revoke = endpoint(AGENT_OPERATIONS.revokeToken, (service, parameters) =>
  revokeToken(service, parameters.token),
)

/** Clients and scanners expect this endpoint, although no one signs in here. */
const handleAuthorize: Handler = async (_request, _caller, { base }) => {
  throw new AgentError('unsupported_response_type', {
    description: `No one signs in here. Agents register as ${base}${PATHS.authGuide} describes.`,
  })
}

export const authorize = oauthEndpoint({ GET: handleAuthorize, POST: handleAuthorize })
