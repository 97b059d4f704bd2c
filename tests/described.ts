/** Holds answers to the published OpenAPI description. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { openapi } from '../src/contract/openapi.ts'
import { AREAS, BASE, FIRM } from './test-desk.ts'

type Responses = Record<string, { content?: Record<string, { schema: { $ref: string } }> }>
export const DESCRIPTION = openapi(BASE, FIRM, AREAS) as {
  paths: Record<string, Record<string, { security: object[]; responses: Responses }>>
}
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)
ajv.addSchema(DESCRIPTION, 'openapi.json')

/** @param status of the description: that of an answer, or like `4XX` @param body undefined where there is none */
export function expectDescribed(
  [method, path, status, type]: [method: string, path: string, status: number | string, type: string],
  body: unknown,
) {
  const what = `${method} ${path} ${status} ${type}`
  const response = DESCRIPTION.paths[path]?.[method.toLowerCase()]?.responses[status]
  expect(response, what).toBeDefined()
  if (body === undefined) return
  const validate = ajv.getSchema(`openapi.json${response?.content?.[type]?.schema.$ref ?? what}`)
  expect(validate?.(body), `${what} ${JSON.stringify(body)} ${ajv.errorsText(validate?.errors)}`).toBe(true)
}
