/**
 * Caches the JSON Schema of the tools' schemas. The library converts them for each request, which would be most of the cost of
 * a response.
 */
import type * as z from 'zod'

type Convert = (options: { target: string }) => Record<string, unknown>

/** The part of the Standard JSON Schema interface that zod implements. */
interface StandardSchema {
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
      const jsonSchema = cache.get(key) ?? standard.jsonSchema[direction](options)
      cache.set(key, jsonSchema)
      return jsonSchema
    }
  Object.defineProperty(schema, '~standard', {
    value: { ...standard, jsonSchema: { input: convert('input'), output: convert('output') } },
  })
  return schema
}
