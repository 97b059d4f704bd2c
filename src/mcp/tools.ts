/**
 * The tools of `/mcp`: one for each operation of the API that is of use to an assistant, with the same use cases, schemas, limits
 * and codes. Their names are in `src/contract/mcp-tools.ts`, their schemas in `tool-schemas.ts`.
 */
import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import { TOOL_NAMES, type ToolName } from '../contract/mcp-tools.ts'
import { INQUIRY_OPERATIONS } from '../contract/inquiry-operations.ts'
import { type Faq, searchFaq } from '../firm/faq.ts'
import { noticesOf } from '../firm/notices.ts'
import type { PracticeAreas } from '../firm/practice-area.ts'
import { FIRST_LANGUAGE, type Language, languageInWords } from '../language.ts'
import { isOffered, type Offer } from '../offers.ts'
import { parseInput, Problem } from '../problem.ts'
import { PATHS } from '../site.ts'
import { toProblem } from '../http/endpoint.ts'
import { suggestionFor } from '../inquiries/email-slip.ts'
import { requirePublicStatus } from '../inquiries/public-status.ts'
import { capabilityIn } from '../inquiries/status-address.ts'
import { answerInquiry } from '../service/answer-inquiry.ts'
import { personFacts } from '../service/person-facts.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { submitProgramInquiry } from '../service/submit-inquiry.ts'
import {
  openConfirmation,
  questionOf,
  refusedToken,
  requireConfirmation,
  sealConfirmation,
} from './inquiry-confirmation.ts'
import { APP_OF_TOOL, windowOf } from './inquiry-app.ts'
import { parseDocument } from './resources.ts'
import { type ToolCaller, toolCallerOf, toolError, toolResult } from './tool-call.ts'
import { type Schemas, type ToolSchemas, toolSchemas } from './tool-schemas.ts'
import type { Caller, Service } from '../service/service.ts'
import { AGENT_WORDS, fill } from '../words.ts'

interface ToolCall extends ToolCaller {
  service: Service
  context: ServerContext
}

interface Tool<Input> {
  /** What it belongs to, besides MCP. */
  offer?: Offer
  annotations: Required<Omit<ToolAnnotations, 'title'>>
  /** The window that shows its result, where a client has windows. */
  _meta?: typeof APP_OF_TOOL
  /** @throws Problem, which becomes a tool error */
  run(input: Input, call: ToolCall): Promise<CallToolResult | InputRequiredResult>
}

const AREA_LIST = 'practice-areas/index.json'
const READ_ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const
const SEND_ANNOTATIONS = {
  readOnlyHint: false,
  // A message that was sent cannot be taken back, so hosts ask the person first.
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
} as const

const TOOLS: Readonly<{
  [Name in ToolName]: Tool<StandardSchemaWithJSON.InferOutput<ToolSchemas[Name]['input']>>
}> = {
  get_firm_overview: {
    annotations: READ_ANNOTATIONS,
    run: async ({ language }, { service }) => toolResult(await parseDocument(service, 'firm', language)),
  },
  list_practice_areas: {
    annotations: READ_ANNOTATIONS,
    run: async ({ language }, { service }) => toolResult(await parseDocument(service, AREA_LIST, language)),
  },
  get_practice_area: {
    annotations: READ_ANNOTATIONS,
    async run({ id, language = FIRST_LANGUAGE }, { service }) {
      const { practiceAreas } = (await parseDocument(service, AREA_LIST, language)) as PracticeAreas
      if (!practiceAreas.some((area) => area.id === id)) throw notTranslated(language)
      return toolResult(await parseDocument(service, `practice-areas/${id}`, language))
    },
  },
  list_faq: {
    annotations: READ_ANNOTATIONS,
    async run({ query = '', language }, { service }) {
      const { faq, ...rest } = (await parseDocument(service, 'faq', language)) as Faq
      return toolResult({ ...rest, ...searchFaq(faq, query) })
    },
  },
  get_service_status: {
    annotations: READ_ANNOTATIONS,
    run: async (_input, { service }) => toolResult(await parseDocument(service, 'health')),
  },
  preview_inquiry: {
    annotations: READ_ANNOTATIONS,
    _meta: APP_OF_TOOL,
    async run(input, { service, ...toolCaller }) {
      const inquiry = parseInput(service.reachableRequest, input)
      const question = await questionOf(service, inquiry, toolCaller)
      const confirmationToken = await sealConfirmation(service, question, inquiry)
      const { firm } = await personFacts(service, inquiry)
      const { notices } = firm
      const result = toolResult({
        inquiry,
        ...suggestionFor(inquiry.email),
        notices: noticesOf('preview', notices),
        confirmationToken,
      })
      const click = await sealConfirmation(service, question, inquiry, true)
      return { ...result, _meta: await windowOf(service, inquiry, click) }
    },
  },
  submit_inquiry: {
    annotations: SEND_ANNOTATIONS,
    async run({ confirmationToken, confirmed, idempotencyKey, ...input }, { service, caller, agent, context }) {
      const isPreviewed = confirmationToken !== undefined && Object.keys(input).length === 0
      const sent = isPreviewed ? (await openConfirmation(service, confirmationToken))?.inquiry : input
      if (isPreviewed && sent === undefined) return refusedToken()
      const inquiry = parseInput(service.reachableRequest, sent)
      const question = await questionOf(service, inquiry, { caller, agent })
      const given = { question, confirmationToken, confirmed, inquiry }
      const answer = await requireConfirmation(service, given, context)
      if ('unconfirmed' in answer) return answer.unconfirmed
      await consumeRateLimit(INQUIRY_OPERATIONS.createInquiry.limit, caller, service)
      const { confirmation, confirmedIn } = answer
      const key = `mcp-${question.digest}`
      // One confirmation has one key, from any network and with any key of the agent, so it sends one inquiry.
      const sender = confirmation ? { address: confirmation.network } : caller
      const receipt = await submitProgramInquiry(service, sender, agent, {
        request: inquiry,
        via: 'mcp',
        confirmedIn,
        key: confirmation ? key : (idempotencyKey ?? key),
      })
      return toolResult({ ...receipt })
    },
  },
  get_inquiry_status: {
    offer: 'statusPage',
    annotations: READ_ANNOTATIONS,
    async run({ status_url }, { service, caller }) {
      await consumeRateLimit(INQUIRY_OPERATIONS.getInquiryStatus.limit, caller, service)
      return toolResult({ ...(await requirePublicStatus(service, capabilityIn(status_url))) })
    },
  },
  answer_inquiry: {
    offer: 'statusPage',
    annotations: SEND_ANNOTATIONS,
    async run({ status_url, answer }, { service, caller }) {
      await consumeRateLimit(INQUIRY_OPERATIONS.answerInquiry.limit, caller, service)
      return toolResult({ ...(await answerInquiry(service, capabilityIn(status_url), { answer })) })
    },
  },
  get_agent_access: {
    offer: 'agents',
    annotations: READ_ANNOTATIONS,
    async run(_input, { service, agent }) {
      return toolResult({
        registered: agent !== undefined,
        claimed: agent?.claimed ?? false,
        scopes: agent?.scopes ?? [],
        ...(agent && { expires_at: agent.expiresAt }),
        guide: service.base + PATHS.authGuide,
      })
    },
  },
}

/** The text exists in the first language only. */
const notTranslated = (language: Language) =>
  new Problem('not-found', {
    detail: `This practice area has no text in ${languageInWords(language)}. Call again without language.`,
  })

/** What a tool is called; what it does, when to call it, and what to call instead. */
function wordsOf(name: ToolName) {
  const { tools, readsOnly, namesFirst } = AGENT_WORDS
  const { title, description } = tools[name]
  return { title, description: fill(description, { readsOnly, namesFirst }) }
}

/**
 * Makes the tools' schemas, once per service.
 * @returns registers the tools on a server
 */
export function offerTools(service: Service): (server: McpServer) => void {
  const schemas: Record<ToolName, Schemas> = toolSchemas(service)
  // Each tool gets the input that its own schema has checked.
  const tools: Record<ToolName, Tool<Record<string, unknown>>> = TOOLS
  const offered = TOOL_NAMES.filter((name) => isOffered(service.firm, tools[name].offer ?? 'always'))
  const rows = offered.map((name) => {
    const { annotations, _meta, run } = tools[name]
    const { title, description } = wordsOf(name)
    const { input: inputSchema, output: outputSchema } = schemas[name]
    return { name, about: { title, description, annotations, inputSchema, outputSchema, ...(_meta && { _meta }) }, run }
  })
  return (server) => {
    for (const { name, about, run } of rows) {
      server.registerTool(name, about, (input, context) => {
        const toolCaller = toolCallerOf(context)
        return catchProblems(service, toolCaller.caller, () => run(input, { ...toolCaller, service, context }))
      })
    }
  }
}

/** Turns failures into tool errors that an agent can act on: one line per error, no stack trace. */
async function catchProblems<T>(service: Service, caller: Caller, work: () => Promise<T>): Promise<T | CallToolResult> {
  try {
    return await work()
  } catch (error) {
    const problem = toProblem(error, service, caller)
    const errors = problem.errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`)
    const wait = problem.headers['Retry-After']
    const text = [
      errors.length > 0 ? 'Nothing was sent. Fix these and call again:' : `${problem.detail}`,
      ...errors,
      ...(problem.times?.map((time) => JSON.stringify(time)) ?? []),
      ...(wait ? [`retryAfterSeconds: ${wait}`] : []),
    ].join('\n')
    return { ...toolError(text), _meta: { code: problem.code, ...(wait && { retryAfterSeconds: Number(wait) }) } }
  }
}
