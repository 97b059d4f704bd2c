/** The description of the API: what it holds, that its examples are right, and what `/mcp` answers. Linters of others: `tests/judged/openapi.check.ts`. */
import { expect, it } from 'vitest'
import { AGENT_ERRORS, type AgentErrorCode } from '../../src/agents/agent-error.ts'
import { LISTED_METADATA } from '../../src/contract/metadata.ts'
import { LISTED_OPERATIONS } from '../../src/contract/operations.ts'
import { PROBLEMS } from '../../src/problem.ts'
import { DESCRIPTION, expectDescribed, expectFits } from '../described.ts'
import { createTestAgent } from '../test-agent.ts'
import { BASE, jsonRequest } from '../test-desk.ts'
import { yamlOf } from '../table.ts'

type Message = [what: string, message: object, status: number, headers?: Record<string, string>]
const { spanish: SPANISH, messages: MESSAGES } = yamlOf<{ spanish: string[]; messages: Message[] }>(
  'tests/contract/openapi.yaml',
)
const OPERATIONS = Object.entries(DESCRIPTION.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
)

it('is OpenAPI 3.1.0, of version 1.0.0, and holds every operation and document of the tables once, facts in each language, and /mcp', () => {
  expect([DESCRIPTION.openapi, DESCRIPTION.info.version]).toEqual(['3.1.0', '1.0.0'])
  const found = OPERATIONS.map(([where, { operationId }]) => `${operationId} ${where}`)
  const listed = [...LISTED_OPERATIONS, ...LISTED_METADATA].map(({ operationId, operation, path }) =>
    [operationId, operation.method.toLowerCase(), path].join(' '),
  )
  expect(found.sort()).toEqual([...listed, 'sendMcpMessage post /mcp'].sort())
  expect(found.filter((line) => line.includes('/es/'))).toEqual(SPANISH)
})

it('says who may call without a token, what a token is, and which scope an operation needs, and names no other scope', () => {
  expect(DESCRIPTION.components.securitySchemes).toMatchObject({
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'opaque' },
    oauth: { type: 'openIdConnect', openIdConnectUrl: `${BASE}/.well-known/openid-configuration` },
  })
  const security = Object.fromEntries(OPERATIONS.map(([where, operation]) => [where, operation.security]))
  expect(security).toEqual({
    ...security,
    'post /api/v1/inquiries': [{}, { bearer: [], oauth: ['inquiries.write'] }],
    'get /api/v1/agent': [{ bearer: [] }],
    'post /mcp': [{}, { bearer: [] }],
    'get /api/v1/firm': [],
  })
  const scopes = Object.values(security).flatMap((ways) => ways.flatMap(({ oauth = [] }) => oauth))
  expect(new Set(scopes)).toEqual(new Set(['inquiries.write']))
})

it('describes each schema, anchors the pattern of a number, and defines what a branch requires', () => {
  const { schemas } = DESCRIPTION.components
  for (const [name, schema] of Object.entries(schemas)) expect(schema, name).toHaveProperty('description')
  const { pattern = '' } = schemas.CreateInquiryRequest?.properties?.phone ?? {}
  expect(pattern).toMatch(/^\^.*\$$/)
  expect(['386 555 0187 after 5', '12'].map((text) => new RegExp(pattern).test(text))).toEqual([true, false])
  const branches = Object.values(schemas).flatMap(({ anyOf = [] }) => anyOf)
  expect(branches.length).toBeGreaterThan(0)
  for (const { properties = {}, required = [] } of branches)
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(required))
})

it.each(OPERATIONS)(
  'each example of %s fits its schema, and each problem is of the table, with its status',
  (where, operation) => {
    for (const [type, { schema, example }] of Object.entries(operation.requestBody?.content ?? {}))
      expectFits(schema, example, `${where} request ${type}`)
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const { schema, example } of Object.values(content).filter(({ examples }) => !examples))
        // The examples are in English.
        if (example !== undefined || !where.includes('/es/')) expectFits(schema, example, `${where} ${status}`)
      for (const code of Object.keys(content['application/problem+json']?.examples ?? {}))
        expect(PROBLEMS).toHaveProperty([code])
      for (const { schema, examples = {} } of Object.values(content))
        for (const { value } of Object.values(examples)) {
          expectFits(schema, value, `${where} ${status}`)
          // A request that cannot be read or answered is `invalid_request` with the status of its problem.
          if (value.error === 'invalid_request' && ['406', '413', '415'].includes(status)) continue
          const itsStatus = value.error ? AGENT_ERRORS[value.error as AgentErrorCode].status : value.status
          expect(String(itsStatus)).toMatch(new RegExp(`^${status.replaceAll('X', '\\d')}$`))
        }
    }
  },
)

it.each(MESSAGES)('what /mcp answers to %s is described', async (_what, message, status, headers = {}) => {
  const { send } = await createTestAgent()
  const body = Array.isArray(message) ? message : { jsonrpc: '2.0', ...message }
  const response = await send('mcp', '/mcp', jsonRequest(body, headers))
  expect(response.status).toBe(status)
  const text = await response.text()
  if (status === 202) expect(text).toBe('')
  else expectDescribed(['post', '/mcp', status === 200 ? 200 : '4XX', 'application/json'], JSON.parse(text))
})
