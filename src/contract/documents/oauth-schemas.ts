/**
 * Schemas of the documents with which a client finds the authorization server and checks what it signed.
 * Sources: RFC 9728, RFC 8414 with the member `agent_auth` of auth.md, RFC 7517.
 */
import * as z from 'zod'
import { GRANT_TYPES, ID_JAG_TYPE } from '../../agents/agent-schemas.ts'
import { REVOKED_EVENT } from '../../agents/identity/security-event.ts'
import { REGISTRATION_TYPES } from '../../agents/registration.ts'
import { ALL_SCOPES } from '../../agents/scope.ts'

const Scopes = z.array(z.enum(ALL_SCOPES)).describe('The scopes of access tokens.')
const NoClientAuthentication = z.array(z.literal('none')).describe('There are no registered clients.')
const Credentials = z.array(z.literal('identity_assertion')).describe('What a registration gives.')
const address = (what: string) => z.url().describe(what)

export const ProtectedResource = z
  .object({
    resource: address('The resource that tokens are for.'),
    resource_name: z.string().describe('Its name.'),
    authorization_servers: z.array(z.url()).describe('Who issues its tokens: this service.'),
    scopes_supported: Scopes,
    bearer_methods_supported: z
      .array(z.literal('header'))
      .describe('Tokens are sent in the Authorization header only.'),
    resource_documentation: address('The guide for agents.'),
    resource_policy_uri: address('The privacy notice.'),
    resource_tos_uri: address('The disclaimer.'),
    resource_logo_uri: address('The logo.'),
  })
  .describe('Metadata of a protected resource, RFC 9728.')
export type ProtectedResource = z.infer<typeof ProtectedResource>

const AgentAuth = z
  .object({
    skill: address('The guide for agents.'),
    identity_endpoint: address('Where an agent registers.'),
    claim_endpoint: address('Where an agent asks a person to vouch for it.'),
    identity_types_supported: z.array(z.enum(REGISTRATION_TYPES)).describe('The ways to register.'),
    anonymous: z.object({ credential_types_supported: Credentials }).describe('An agent that names no person.'),
    service_auth: z
      .object({
        credential_types_supported: Credentials,
        login_hint_types_supported: z.array(z.literal('email')).describe('How an agent names the person.'),
      })
      .describe('An agent that names the person it acts for.'),
    identity_assertion: z
      .object({
        assertion_types_supported: z.array(z.literal(ID_JAG_TYPE)).describe('The kinds of assertion.'),
        credential_types_supported: Credentials,
      })
      .optional()
      .describe('With an assertion of a provider. Left out while no provider is trusted.'),
    events_endpoint: address('Where providers report that an assertion was revoked.').optional(),
    events_supported: z.array(z.literal(REVOKED_EVENT)).optional().describe('What providers may report.'),
    claim_grant_type: z.enum(GRANT_TYPES).describe('The grant that delivers a confirmed claim.'),
    register_uri: address('The identity endpoint, under its earlier name.'),
    claim_uri: address('The claim endpoint, under its earlier name.'),
    revocation_uri: address('The revocation endpoint, under its earlier name.'),
  })
  .describe('How agents register, as auth.md describes it.')

export const AuthorizationServer = z
  .object({
    issuer: z.url().describe('The base address of the service.'),
    authorization_endpoint: address('Rejects every request: no one signs in here.'),
    token_endpoint: address('Where access tokens are issued.'),
    revocation_endpoint: address('Where tokens are revoked.'),
    jwks_uri: address('The public keys.'),
    scopes_supported: Scopes,
    response_types_supported: z.array(z.string()).max(0).describe('None.'),
    grant_types_supported: z.array(z.enum(GRANT_TYPES)).describe('What the token endpoint accepts.'),
    token_endpoint_auth_methods_supported: NoClientAuthentication,
    revocation_endpoint_auth_methods_supported: NoClientAuthentication,
    service_documentation: address('The guide for agents.'),
    op_policy_uri: address('The privacy notice.'),
    op_tos_uri: address('The disclaimer.'),
    agent_auth: AgentAuth,
  })
  .describe('Metadata of the authorization server, RFC 8414.')
export type AuthorizationServer = z.infer<typeof AuthorizationServer>

export const OpenidConfiguration = AuthorizationServer.extend({
  subject_types_supported: z.array(z.literal('public')).describe('Required of this document.'),
  id_token_signing_alg_values_supported: z.array(z.literal('ES256')).describe('The algorithm of signed assertions.'),
}).describe(
  'The same metadata for clients that look there first. This service is no OpenID Provider and issues no ID tokens.',
)
export type OpenidConfiguration = z.infer<typeof OpenidConfiguration>

export const JsonWebKeySet = z
  .object({
    keys: z
      .array(
        z
          .object({
            kty: z.literal('EC').describe('Kind of key.'),
            crv: z.literal('P-256').describe('Its curve.'),
            x: z.string().describe('Coordinate, base64url.'),
            y: z.string().describe('Coordinate, base64url.'),
            kid: z.string().describe('Id of the key, as in the header of what it signed.'),
            use: z.literal('sig').describe('It verifies signatures.'),
            alg: z.literal('ES256').describe('Algorithm.'),
          })
          .describe('A public key.'),
      )
      .describe('Each key that verifies something still valid.'),
  })
  .describe('The public keys of the service, RFC 7517.')
