/** Holds answers and examples to the OpenAPI description. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { openapi } from '../src/contract/openapi.ts'
import { AREAS, BASE, FIRM } from './test-desk.ts'

interface Media {
  schema: { $ref: string }
  example?: unknown
  examples?: Record<string, { value: Record<string, unknown> }>
}
export interface Operation {
  operationId: string
  security: { oauth?: string[] }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
interface Schema {
  properties?: Record<string, { pattern?: string }>
  anyOf?: { properties?: object; required?: string[] }[]
}
export interface Description {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object; schemas: Record<string, Schema> }
}
export const DESCRIPTION = openapi(BASE, FIRM, AREAS) as unknown as Description
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)
ajv.addSchema(DESCRIPTION, 'openapi.json')

export function expectFits({ $ref }: Media['schema'], value: unknown, what: string) {
  const validate = ajv.getSchema(`openapi.json${$ref}`)
  expect(validate?.(value), `${what} ${JSON.stringify(value)} ${ajv.errorsText(validate?.errors)}`).toBe(true)
}

/** @param status of the description: that of an answer, or like `4XX` @param body undefined where there is none */
export function expectDescribed(
  [method, path, status, type]: [method: string, path: string, status: number | string, type: string],
  body: unknown,
) {
  const what = `${method} ${path} ${status} ${type}`
  const response = DESCRIPTION.paths[path]?.[method.toLowerCase()]?.responses[status]
  expect(response, what).toBeDefined()
  if (body !== undefined) expectFits(response?.content?.[type]?.schema ?? { $ref: what }, body, what)
}
