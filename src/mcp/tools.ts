/** The table of tools, in the order in which clients list them. A row has everything of its tool but the words. */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { toProblem } from '../http/endpoint.ts'
import { isOffered } from '../offers.ts'
import type { Caller, Service } from '../service/service.ts'
import { AGENT_WORDS, fill } from '../words.ts'
import { accessTool } from './access-tool.ts'
import { factTools } from './fact-tools.ts'
import { inquiryTools } from './inquiry-tools.ts'
import { argumentsOf, type Tool, toolCallerOf, toolError } from './tool.ts'

/** Some schemas depend on the firm's content. Call it once per service, because making schemas is slow. */
export const toolsOf = (service: Service): Tool[] =>
  [...factTools(service), ...inquiryTools(service), accessTool(service)].filter(({ offer = 'always' }) =>
    isOffered(service.firm, offer),
  )

/** @returns registers the tools on a server */
export function offerTools(service: Service, tools: readonly Tool[]): (server: McpServer) => void {
  const { readsOnly, namesFirst } = AGENT_WORDS
  const rows = tools.map(({ name, hints: annotations, input, output: outputSchema, _meta, run }) => {
    const { title, description: words } = AGENT_WORDS.tools[name]
    const description = fill(words, { readsOnly, namesFirst })
    const inputSchema = argumentsOf(input)
    return { name, run, about: { title, description, annotations, inputSchema, outputSchema, ...(_meta && { _meta }) } }
  })
  return (server) => {
    for (const { name, about, run } of rows) {
      server.registerTool(name, about, (input, context) => {
        const toolCaller = toolCallerOf(context)
        return catchProblems(service, toolCaller.caller, () => run(input, { ...toolCaller, context }))
      })
    }
  }
}

/** Makes failures tool errors that an agent can act on: one line per error, no stack trace. */
async function catchProblems<T>(service: Service, caller: Caller, work: () => Promise<T>): Promise<T | CallToolResult> {
  try {
    return await work()
  } catch (error) {
    const problem = toProblem(error, service, caller)
    const errors = problem.errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`)
    const wait = problem.headers['Retry-After']
    const text = [
      errors.length > 0 ? 'Nothing was sent. Fix these and call again:' : problem.detail,
      ...errors,
      ...(wait ? [`retryAfterSeconds: ${wait}`] : []),
    ].join('\n')
    return { ...toolError(text), _meta: { code: problem.code, ...(wait && { retryAfterSeconds: Number(wait) }) } }
  }
}
