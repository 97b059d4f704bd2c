/**
 * The metadata at well-known addresses, as the OpenAPI description lists it. These documents are not operations of the API: they
 * say how to get a token for it, at addresses that RFCs fix.
 */
import type { SiteOperation } from './operation.ts'
import { listedRow } from './operations.ts'
import { PATHS } from '../site.ts'
import {
  authorizationServer,
  openidConfiguration,
  protectedResource,
  AuthorizationServer,
  JsonWebKeySet,
  OpenidConfiguration,
  ProtectedResource,
} from './documents/oauth-metadata.ts'

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

/** The rows as operations are listed. They have no texts to translate. */
export const LISTED_METADATA = Object.entries<SiteOperation>(METADATA).map(([id, operation]) =>
  listedRow(id, operation),
)

/** One example for each. The key is that of RFC 7515, appendix A.3. */
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
