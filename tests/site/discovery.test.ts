/** The documents by which an agent finds its way in: each by its RFC, and all of one mind. */
import { expect, it } from 'vitest'
import { TokenRequest } from '../../src/agents/agent-schemas.ts'
import { ALL_SCOPES } from '../../src/agents/scope.ts'
import { authMd } from '../../src/contract/documents/auth-md.ts'
import { authorizationServer, openidConfiguration } from '../../src/contract/metadata.ts'
import { FIRM } from '../test-desk.ts'
import { BASE, read, readJson, schemaFaults } from './published.ts'

const ISSUER = { issuer: 'https://id.example.com', jwksUri: 'https://id.example.com/keys', displayName: 'A provider' }
const TRUST = JSON.stringify([{ ...ISSUER, algorithms: ['ES256'], clientIds: ['a'] }])
const server = readJson('.well-known/oauth-authorization-server') as Record<string, string[]> & { agent_auth: object }

it('protected resource metadata is what RFC 9728 says, without empty lists, the same at both addresses', () => {
  const [file, other] = ['index.json', 'api/v1'].map((name) => read(`.well-known/oauth-protected-resource/${name}`))
  expect(other).toBe(file)
  const document = JSON.parse(file ?? '') as object
  expect(document).toMatchObject({
    resource: `${BASE}/api/v1`,
    authorization_servers: [BASE],
    bearer_methods_supported: ['header'],
    scopes_supported: ALL_SCOPES,
  })
  expect(Object.values(document).filter((value) => Array.isArray(value) && value.length === 0)).toEqual([])
})

it('authorization server metadata is what RFC 8414 and auth.md say', () => {
  expect(server).toMatchObject({
    issuer: BASE,
    token_endpoint: `${BASE}/oauth/token`,
    revocation_endpoint: `${BASE}/oauth/revoke`,
    jwks_uri: `${BASE}/.well-known/jwks.json`,
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
  })
  expect(server).not.toHaveProperty('code_challenge_methods_supported')
  expect(server).not.toHaveProperty('authorization_grant_profiles_supported')
})

it('authorization server metadata promises the grants and scopes the service runs on, and no more', () => {
  const isSupported = (grant_type: string) =>
    TokenRequest.safeParse({ grant_type }).error?.issues[0]?.message !== 'unsupported_grant_type'
  expect(server.grant_types_supported).toHaveLength(3)
  expect([...(server.grant_types_supported ?? []), 'password'].filter((type) => !isSupported(type))).toEqual([
    'password',
  ])
  expect(server.scopes_supported).toEqual(ALL_SCOPES)
})

it('authorization server metadata holds the block in both vocabularies, with the same addresses', () => {
  const block = server.agent_auth as Record<string, unknown>
  expect(block).toMatchObject({
    skill: `${BASE}/auth.md`,
    identity_endpoint: `${BASE}/agent/identity`,
    claim_endpoint: `${BASE}/agent/identity/claim`,
    identity_types_supported: ['anonymous', 'service_auth'],
  })
  expect([block.register_uri, block.claim_uri, block.revocation_uri]).toEqual([
    block.identity_endpoint,
    block.claim_endpoint,
    `${BASE}/oauth/revoke`,
  ])
})

it('authorization server metadata offers providers only where a provider is trusted, and names none', () => {
  expect(server.agent_auth).not.toHaveProperty('identity_assertion')
  const trusting = authorizationServer(BASE, TRUST)
  expect(trusting.agent_auth.identity_types_supported).toContain('identity_assertion')
  expect(trusting.agent_auth).toMatchObject({
    identity_assertion: { assertion_types_supported: ['urn:ietf:params:oauth:token-type:id-jag'] },
  })
  expect(JSON.stringify(trusting)).not.toContain('id.example.com')
  expect(schemaFaults('authorization-server', trusting)).toBe('')
})

it('authorization server metadata is what openid-configuration says too', () => {
  expect(readJson('.well-known/openid-configuration')).toEqual(openidConfiguration(BASE))
  expect(openidConfiguration(BASE)).toMatchObject({
    ...server,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  })
})

it('auth.md names trusted providers where there are any', () => {
  expect(read('auth.md')).toContain('is not enabled')
  expect(authMd({ base: BASE, firm: FIRM, topics: ['other'], trustList: TRUST })).toContain('A provider')
})
