/** Makes a handler from a row of the operation tables in `contract/`: it checks the request as the row says, and calls the use case. */
import { AGENT_ERRORS, AgentError, type AgentErrorCode } from '../agents/agent-error.ts'
import type { Agent } from '../agents/tokens/access-token.ts'
import { type FunctionOperation, type InputOf, inputSchema, type OutputOf } from '../contract/operation.ts'
import { acceptsJson } from '../http/accept.ts'
import { optionalAgent, requireAgent } from '../http/bearer.ts'
import { readJsonObject } from '../http/body.ts'
import { apiEndpoint, type Handler, type Handlers } from '../http/endpoint.ts'
import { agentEndpoint, oauthEndpoint, readParameters } from '../http/oauth.ts'
import { empty, json } from '../http/respond.ts'
import { IDEMPOTENCY_KEY, KEY_RULE } from '../inquiries/inquiry-request.ts'
import { englishPath } from '../language.ts'
import { parseInput, Problem, withoutEmpty } from '../problem.ts'
import type { LimitName } from '../rate-limits.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { API_ROOT } from '../site.ts'
import type { Caller, Service } from '../service/service.ts'

interface OperationCall<Row extends FunctionOperation> {
  caller: Caller
  agent: Row['token'] extends 'required' ? Agent : Agent | undefined
  idempotencyKey: string | undefined
  /** The part of the path that stands for the variable, not decoded. */
  variable: string | undefined
  /** Counts a claim against the row's `claimLimit`, if there is one. @throws Problem as `consumeRateLimit` */
  countClaim(): Promise<void>
}

type UseCase<Row extends FunctionOperation> = (
  service: Service,
  input: InputOf<Row>,
  call: OperationCall<Row>,
) => Promise<OutputOf<Row>>

export function endpoint<Row extends FunctionOperation>(declared: Row, useCase: UseCase<Row>): Handler {
  const row: FunctionOperation = declared
  const handlers = operationHandlers(declared, useCase)
  if (row.errorFormat === 'problem') return apiEndpoint(handlers)
  return row.consumes === 'application/json' ? agentEndpoint(handlers) : oauthEndpoint(handlers)
}

/** Like `endpoint`, but returns the handler under its method, for an address that has several methods. */
export function operationHandlers<Row extends FunctionOperation>(declared: Row, useCase: UseCase<Row>): Handlers {
  const row: FunctionOperation = declared
  const readAgent = row.token === 'required' ? requireAgent : optionalAgent
  const access = { resource: API_ROOT, scope: row.scope } as const
  const perform: Handler = async (request, caller, service) => {
    // Nothing is counted or stored before this check. A response without a body is always acceptable.
    if (row.output && !acceptsJson(request.headers.get('accept'))) throw new Problem('not-acceptable')
    const headers: Record<string, string> = {}
    const takeLimit = async (limit: LimitName) => {
      const limitHeaders = await consumeRateLimit(limit, caller, service)
      for (const [name, value] of Object.entries(limitHeaders))
        headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
    }
    if (!row.countsValidOnly) await takeLimit(row.limit)
    const call = {
      caller,
      agent: row.token === 'ignored' ? undefined : await readAgent(request, service, access),
      idempotencyKey: row.idempotent ? readIdempotencyKey(request) : undefined,
      variable: variableIn(row.path, request),
      countClaim: async () => {
        if (row.claimLimit) await takeLimit(row.claimLimit)
      },
    }
    const input = await readInput(row, request, service)
    if (row.countsValidOnly) await takeLimit(row.limit)
    // TypeScript cannot derive the type of the input from the table.
    const output = await useCase(service, input as never, call as OperationCall<Row>)
    return row.output ? json(row.status, output, headers) : empty(row.status, headers)
  }
  return { [row.method]: perform }
}

function variableIn(path: string, { url }: Request): string | undefined {
  const start = path.indexOf('{')
  return start < 0 ? undefined : englishPath(new URL(url).pathname).slice(start).replace(/\/$/, '')
}

function readIdempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key') ?? undefined
  if (key === undefined || IDEMPOTENCY_KEY.safeParse(key).success) return key
  throw new Problem('invalid-request', { detail: `The Idempotency-Key header must have ${KEY_RULE}.` })
}

async function readInput(row: FunctionOperation, request: Request, service: Service): Promise<unknown> {
  const schema = inputSchema(row, service)
  if (!schema) return undefined
  const body = row.consumes === 'application/json' ? await readJsonObject(request) : await readParameters(request)
  if (row.errorFormat === 'problem') return parseInput(schema, body)
  const parsed = schema.safeParse(withoutEmpty(schema, body))
  if (parsed.success) return parsed.data
  // A message of `agent-schemas.ts` is an error code or a description.
  const description = parsed.error.issues[0]?.message ?? ''
  if (Object.hasOwn(AGENT_ERRORS, description)) throw new AgentError(description as AgentErrorCode)
  throw new AgentError('invalid_request', { description })
}
