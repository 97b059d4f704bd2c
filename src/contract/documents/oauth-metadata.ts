/**
 * OAuth metadata: RFC 9728 for the resource, RFC 8414 for the authorization server, with the member `agent_auth` of auth.md.
 * Computed from the tables that the service itself uses, so that it cannot announce what is not implemented.
 */
import { CLAIM_GRANT, GRANT_TYPES, ID_JAG_TYPE } from '../../agents/agent-schemas.ts'
import { REVOKED_EVENT } from '../../agents/identity/security-event.ts'
import { readTrustedIssuers } from '../../agents/identity/trusted-issuer.ts'
import { offeredTypes } from '../../agents/identity/methods.ts'
import { ALL_SCOPES } from '../../agents/scope.ts'
import { API_ROOT, isLoopback, PATHS } from '../../site.ts'
import type { AuthorizationServer, OpenidConfiguration, ProtectedResource } from './oauth-schemas.ts'

/** The credentials that registration issues. */
const CREDENTIALS: ['identity_assertion'] = ['identity_assertion']

/**
 * Protected resource metadata.
 * @param base base address
 * @param firmName name of the firm
 * @param resource path of the resource
 */
export function protectedResource(base: string, firmName: string, resource: string = API_ROOT): ProtectedResource {
  return {
    resource: base + resource,
    resource_name: `${firmName}: information and consultation requests`,
    authorization_servers: [base],
    scopes_supported: ALL_SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: base + PATHS.authGuide,
    resource_policy_uri: base + PATHS.privacy,
    resource_tos_uri: base + PATHS.disclaimer,
    resource_logo_uri: `${base}/favicon.svg`,
  }
}

/**
 * Authorization server metadata.
 *
 * `response_types_supported` is required, though members without elements must be omitted (RFC 8414 section 3.2). There is no
 * sign-in here, so it is the empty list, which typed clients accept. `authorization_endpoint` is there because schemas require
 * it; it rejects every request.
 * @param base base address
 * @param trustList the setting TRUSTED_ISSUERS. The providers themselves are not published, only whether there are any
 */
export function authorizationServer(base: string, trustList?: string): AuthorizationServer {
  const trustedIssuers = readTrustedIssuers(trustList, base, !isLoopback(base))
  const trusts = trustedIssuers.length > 0
  const identity = base + PATHS.identity
  const claim = base + PATHS.claimStart
  return {
    issuer: base,
    authorization_endpoint: base + PATHS.authorize,
    token_endpoint: base + PATHS.token,
    revocation_endpoint: base + PATHS.revoke,
    jwks_uri: base + PATHS.jwks,
    scopes_supported: ALL_SCOPES,
    response_types_supported: [],
    grant_types_supported: [...GRANT_TYPES],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    service_documentation: base + PATHS.authGuide,
    op_policy_uri: base + PATHS.privacy,
    op_tos_uri: base + PATHS.disclaimer,
    agent_auth: {
      skill: base + PATHS.authGuide,
      identity_endpoint: identity,
      claim_endpoint: claim,
      identity_types_supported: offeredTypes({ trustedIssuers }),
      anonymous: { credential_types_supported: CREDENTIALS },
      service_auth: { credential_types_supported: CREDENTIALS, login_hint_types_supported: ['email'] },
      ...(trusts && {
        identity_assertion: { assertion_types_supported: [ID_JAG_TYPE], credential_types_supported: CREDENTIALS },
        events_endpoint: base + PATHS.events,
        events_supported: [REVOKED_EVENT],
      }),
      claim_grant_type: CLAIM_GRANT,
      // The same under the names of earlier versions.
      register_uri: identity,
      claim_uri: claim,
      revocation_uri: base + PATHS.revoke,
    },
  }
}

/** The same for clients that look there first. This server is not an OpenID Provider and issues no ID tokens. */
export function openidConfiguration(...parameters: Parameters<typeof authorizationServer>): OpenidConfiguration {
  return {
    ...authorizationServer(...parameters),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  }
}
