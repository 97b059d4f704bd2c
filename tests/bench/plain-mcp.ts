/**
 * The older SDK's stateless pattern, in a process of its own: a server, its schemas and its transport are made again for each
 * request. It has as many tools as ours, and schemas of the same size. Sends its port to its parent.
 */
import { createAdaptorServer } from '@hono/node-server'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import * as z from 'zod'
import { TOOL_NAMES } from '../mcp/tool-calls.ts'
import { instructionsOf } from '../../src/mcp/server.ts'
import { listen } from '../journeys/server.ts'
import { FIRM } from '../test-desk.ts'

const { name, description, telephone, email } = FIRM
const instructions = instructionsOf({ firm: FIRM })

async function answer(request: Request): Promise<Response> {
  const server = new McpServer({ name: 'plain', version: '1.0.0' }, { instructions })
  for (let number = 0; number < TOOL_NAMES.length; number++) {
    const about = {
      title: `Tool ${number}`,
      description: 'A tool with a description of some length. '.repeat(5),
      inputSchema: z.object({
        id: z.enum(['a', 'b', 'c']).optional().describe('One of three.'),
        text: z.string().max(5000).optional().describe('A text.'),
      }),
      outputSchema: z.object({ name: z.string(), description: z.string(), telephone: z.string(), email: z.email() }),
    }
    server.registerTool(`tool_${number}`, about, () => ({
      content: [{ type: 'text', text: JSON.stringify({ name, description, telephone, email }) }],
      structuredContent: { name, description, telephone, email },
    }))
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request)
}

process.send?.(await listen(createAdaptorServer({ fetch: answer })))
