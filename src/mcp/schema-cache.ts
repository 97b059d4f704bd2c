/**
 * Caches what the library would compute for each request: the JSON Schema of the tools' schemas, and whether a fact is valid.
 */
import type * as z from 'zod'

type Convert = (options: { target: string }) => Record<string, unknown>

/** The parts of the Standard Schema and Standard JSON Schema interfaces that the library uses. */
interface StandardSchema {
  validate(value: unknown): unknown
  jsonSchema: Record<'input' | 'output', Convert>
}

/**
 * @param schema a schema that lives as long as the service
 * @returns the same schema
 */
export function cacheJsonSchema<S extends z.ZodType>(schema: S): S {
  const standard = schema['~standard'] as unknown as StandardSchema
  const cache = new Map<string, Record<string, unknown>>()
  const convert =
    (direction: 'input' | 'output'): Convert =>
    (options) => {
      const key = `${direction} ${options.target}`
      const jsonSchema = cache.get(key) ?? withoutDialect(standard.jsonSchema[direction](options))
      cache.set(key, jsonSchema)
      return jsonSchema
    }
  Object.defineProperty(schema, '~standard', {
    value: { ...standard, jsonSchema: { input: convert('input'), output: convert('output') } },
  })
  return schema
}

/** Some clients refuse a schema that names its dialect; without a name it is the one of the protocol (2020-12). */
function withoutDialect({ $schema: _dialect, ...jsonSchema }: Record<string, unknown>): Record<string, unknown> {
  return jsonSchema
}

/**
 * @param schema of facts, which are read once and never change
 * @returns the same schema, which checks each object once
 */
export function cacheFacts<S extends z.ZodType>(schema: S): S {
  const standard = schema['~standard'] as unknown as StandardSchema
  const results = new WeakMap<object, unknown>()
  const validate = (value: object) => {
    const result = results.get(value) ?? standard.validate(value)
    results.set(value, result)
    return result
  }
  Object.defineProperty(schema, '~standard', { value: { ...standard, validate } })
  return cacheJsonSchema(schema)
}
