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
 * @param shown what a client sees of it
 * @returns the same schema
 */
export function cacheJsonSchema<S extends z.ZodType>(schema: S, shown = SHOWN): S {
  const standard = schema['~standard'] as unknown as StandardSchema
  const cache = new Map<string, Record<string, unknown>>()
  const convert =
    (direction: 'input' | 'output'): Convert =>
    (options) => {
      const key = `${direction} ${options.target}`
      const jsonSchema = cache.get(key) ?? shown[direction](standard.jsonSchema[direction](options))
      cache.set(key, jsonSchema)
      return jsonSchema
    }
  Object.defineProperty(schema, '~standard', {
    value: { ...standard, jsonSchema: { input: convert('input'), output: convert('output') } },
  })
  return schema
}

type JsonSchema = Record<string, unknown>

/** Changes the schema of each member of an object. */
function withMembers(object: JsonSchema, change: (member: JsonSchema) => JsonSchema): JsonSchema {
  const members = Object.entries((object.properties ?? {}) as Record<string, JsonSchema>)
  return { ...object, properties: Object.fromEntries(members.map(([name, member]) => [name, change(member)])) }
}

/** What is left out of the schema of arguments, the service checks, and says in words what is wrong. */
const shortArgument = ({ minLength: _least, pattern: _pattern, ...shown }: JsonSchema): JsonSchema => shown

/** Of a result: OpenAPI says which members are always there, and what lies within them. */
const shortMember = ({ type, enum: values, const: value, description }: JsonSchema): JsonSchema => ({
  type,
  ...(values !== undefined && { enum: values }),
  ...(value !== undefined && { const: value }),
  ...(description !== undefined && { description }),
})

type Shown = Record<'input' | 'output', (jsonSchema: JsonSchema) => JsonSchema>

/**
 * The schemas as a client sees them. They are short, because a model reads the list of tools before anything else. Some clients
 * refuse a schema that names its dialect; without a name it is the one of the protocol (2020-12).
 */
const SHOWN: Shown = {
  input: ({ $schema: _dialect, ...object }) => withMembers(object, shortArgument),
  output: ({ type, properties }) => withMembers({ type, properties }, shortMember),
}

/** The members of facts are described by OpenAPI. */
const SHOWN_FACTS: Shown = {
  ...SHOWN,
  output: (object) => withMembers(SHOWN.output(object), ({ description: _description, ...member }) => member),
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
  return cacheJsonSchema(schema, SHOWN_FACTS)
}
