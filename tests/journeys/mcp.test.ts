/** Real MCP clients against the running server: the one that deployed hosts use (handshake era), and its successor in both eras. */
import * as modern from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { TOOL_NAMES } from '../mcp/tool-calls.ts'
import { exportInquiries } from '../commands/in-process.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

const server = inject('site')

const identity = { name: 'test', version: '1.0.0' }
const MODERN = { mode: { pin: '2026-07-28' } } as const
const CLIENTS: Record<string, () => Promise<modern.Client>> = {
  'SDK 1.x, handshake': async () => {
    const client = new OldClient(identity)
    await client.connect(new OldTransport(new URL(`${server.base}/mcp`)))
    return client as unknown as modern.Client
  },
  'client 2.x, handshake': () => connect({ versionNegotiation: { mode: 'legacy' } }),
  'client 2.x, 2026-07-28': () => connect({ versionNegotiation: MODERN }),
}

/** What a client that can ask its person was asked. */
const asked: string[] = []

async function connect(options: modern.ClientOptions): Promise<modern.Client> {
  const client = new modern.Client(identity, options)
  if (options.capabilities)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message)
      return { action: 'accept', content: { confirm: true } }
    })
  await client.connect(new modern.StreamableHTTPClientTransport(new URL(`${server.base}/mcp`)))
  return client
}

describe.each(Object.entries(CLIENTS))('%s', (name, open) => {
  let client: modern.Client
  beforeAll(async () => {
    client = await open()
    return () => client.close()
  })

  it('is told what this is, finds every tool, and reads every resource', async () => {
    expect(client.getInstructions()).toMatch(/automated[\s\S]*not a lawyer/)
    expect(client.getServerVersion()).toMatchObject({ version: '1.0.0', title: 'Heron Landing Law, P.A.' })
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(TOOL_NAMES)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain('ui://front-desk/inquiry')
    for (const { uri } of resources) expect((await client.readResource({ uri })).contents).toHaveLength(1)
    await expect(client.readResource({ uri: 'ui://front-desk/nothing' })).rejects.toThrow()
  })

  it('sends an inquiry through preview and confirmation', async () => {
    const inquiry = { ...VALID_INQUIRY, message: `I was hurt, says ${name}.` }
    expect((await client.callTool({ name: 'submit_inquiry', arguments: inquiry })).isError).toBe(true)
    const { structuredContent } = await client.callTool({ name: 'preview_inquiry', arguments: inquiry })
    const { confirmationToken } = structuredContent as { confirmationToken: string }
    await client.callTool({ name: 'submit_inquiry', arguments: { confirmationToken } })
    const all = await exportInquiries(server.dataDir)
    expect(all.filter(({ request }) => request.message === inquiry.message)).toMatchObject([{ via: 'mcp' }])
  })
})

it('a client that can ask its person is asked to, and the answer is bound to the text', async () => {
  const client = await connect({ versionNegotiation: MODERN, capabilities: { elicitation: { form: {} } } })
  const inquiry = { ...VALID_INQUIRY, message: 'Asked by the client itself.' }
  const sent = await client.callTool({ name: 'submit_inquiry', arguments: inquiry })
  expect(asked).toEqual([expect.stringContaining('Asked by the client itself.')])
  expect(sent.structuredContent).toMatchObject({ status: 'accepted' })
  await client.close()
})
