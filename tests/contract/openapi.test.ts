/** The description: what holds of all of it, and against what `/mcp` answers. */
import { expect, it } from 'vitest'
import { DOCUMENTS } from '../../src/contract/documents.ts'
import { API_ROOT } from '../../src/site.ts'
import { DESCRIPTION, expectDescribed } from '../described.ts'
import { createTestAgent } from '../test-agent.ts'
import { BASE, jsonRequest } from '../test-desk.ts'
import { yamlOf } from '../table.ts'

it('says which scope an operation needs and no other, anchors the pattern of a number, and defines what a branch requires', () => {
  interface Schema {
    properties?: Record<string, { pattern?: string }>
    anyOf?: { properties?: object; required?: string[] }[]
  }
  const { components } = DESCRIPTION as unknown as {
    components: { securitySchemes: object; schemas: Record<string, Schema> }
  }
  expect(components.securitySchemes).toMatchObject({
    bearer: { type: 'http', scheme: 'bearer' },
    oauth: { type: 'openIdConnect', openIdConnectUrl: `${BASE}/.well-known/openid-configuration` },
  })
  const asked = Object.values(DESCRIPTION.paths).flatMap((methods) => Object.values(methods).map((one) => one.security))
  const scopes = asked.flat().flatMap((one) => (one as { oauth?: string[] }).oauth ?? [])
  expect(new Set(scopes)).toEqual(new Set(['inquiries.write']))
  const { pattern = '' } = components.schemas.CreateInquiryRequest?.properties?.phone ?? {}
  expect(pattern).toMatch(/^\^.*\$$/)
  expect(['386 555 0187 after 5', '12'].map((text) => new RegExp(pattern).test(text))).toEqual([true, false])
  const branches = Object.values(components.schemas).flatMap(({ anyOf = [] }) => anyOf)
  expect(branches.length).toBeGreaterThan(0)
  for (const { properties = {}, required = [] } of branches)
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(required))
})

it('has every document below the root of the API', () => {
  const documents = DOCUMENTS.map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
  const facts = documents.filter((path) => path.startsWith(API_ROOT))
  expect(facts.length).toBeGreaterThan(0)
  expect(Object.keys(DESCRIPTION.paths)).toEqual(expect.arrayContaining(facts))
})

const ROWS = yamlOf<[string, object, number, Record<string, string>?][]>('tests/contract/openapi.yaml')
it.each(ROWS)('what /mcp answers to %s is described', async (_what, message, status, headers = {}) => {
  const { send } = await createTestAgent()
  const body = Array.isArray(message) ? message : { jsonrpc: '2.0', ...message }
  const response = await send('mcp', '/mcp', jsonRequest(body, headers))
  expect(response.status).toBe(status)
  const text = await response.text()
  if (status === 202) expect(text).toBe('')
  else expectDescribed(['post', '/mcp', status === 200 ? 200 : '4XX', 'application/json'], JSON.parse(text))
})
