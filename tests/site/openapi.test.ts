/** The description of the API: whether it is true. What the linters of others say of it is in `tests/judged/openapi.check.ts`. */
import { expect, it } from 'vitest'
import { AGENT_ERRORS, type AgentErrorCode } from '../../src/agents/agent-error.ts'
import { LISTED_METADATA } from '../../src/contract/metadata.ts'
import { LISTED_OPERATIONS } from '../../src/contract/operations.ts'
import { PROBLEM_CODES, PROBLEMS } from '../../src/problem.ts'
import { ajv, dom, FILES, readJson } from './published.ts'
import { yamlOf } from '../table.ts'

interface Media {
  schema: { $ref: string }
  example?: unknown
  examples?: Record<string, { value: Record<string, unknown> }>
}
interface Operation {
  operationId: string
  security: Record<string, unknown>[]
  parameters?: { name: string; in: string; description?: string; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, Media> }>
}
interface Description {
  openapi: string
  info: { version: string; termsOfService: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: { bearer: object } }
}

const description = readJson('openapi.json') as unknown as Description
ajv.addSchema(description, 'openapi.json')
const validatorOf = ({ $ref }: { $ref: string }) => ajv.getSchema(`openapi.json${$ref}`) ?? (() => false)
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

function expectValid(schema: { $ref: string }, value: unknown, where: string) {
  const validate = validatorOf(schema)
  const valid = validate(value)
  expect(valid, `${where}: ${ajv.errorsText('errors' in validate ? validate.errors : [])}`).toBe(true)
}

it('the OpenAPI description is 3.1.0, of version 1.0.0, and holds every operation and document of the tables once, facts in each language, and /mcp', () => {
  expect([description.openapi, description.info.version]).toEqual(['3.1.0', '1.0.0'])
  const found = operations.map(
    ({ path, method, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
  )
  const listed = [...LISTED_OPERATIONS, ...LISTED_METADATA].map(
    ({ operationId, operation, path }) => `${operationId} ${operation.method} ${path}`,
  )
  expect(found.sort()).toEqual([...listed, 'sendMcpMessage POST /mcp'].sort())
  const spanish = found.filter((line) => line.includes('/es/'))
  expect(spanish).toEqual(yamlOf<string[]>('tests/site/openapi.yaml'))
})

it('the OpenAPI description says who may call without a token, and what a token is', () => {
  const { bearer } = description.components.securitySchemes
  expect(bearer).toMatchObject({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque' })
  const security = (path: string, method: string) => description.paths[path]?.[method]?.security
  expect(security('/api/v1/inquiries', 'post')).toEqual([{}, { bearer: [], oauth: ['inquiries.write'] }])
  expect(security('/api/v1/agent', 'get')).toEqual([{ bearer: [] }])
  expect(security('/mcp', 'post')).toEqual([{}, { bearer: [] }])
  expect(security('/api/v1/firm', 'get')).toEqual([])
})

it.each(operations.map(({ path, method, operation }) => [`${method} ${path}`, operation] as const))(
  '%s: each example fits its schema',
  (where, operation) => {
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {}))
      expectValid(media.schema, media.example, `${where} request ${type}`)
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const media of Object.values(content)) {
        const values: (Record<string, unknown> | undefined)[] = media.examples
          ? Object.values(media.examples).map(({ value }) => value)
          : [media.example as Record<string, unknown> | undefined]
        for (const value of values) {
          // The examples are in English.
          if (value === undefined && where.includes('/es/')) continue
          expectValid(media.schema, value, `${where} ${status}`)
          if (!media.examples) continue
          // A request that cannot be read or answered is `invalid_request` with the status of its problem.
          if (value?.error === 'invalid_request' && ['406', '413', '415'].includes(status)) continue
          const itsStatus = value?.error ? AGENT_ERRORS[value.error as AgentErrorCode].status : value?.status
          expect(String(itsStatus)).toMatch(new RegExp(`^${status.replaceAll('X', '\\d')}$`))
        }
      }
    }
  },
)

it('the OpenAPI description describes what is published: each document fits the schema it is given there', () => {
  const fromFiles = [...LISTED_OPERATIONS, ...LISTED_METADATA]
    .filter(({ operation, path }) => operation.servedBy === 'site' && path !== '/.well-known/jwks.json')
    .map(({ operationId }) => operationId)
  for (const { path, operation } of operations.filter(({ operation }) => fromFiles.includes(operation.operationId))) {
    const schema = operation.responses[200]?.content?.['application/json']?.schema ?? { $ref: '' }
    const pattern = new RegExp(`^${path.slice(1).replace(/\{\w+\}/, '(?!index)[^/]+')}(/index\\.json)?$`)
    const files = FILES.filter((file) => pattern.test(file))
    expect(files.length, path).toBeGreaterThan(0)
    for (const file of files) expectValid(schema, readJson(file), file)
  }
})

it('the OpenAPI description names problems of the table only, each with its status, and the page of problems explains each', () => {
  const named = new Set(
    operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content = {} }) =>
        Object.keys(content['application/problem+json']?.examples ?? {}),
      ),
    ),
  )
  for (const code of named) expect(PROBLEMS).toHaveProperty([code])
  const explained = dom('problems/index.html').querySelectorAll('main h2[id]')
  expect(explained.map(({ id }) => id)).toEqual(PROBLEM_CODES)
})
