/**
 * Other MCP servers, each in a process of its own, with as many tools as ours and schemas of the same size. Sends its port to
 * its parent.
 *   rivals.ts plain     the older SDK's stateless pattern: a server, its schemas and its transport made again for each request
 *   rivals.ts fastmcp   the framework, stateless
 */
import { createAdaptorServer } from '@hono/node-server'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import * as z from 'zod'
import { TOOL_NAMES } from '../mcp/tool-calls.ts'
import { instructionsOf } from '../../src/mcp/server.ts'
import { listen, startOnFreePort } from '../journeys/server.ts'
import { loadOutsider } from '../judged/outsider.ts'
import { FIRM } from '../test-desk.ts'

type Fetch = (request: Request) => Promise<Response>
type Answer = { content: { type: 'text'; text: string }[]; structuredContent: Record<string, unknown> }

const { name, description, telephone, email } = FIRM
const answer = (): Answer => ({
  content: [{ type: 'text', text: JSON.stringify({ name, description, telephone, email }) }],
  structuredContent: { name, description, telephone, email },
})
const instructions = instructionsOf({ firm: FIRM })
const ABOUT = { name: 'rival', version: '1.0.0' } as const

type Tool = Record<'title' | 'description', string> & Record<'inputSchema' | 'outputSchema', z.ZodObject>

/** Registers the tools as the README of each says. */
function register(add: (name: string, about: Tool) => void): void {
  for (let number = 0; number < TOOL_NAMES.length; number++) {
    add(`tool_${number}`, {
      title: `Tool ${number}`,
      description: 'A tool with a description of some length. '.repeat(5),
      inputSchema: z.object({
        id: z.enum(['a', 'b', 'c']).optional().describe('One of three.'),
        text: z.string().max(5000).optional().describe('A text.'),
      }),
      outputSchema: z.object({ name: z.string(), description: z.string(), telephone: z.string(), email: z.email() }),
    })
  }
}

const plain: Fetch = async (request) => {
  const server = new McpServer(ABOUT, { instructions })
  register((tool, about) => server.registerTool(tool, about, answer))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request)
}

/** Installed apart, by `npm run check:agents`. */
async function fastMcp(): Promise<number> {
  const { FastMCP } = loadOutsider('fastmcp') as {
    FastMCP: new (options: object) => { addTool(tool: object): void; start(options: object): Promise<void> }
  }
  const server = new FastMCP({ ...ABOUT, instructions })
  register((tool, about) =>
    server.addTool({
      name: tool,
      description: about.description,
      parameters: about.inputSchema,
      outputSchema: about.outputSchema,
      annotations: { title: about.title },
      execute: async () => answer(),
    }),
  )
  return startOnFreePort(async (port) => {
    await server.start({
      transportType: 'httpStream',
      httpStream: { port, host: '127.0.0.1', stateless: true, enableJsonResponse: true },
    })
    return port
  })
}

const RIVALS: Record<string, () => Promise<number>> = {
  plain: () => listen(createAdaptorServer({ fetch: plain })),
  fastmcp: fastMcp,
}

process.send?.(await RIVALS[process.argv[2] ?? '']?.())
