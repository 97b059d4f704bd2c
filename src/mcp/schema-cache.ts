/**
 * Schemas of tools that are turned into JSON Schema once. The library does that anew for each request, and it is most of what
 * an answer costs.
 */
import type * as z from 'zod'

type Convert = (options: { target: string }) => Record<string, unknown>

/** What zod offers of the Standard JSON Schema interface. */
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
