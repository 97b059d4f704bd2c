/** Describes only the envelope of messages to `/mcp`; the protocol and the server describe the rest. */
import * as z from 'zod'
import { MCP_VERSIONS, PATHS } from '../site.ts'

type Json = Record<string, unknown>

const Version = z.literal('2.0').describe('Version of JSON-RPC.')
const Id = z.union([z.string(), z.int()])
const Params = z.record(z.string(), z.unknown())
const RpcError = z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() })

const McpMessage = z
  .object({
    jsonrpc: Version,
    id: Id.optional().describe('Comes back with the response. A notification has none, and gets none.'),
    method: z.string().describe('Method of the protocol, like `tools/list` or `tools/call`.'),
    params: Params.optional().describe('What the method takes.'),
  })
  .describe('A message of the Model Context Protocol: a JSON-RPC 2.0 request or notification.')

const McpResult = z
  .object({
    jsonrpc: Version,
    id: Id.describe('Id of the request.'),
    result: Params.optional().describe('What the method gives.'),
    error: RpcError.optional().describe('Why it failed, instead of a result.'),
  })
  .describe('The response to a request.')

const McpRefusal = z
  .object({
    jsonrpc: Version,
    id: Id.nullable().describe('Id of the request, if it was read.'),
    error: RpcError.describe('How to fix the request.'),
  })
  .describe('A refusal of a message, as a JSON-RPC 2.0 error.')

const McpEvents = z
  .string()
  .describe('Server-sent events. Each holds one message; the last is the response. For clients that ask for progress.')

export const MCP_SCHEMAS = { McpMessage, McpResult, McpEvents, McpRefusal }

const content = (name: keyof typeof MCP_SCHEMAS, example: unknown, type = 'application/json') => ({
  [type]: { schema: { $ref: `#/components/schemas/${name}` }, example },
})
const header = (name: string, description: string, more: Json = {}) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...more },
})
const refused = (description: string, code: number, message: string) => ({
  description,
  content: content('McpRefusal', { jsonrpc: '2.0', id: null, error: { code, message } }),
})

/** @param bearer the security requirement of calls with a token; undefined where there are no tokens */
export const mcpPath = (bearer: Json | undefined): Json => ({
  [PATHS.mcp]: {
    post: {
      operationId: 'sendMcpMessage',
      summary: 'Send a message of the Model Context Protocol',
      description:
        'The same operations as tools for assistants, over streamable HTTP without sessions. Clients of the protocol need only this address; ' +
        '`initialize`, or from version 2026-07-28 on `server/discover`, says the rest.' +
        (bearer
          ? ' No token is needed; one that is sent must be valid for this address, and for `submit_inquiry` have the scope `inquiries.write`.'
          : ''),
      tags: ['Agents'],
      security: bearer ? [{}, bearer] : [],
      parameters: [
        header('MCP-Protocol-Version', 'Version of the protocol.', { enum: MCP_VERSIONS }),
        header('Mcp-Method', 'From version 2026-07-28 on: the method of the message.'),
        header('Mcp-Name', 'From version 2026-07-28 on: the name of the tool or resource that the message names.'),
      ],
      requestBody: { required: true, content: content('McpMessage', { jsonrpc: '2.0', id: 1, method: 'tools/list' }) },
      responses: {
        200: {
          description: 'The response to a request.',
          content: {
            ...content('McpResult', { jsonrpc: '2.0', id: 1, result: { tools: [] } }),
            ...content('McpEvents', 'data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n', 'text/event-stream'),
          },
        },
        202: { description: 'A notification was read.' },
        '4XX': refused('The message is refused.', -32700, 'The body is not valid JSON.'),
        '5XX': refused('The service failed.', -32603, 'Something went wrong here.'),
      },
    },
  },
})
