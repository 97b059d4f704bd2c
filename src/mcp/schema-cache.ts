/**
 * Schemas of tools that are turned into JSON Schema once. The library does that anew for each request, and it is most of what
 * an answer costs.
 */
import type * as z from 'zod'

type Convert = (options: { target: string }) => Record<string, unknown>

/** What zod offers of the Standard JSON Schema interface. */
interface Standard {
  jsonSchema: Record<'input' | 'output', Convert>
}

/**
 * @param schema a schema that lives as long as the service
 * @returns the same schema
 */
export function convertedOnce<S extends z.ZodType>(schema: S): S {
  const standard = schema['~standard'] as unknown as Standard
  const made = new Map<string, Record<string, unknown>>()
  const once =
    (direction: 'input' | 'output'): Convert =>
    (options) => {
      const key = `${direction} ${options.target}`
      const found = made.get(key) ?? standard.jsonSchema[direction](options)
      made.set(key, found)
      return found
    }
  Object.defineProperty(schema, '~standard', {
    value: { ...standard, jsonSchema: { input: once('input'), output: once('output') } },
  })
  return schema
}
