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
import { NAMES_FIRST } from '../inquiries/inquiry-request.ts'
import { requirePublicStatus } from '../inquiries/public-status.ts'
import { capabilityIn } from '../inquiries/status-address.ts'
import { answerInquiry } from '../service/answer-inquiry.ts'
import { chooseTime } from '../service/choose-time.ts'
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

interface ToolCall extends ToolCaller {
  service: Service
  context: ServerContext
}

interface Tool<Input> {
  /** What it belongs to, besides MCP. */
  offer?: Offer
  title: string
  /** What it does, when to call it, and what to call instead. */
  description: string
  annotations: Required<Omit<ToolAnnotations, 'title'>>
  /** The window that shows its result, where a client has windows. */
  _meta?: typeof APP_OF_TOOL
  /** @throws Problem, which becomes a tool error */
  run(input: Input, call: ToolCall): Promise<CallToolResult | InputRequiredResult>
}

/** Ends the description of a tool that reads facts. */
const READS_ONLY = 'Reads only; no advice; promises nothing.'
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

export const TOOLS: Readonly<{
  [Name in ToolName]: Tool<StandardSchemaWithJSON.InferOutput<ToolSchemas[Name]['input']>>
}> = {
  get_firm_overview: {
    title: 'The firm',
    description: `Returns name, address, telephone, hours and notices of the law firm. Call it first, and for the notices before an inquiry; not for areas of law: list_practice_areas. ${READS_ONLY}`,
    annotations: READ_ANNOTATIONS,
    run: async ({ language }, { service }) => toolResult(await parseDocument(service, 'firm', language)),
  },
  list_practice_areas: {
    title: 'The practice areas',
    description: `Returns the firm's areas of law. Call it for what the firm handles and the topics of inquiries; not for one in full: get_practice_area. ${READS_ONLY}`,
    annotations: READ_ANNOTATIONS,
    run: async ({ language }, { service }) => toolResult(await parseDocument(service, AREA_LIST, language)),
  },
  get_practice_area: {
    title: 'One practice area',
    description: `Returns one practice area as Markdown: first steps, costs, what the firm asks. Call it when a matter fits one of list_practice_areas; not to judge a case. ${READS_ONLY}`,
    annotations: READ_ANNOTATIONS,
    async run({ id, language = FIRST_LANGUAGE }, { service }) {
      const { practiceAreas } = (await parseDocument(service, AREA_LIST, language)) as PracticeAreas
      if (!practiceAreas.some((area) => area.id === id)) throw notTranslated(language)
      return toolResult(await parseDocument(service, `practice-areas/${id}`, language))
    },
  },
  list_faq: {
    title: 'Questions and answers',
    description: `Returns questions people ask the firm, with answers: costs, deadlines, first steps; with a query, the five best and the titles of the rest (more). Call it for a general question; not for a case, nor for hours: get_firm_overview. ${READS_ONLY}`,
    annotations: READ_ANNOTATIONS,
    async run({ query = '', language }, { service }) {
      const { faq, ...rest } = (await parseDocument(service, 'faq', language)) as Faq
      return toolResult({ ...rest, ...searchFaq(faq, query) })
    },
  },
  get_service_status: {
    title: 'State of the service',
    description:
      'Returns whether the service answers. Call it only after a failed call, not before others. Reads only; promises nothing.',
    annotations: READ_ANNOTATIONS,
    run: async (_input, { service }) => toolResult(await parseDocument(service, 'health')),
  },
  preview_inquiry: {
    title: 'Check an inquiry before it is sent',
    description: `Returns exactly what would be sent, the notices and a confirmationToken. Call it when the person wants to write to the firm; not with an arrest, danger or a deadline: let them call. ${NAMES_FIRST} Show the person both word for word and get a clear yes; then call submit_inquiry with the token alone, or they press Send where a window shows it. Sends, stores and promises nothing. Leave out documents, account and social security numbers.`,
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
    title: 'Send a request for a consultation',
    description:
      'Sends the firm a request for a consultation, for good, and returns a reference for the person. Call it only after the person saw the exact text and notices and said yes, with the token of preview_inquiry; not for deadlines: let the person call. It creates no attorney-client relationship and promises nothing. The same within a day is sent once.',
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
    title: 'Where an inquiry stands',
    description:
      'Returns where a sent inquiry stands, since when, and who does what next, by when. Call it when the person asks, not on a schedule, with the status_url of submit_inquiry; if next.what is answer, the firm asked by e-mail: answer_inquiry. Reads only; promises nothing and meets no deadline.',
    annotations: READ_ANNOTATIONS,
    async run({ status_url }, { service, caller }) {
      await consumeRateLimit(INQUIRY_OPERATIONS.getInquiryStatus.limit, caller, service)
      return toolResult({ ...(await requirePublicStatus(service, capabilityIn(status_url))) })
    },
  },
  answer_inquiry: {
    offer: 'statusPage',
    title: 'Answer what the firm asked',
    description:
      'Sends what the person answers when the firm asked by e-mail, for good, and returns when it was received. Call it while next.what of get_inquiry_status is answer, after they saw the exact text and said yes; not for another matter: preview_inquiry. Promises nothing. The same is sent once.',
    annotations: SEND_ANNOTATIONS,
    async run({ status_url, answer }, { service, caller }) {
      await consumeRateLimit(INQUIRY_OPERATIONS.answerInquiry.limit, caller, service)
      return toolResult({ ...(await answerInquiry(service, capabilityIn(status_url), { answer })) })
    },
  },
  choose_time: {
    offer: 'talks',
    title: 'Choose the time of a talk',
    description:
      'Chooses one of the times that get_inquiry_status lists once the firm offers a talk, another one, or none (cancel), and returns where the inquiry stands. Call it after the person named the time; not to ask for a time that is not listed. It makes no client, stops no deadline and promises nothing more. If the time was taken, the error lists what is left.',
    annotations: SEND_ANNOTATIONS,
    async run({ status_url, time }, { service, caller }) {
      await consumeRateLimit(INQUIRY_OPERATIONS.answerInquiry.limit, caller, service)
      const capability = capabilityIn(status_url)
      await chooseTime(service, capability, time === 'cancel' ? { cancel: true } : { time })
      return toolResult({ ...(await requirePublicStatus(service, capability)) })
    },
  },
  get_agent_access: {
    offer: 'agents',
    title: 'Your access',
    description:
      'Returns whether this request carried a valid access token, its scopes, whether a person vouches for you, and where to read how to register. Call it to see whether your token is good; not before other tools: all work without one. Reads only; promises nothing.',
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
    const { title, description, annotations, _meta, run } = tools[name]
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
