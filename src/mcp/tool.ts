import type * as mcp from '@modelcontextprotocol/server'
import type * as z from 'zod'
import type { Scope } from '../agents/scope.ts'
import type { Agent } from '../agents/tokens/access-token.ts'
import type { OperationId } from '../contract/operations.ts'
import { HOUR_MS } from '../duration.ts'
import type { Offer } from '../offers.ts'
import { withoutEmpty } from '../problem.ts'
import { once } from '../memoize.ts'
import type { Caller } from '../service/service.ts'
import type { ToolName } from '../words.ts'

/** Clients may cache lists, discovery and the window of a preview. */
export const CACHE = { ttlMs: HOUR_MS, cacheScope: 'public' } as const

export interface ToolCaller {
  caller: Caller
  /** Undefined without an access token. */
  agent: Agent | undefined
}

interface Row<Input extends z.ZodType> {
  /** Title and description are the words of this name in `content/words/agents.json`. */
  name: ToolName
  /** Absent if the API has no such operation. */
  operation?: OperationId
  /** A token must have this scope, if one is sent. */
  scope?: Scope
  /** The firm has the tool only while it offers this. */
  offer?: Offer
  hints: Required<Omit<mcp.ToolAnnotations, 'title'>>
  input: Input
  output: mcp.StandardSchemaWithJSON
  /** Names the window in which clients with windows show the result. */
  _meta?: Readonly<Record<string, object>>
  /** @throws Problem, which becomes a tool error */
  run(
    input: z.output<Input>,
    call: ToolCaller & { context: mcp.ServerContext },
  ): Promise<mcp.CallToolResult | mcp.InputRequiredResult>
}
export type Tool = Row<z.ZodType<Record<string, unknown>>>

const hinted =
  (hints: Tool['hints']) =>
  <Input extends z.ZodType<Record<string, unknown>>>(row: Omit<Row<Input>, 'hints'>): Tool => ({ ...row, hints })

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
export const readTool = hinted(READS)
/** A sent inquiry cannot be taken back, so these tools count as destructive: hosts ask the person first. */
export const sendTool = hinted({ ...READS, readOnlyHint: false, destructiveHint: true, openWorldHint: true })

type JsonSchema = Record<string, unknown>

/**
 * A model reads the list of tools before anything else, so clients see shorter schemas than those that the server checks. Some clients
 * refuse a schema that names its dialect. A schema without a dialect is 2020-12.
 * @param shorten called once, with the whole JSON Schema
 */
function shortened(schema: z.ZodType, direction: 'input' | 'output', shorten: (whole: JsonSchema) => JsonSchema) {
  const standard = (schema as unknown as mcp.StandardSchemaWithJSON<never, Record<string, unknown>>)['~standard']
  const json = once(() => shorten(standard.jsonSchema[direction]({ target: 'draft-2020-12' })))
  return { '~standard': { ...standard, jsonSchema: { input: json, output: json } } }
}

/** Removes the other keywords from each member of the schema. */
function onlyKeywords(whole: JsonSchema, keywords: readonly string[]): JsonSchema {
  const members = Object.entries((whole.properties ?? {}) as Record<string, JsonSchema>)
  const narrowed = (member: JsonSchema) =>
    Object.fromEntries(keywords.flatMap((name) => (member[name] === undefined ? [] : [[name, member[name]]])))
  return { ...whole, properties: Object.fromEntries(members.map(([name, member]) => [name, narrowed(member)])) }
}

/** Some clients refuse all tools when one schema has another keyword. Rules that are left out are still checked, and errors name them. */
const ARGUMENT_KEYWORDS = ['type', 'description', 'enum', 'items', 'maxLength']

export function argumentsOf(schema: z.ZodType) {
  const { '~standard': standard } = shortened(schema, 'input', ({ $schema: _dialect, ...whole }) =>
    onlyKeywords(whole, ARGUMENT_KEYWORDS),
  )
  const validate = (input: unknown) => standard.validate(withoutEmpty(schema, input ?? {}))
  return { '~standard': { ...standard, validate } }
}

/** The output schema of a tool, with the descriptions of its members. */
export const resultOf = (schema: z.ZodType) => outputSchema(schema, ['type', 'enum', 'const', 'description'])

/** The output schema of a tool without descriptions, because OpenAPI describes almost all members. */
export const factsOf = (schema: z.ZodType) => outputSchema(schema, ['type', 'enum', 'const'])

const outputSchema = (schema: z.ZodType, keywords: readonly string[]) =>
  shortened(schema, 'output', ({ type, properties }) => onlyKeywords({ type, properties }, keywords))

/** The library passes `extra` to the tool unchanged. */
export const toAuthInfo = ({ caller, agent }: ToolCaller): mcp.AuthInfo => ({
  token: '',
  clientId: agent?.registration.id ?? 'anonymous',
  scopes: agent?.scopes ?? [],
  extra: { caller, agent },
})

/** Reads what `toAuthInfo` wrote. */
export const toolCallerOf = ({ http }: mcp.ServerContext): ToolCaller => http?.authInfo?.extra as unknown as ToolCaller

/** @param structuredContent must match the tool's output schema */
export const toolResult = (structuredContent: object) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
  structuredContent: { ...structuredContent },
})

/** @param text one line per error, and what to call next */
export const toolError = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true })
