/**
 * The tools of `/mcp`: one for each operation of the API, with the same use cases, schemas, limits and codes.
 */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type { Agent } from '../agents/tokens/access-token.ts'
import type { Faq } from '../firm/faq.ts'
import type { InquiryRequest } from '../inquiries/inquiry-request.ts'
import { fieldErrors, Problem } from '../problem.ts'
import { API_ROOT, PATHS } from '../site.ts'
import { toProblem } from '../http/endpoint.ts'
import { OPERATIONS } from '../contract/operations.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { submitProgramInquiry } from '../service/submit-inquiry.ts'
import { requireConfirmation, digestOf, sealConfirmation } from './inquiry-confirmation.ts'
import { toolError, toolResult } from './result.ts'
import { OUTPUT_SCHEMAS, NO_INPUT, type ToolSchemas } from './tool-schemas.ts'
import type { Caller, Service } from '../service/service.ts'

export interface ToolCaller {
  caller: Caller
  agent: Agent | undefined
}

/** Ends the description of a tool that reads facts. */
const READS_ONLY = 'Reads only; general information, no legal advice.'
const READ_ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const
const SEND_ANNOTATIONS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const

/** Registers the tools on the server of one request. */
export function registerTools(server: McpServer, service: Service, schemas: ToolSchemas, toolCaller: ToolCaller): void {
  const document = async (path: string) =>
    JSON.parse(await service.published.read(`${API_ROOT}/${path}`.slice(1))) as Record<string, unknown>
  const resultOf = (work: () => Promise<Record<string, unknown>>) =>
    catchProblems(service, async () => toolResult(await work()))

  server.registerTool(
    'get_firm_overview',
    {
      title: 'The firm',
      description:
        'Name, address, telephone, hours and notices of the law firm. Call it first, and before an inquiry for the notices. For what the firm works on, call list_practice_areas instead. Reads only; public facts, no legal advice.',
      inputSchema: NO_INPUT,
      outputSchema: OUTPUT_SCHEMAS.firm,
      annotations: READ_ANNOTATIONS,
    },
    () => resultOf(async () => service.firm),
  )

  server.registerTool(
    'list_practice_areas',
    {
      title: 'The practice areas',
      description: `The areas of law the firm works in, each with id, name and summary. Call it to find out whether the firm handles a matter, and for the topics of an inquiry. For the full text of one area call get_practice_area. ${READS_ONLY}`,
      inputSchema: NO_INPUT,
      outputSchema: OUTPUT_SCHEMAS.areas,
      annotations: READ_ANNOTATIONS,
    },
    () => resultOf(() => document('practice-areas/index.json')),
  )

  server.registerTool(
    'get_practice_area',
    {
      title: 'One practice area',
      description: `The full text of one practice area as Markdown: who it is for, the first 48 hours, what the firm will ask. Call it when a person’s matter fits an area of list_practice_areas. ${READS_ONLY}`,
      inputSchema: schemas.area,
      outputSchema: OUTPUT_SCHEMAS.area,
      annotations: READ_ANNOTATIONS,
    },
    ({ id }) => resultOf(() => document(`practice-areas/${id}`)),
  )

  server.registerTool(
    'list_faq',
    {
      title: 'Questions and answers',
      description: `Questions that people ask the firm, with its answers, about costs, deadlines, confidentiality and first steps. Give words to get only the entries that contain all of them. For facts like hours call get_firm_overview. ${READS_ONLY}`,
      inputSchema: schemas.question,
      outputSchema: OUTPUT_SCHEMAS.faq,
      annotations: READ_ANNOTATIONS,
    },
    ({ query }) =>
      resultOf(async () => {
        const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean)
        const { faq } = (await document('faq')) as Faq
        return {
          faq: faq.filter(({ question, answer }) =>
            words.every((word) => `${question} ${answer}`.toLowerCase().includes(word)),
          ),
        }
      }),
  )

  server.registerTool(
    'get_service_status',
    {
      title: 'State of the service',
      description:
        'Returns "ok" when the service is reachable. Call it only after another call failed, to distinguish a network failure from a failure of the service. Reads only.',
      inputSchema: NO_INPUT,
      outputSchema: OUTPUT_SCHEMAS.health,
      annotations: READ_ANNOTATIONS,
    },
    () => resultOf(() => document('health')),
  )

  server.registerTool(
    'preview_inquiry',
    {
      title: 'Check an inquiry before it is sent',
      description:
        'Checks a request for a consultation and returns exactly what would be sent, the notices to show, and a confirmationToken. Call it with what the person wants to say, show them the result word for word, and ask for a clear yes; then call submit_inquiry with the token. Sends and stores nothing. Leave out documents, account numbers and social security numbers.',
      inputSchema: schemas.inquiry,
      outputSchema: schemas.preview,
      annotations: READ_ANNOTATIONS,
    },
    (args) =>
      resultOf(async () => {
        const inquiry = parseInquiry(service, args)
        const confirmationToken = await sealConfirmation(service, await digestOf(service, inquiry))
        const { notices } = service.firm
        return { inquiry, notices: [notices.inquiry, notices.confidentiality, notices.telephone], confirmationToken }
      }),
  )

  server.registerTool(
    'submit_inquiry',
    {
      title: 'Send a request for a consultation',
      description:
        'Sends a request for a consultation to the firm, once, and returns a reference to show to the person. Call it only after the person has seen the exact text and the notices and said yes: pass the confirmationToken of preview_inquiry, or confirmed: true. It creates no attorney-client relationship and is not for deadlines: if time is short, let the person call. Repeating the same inquiry within a day sends it once. A sent inquiry cannot be read back.',
      inputSchema: schemas.submission,
      outputSchema: OUTPUT_SCHEMAS.receipt,
      annotations: SEND_ANNOTATIONS,
    },
    ({ confirmationToken, confirmed, idempotencyKey, ...args }, context) =>
      catchProblems(service, async () => {
        const inquiry = parseInquiry(service, args)
        const digest = await digestOf(service, inquiry)
        const confirmationResult = await requireConfirmation(
          service,
          { digest, confirmationToken, confirmed, inquiry },
          context,
        )
        if (confirmationResult) return confirmationResult
        await consumeRateLimit(OPERATIONS.createInquiry.limit, toolCaller.caller, service)
        const receipt = await submitProgramInquiry(service, toolCaller.caller, toolCaller.agent, {
          request: inquiry,
          via: 'mcp',
          key: idempotencyKey ?? `mcp-${digest}`,
        })
        return toolResult({ ...receipt })
      }),
  )

  server.registerTool(
    'get_agent_access',
    {
      title: 'Your access',
      description:
        'Returns whether this request carried a valid access token, whether a person vouches for you, the scopes of the token, and the address of the guide on how to register. A token is optional: everything here works without one. Reads only.',
      inputSchema: NO_INPUT,
      outputSchema: OUTPUT_SCHEMAS.access,
      annotations: READ_ANNOTATIONS,
    },
    () =>
      resultOf(async () => ({
        registered: toolCaller.agent !== undefined,
        claimed: toolCaller.agent?.claimed ?? false,
        scopes: toolCaller.agent?.scopes ?? [],
        ...(toolCaller.agent && { expires_at: toolCaller.agent.expiresAt }),
        guide: service.base + PATHS.authGuide,
      })),
  )
}

/** The inquiry as it would be stored. @throws Problem `invalid-request` with every error */
function parseInquiry({ inquiryRequest }: Service, args: unknown): InquiryRequest {
  const parsed = inquiryRequest.safeParse(args)
  if (!parsed.success) throw new Problem('invalid-request', { errors: fieldErrors(parsed.error) })
  return parsed.data
}

/** Turns failures into tool errors that an agent can act on: one line per error, no stack trace. */
async function catchProblems<T>(service: Service, work: () => Promise<T>): Promise<T | CallToolResult> {
  try {
    return await work()
  } catch (error) {
    const problem = toProblem(error, service)
    const errors = problem.errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`)
    const wait = problem.headers['Retry-After']
    const text = [
      errors.length > 0 ? 'Nothing was sent. Fix these and call again:' : `${problem.detail}`,
      ...errors,
      ...(wait ? [`retryAfterSeconds: ${wait}`] : []),
    ].join('\n')
    return { ...toolError(text), _meta: { code: problem.code, ...(wait && { retryAfterSeconds: Number(wait) }) } }
  }
}
