/**
 * OAuth metadata: RFC 9728 for the resource, RFC 8414 with the member `agent_auth` of auth.md for the authorization server.
 * It is computed from the service's own tables, so that it announces only what is implemented.
 * OpenAPI lists these documents because they say how to get a token for the API.
 */
import * as z from 'zod'
import { GRANT_TYPES, ID_JAG_TYPE, CLAIM_GRANT } from '../agents/agent-schemas.ts'
import { REGISTRATION_TYPES } from '../agents/registration.ts'
import { ALL_SCOPES } from '../agents/scope.ts'
import { readTrustedIssuers } from '../agents/identity/trusted-issuer.ts'
import { offeredTypes } from '../agents/identity/methods.ts'
import { API_ROOT, isLoopback, PATHS } from '../site.ts'
import type { SiteOperation } from './operation.ts'
import { listedRow } from './operations.ts'

const CREDENTIALS: ['identity_assertion'] = ['identity_assertion']

export const protectedResource = (base: string, firmName: string, resource: string = API_ROOT): ProtectedResource => ({
  resource: base + resource,
  resource_name: `${firmName}: information and consultation requests`,
  authorization_servers: [base],
  scopes_supported: ALL_SCOPES,
  bearer_methods_supported: ['header'],
  resource_documentation: base + PATHS.authGuide,
  resource_policy_uri: base + PATHS.privacy,
  resource_tos_uri: base + PATHS.disclaimer,
  resource_logo_uri: `${base}/favicon.svg`,
})

/**
 * Clients accept the empty `response_types_supported`, which is required although RFC 8414 section 3.2 leaves empty members out.
 * Schemas require `authorization_endpoint`, which rejects every request.
 * @param trustList the setting TRUSTED_ISSUERS. The document says only whether there are any providers
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
      }),
      claim_grant_type: CLAIM_GRANT,
      // Earlier versions have these names.
      register_uri: identity,
      claim_uri: claim,
      revocation_uri: base + PATHS.revoke,
    },
  }
}

/** Some clients look here first. This server is not an OpenID Provider and issues no ID tokens. */
export const openidConfiguration = (...parameters: Parameters<typeof authorizationServer>): OpenidConfiguration => ({
  ...authorizationServer(...parameters),
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
})

const Scopes = z.array(z.enum(ALL_SCOPES)).describe('The scopes of access tokens.')
const NoClientAuthentication = z.array(z.literal('none')).describe('There are no registered clients.')
const Credentials = z.array(z.literal('identity_assertion')).describe('What a registration gives.')
const address = (what: string) => z.url().describe(what)

const ProtectedResource = z
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
type ProtectedResource = z.infer<typeof ProtectedResource>

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
    claim_grant_type: z.enum(GRANT_TYPES).describe('The grant that delivers a confirmed claim.'),
    register_uri: address('The identity endpoint, under its earlier name.'),
    claim_uri: address('The claim endpoint, under its earlier name.'),
    revocation_uri: address('The revocation endpoint, under its earlier name.'),
  })
  .describe('How agents register, as auth.md describes it.')

const AuthorizationServer = z
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
type AuthorizationServer = z.infer<typeof AuthorizationServer>

const OpenidConfiguration = AuthorizationServer.extend({
  subject_types_supported: z.array(z.literal('public')).describe('Required of this document.'),
  id_token_signing_alg_values_supported: z.array(z.literal('ES256')).describe('The algorithm of signed assertions.'),
}).describe(
  'The same metadata for clients that look there first. This service is not an OpenID Provider and issues no ID tokens.',
)
type OpenidConfiguration = z.infer<typeof OpenidConfiguration>

const JsonWebKeySet = z
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

const document = { method: 'GET', servedBy: 'site', status: 200, tag: 'Agents', offer: 'agents', problems: [] } as const

export const METADATA = {
  getProtectedResource: {
    ...document,
    path: PATHS.protectedResource,
    summary: 'Metadata of the API',
    description: 'RFC 9728: which authorization server issues tokens for the API, and with which scopes.',
    output: ProtectedResource,
  },
  getAuthorizationServer: {
    ...document,
    path: PATHS.authorizationServer,
    summary: 'Metadata of the authorization server',
    description: 'RFC 8414: the endpoints for tokens, and in `agent_auth` how agents register.',
    output: AuthorizationServer,
  },
  getOpenidConfiguration: {
    ...document,
    path: PATHS.openidConfiguration,
    summary: 'The same metadata, for clients of OpenID Connect',
    description: 'The metadata of the authorization server. No one signs in here, and no ID token is issued.',
    output: OpenidConfiguration,
  },
  getKeys: {
    ...document,
    path: PATHS.jwks,
    offer: 'signatures',
    summary: 'The public keys',
    description: 'RFC 7517: the keys with which to verify what the service signed.',
    mediaType: 'application/jwk-set+json',
    output: JsonWebKeySet,
  },
} as const satisfies Record<string, SiteOperation>

/** Metadata has no texts to translate. */
export const LISTED_METADATA = Object.entries<SiteOperation>(METADATA).map(([id, operation]) =>
  listedRow(id, operation),
)

/** The key is that of RFC 7515, appendix A.3. */
export const metadataExamples = (
  base: string,
  firmName: string,
): Record<keyof typeof METADATA, { response: unknown }> => ({
  getProtectedResource: { response: protectedResource(base, firmName) },
  getAuthorizationServer: { response: authorizationServer(base) },
  getOpenidConfiguration: { response: openidConfiguration(base) },
  getKeys: {
    response: {
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
          y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
          kid: 'a-key',
          use: 'sig',
          alg: 'ES256',
        },
      ],
    },
  },
})
