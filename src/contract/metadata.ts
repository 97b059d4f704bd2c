/**
 * OAuth metadata: RFC 9728 for the resource, RFC 8414 with the member `agent_auth` of auth.md for the authorization server.
 * It is computed from the service's own tables, so that it announces only what is implemented.
 * OpenAPI lists these documents because they say how to get a token for the API, and because the keys of `getKeys` verify receipts.
 */
import { CLAIM_GRANT, GRANT_TYPES, ID_JAG_TYPE } from '../agents/agent-schemas.ts'
import { ALL_SCOPES } from '../agents/scope.ts'
import { readTrustedIssuers } from '../agents/identity/trusted-issuer.ts'
import { offeredTypes } from '../agents/identity/methods.ts'
import { API_ROOT, isLoopback, PATHS } from '../site.ts'
import type { Example } from './examples.ts'
import { fillData } from '../words.ts'
import examples from './examples.json' with { type: 'json' }
import metadata from './metadata.json' with { type: 'json' }
import type { SiteOperation } from './operation.ts'
import { OPENID_CONFIGURATION, SCHEMAS } from './openapi-parts.ts'
import { listedRow } from './operations.ts'

export const protectedResource = (base: string, firm: string, resource: string = API_ROOT) =>
  fillData(metadata.protectedResource, { ...PATHS, base, firm, resource, scopes: ALL_SCOPES })

/**
 * RFC 8414 section 2 requires `response_types_supported`, but section 3.2 forbids empty members. Clients accept the empty list.
 * Schemas for this metadata require `authorization_endpoint`, although that address rejects every request. The last three members of
 * `agent_auth` have the names that earlier versions of auth.md gave them.
 * @param trustList the setting TRUSTED_ISSUERS. The document says only whether any provider is trusted
 */
export function authorizationServer(base: string, trustList?: string) {
  const trustedIssuers = readTrustedIssuers(trustList, base, !isLoopback(base))
  const { credential_types_supported } = metadata.authorizationServer.agent_auth.anonymous
  return fillData(metadata.authorizationServer, {
    ...PATHS,
    base,
    scopes: ALL_SCOPES,
    grantTypes: GRANT_TYPES,
    claimGrant: CLAIM_GRANT,
    identityTypes: offeredTypes({ trustedIssuers }),
    identityAssertion:
      trustedIssuers.length > 0 ? { assertion_types_supported: [ID_JAG_TYPE], credential_types_supported } : undefined,
  })
}

/** Some clients look here first. This server is not an OpenID Provider and issues no ID tokens. */
export const openidConfiguration = (...parameters: Parameters<typeof authorizationServer>) => ({
  ...authorizationServer(...parameters),
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
})

const document = { method: 'GET', servedBy: 'site', status: 200, tag: 'Agents', offer: 'agents', problems: [] } as const

export const METADATA = {
  getProtectedResource: { ...document, path: PATHS.protectedResource, output: SCHEMAS.ProtectedResource },
  getAuthorizationServer: { ...document, path: PATHS.authorizationServer, output: SCHEMAS.AuthorizationServer },
  getOpenidConfiguration: { ...document, path: PATHS.openidConfiguration, output: OPENID_CONFIGURATION },
  getKeys: {
    ...document,
    path: PATHS.jwks,
    offer: 'signatures',
    mediaType: 'application/jwk-set+json',
    output: SCHEMAS.JsonWebKeySet,
  },
} as const satisfies Record<string, SiteOperation>

/** Metadata has no texts to translate. */
export const LISTED_METADATA = (Object.entries(METADATA) as [keyof typeof METADATA, SiteOperation][]).map(
  ([id, operation]) => listedRow(id, operation),
)

export const metadataExamples = (base: string, firmName: string): Record<keyof typeof METADATA, Example> => ({
  getProtectedResource: { response: protectedResource(base, firmName) },
  getAuthorizationServer: { response: authorizationServer(base) },
  getOpenidConfiguration: { response: openidConfiguration(base) },
  // The key of RFC 7515, appendix A.3.
  getKeys: { response: examples.keys },
})
