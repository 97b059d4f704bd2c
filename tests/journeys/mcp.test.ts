/** Real MCP clients against the running server: the one that deployed hosts use (handshake era), and its successor in both eras. */
import * as modern from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { TOOL_NAMES } from '../mcp/tool-calls.ts'
import { exportInquiries } from '../commands/in-process.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

const server = inject('site')

interface Connected {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: {
    name: string
    arguments: Record<string, unknown>
  }): Promise<{ structuredContent?: unknown; isError?: boolean | undefined; content?: unknown }>
  listResources(): Promise<{ resources: { uri: string }[] }>
  readResource(address: { uri: string }): Promise<{ contents: unknown[] }>
  getInstructions(): string | undefined
  getServerVersion(): { name: string; version: string; title?: string | undefined } | undefined
  close(): Promise<void>
}

const identity = { name: 'test', version: '1.0.0' }
const CLIENTS: Record<string, () => Promise<Connected>> = {
  'SDK 1.x, handshake': async () => {
    const client = new OldClient(identity)
    await client.connect(new OldTransport(new URL(`${server.base}/mcp`)))
    return client as unknown as Connected
  },
  'client 2.x, handshake': () => connect({ mode: 'legacy' }),
  'client 2.x, 2026-07-28': () => connect({ mode: { pin: '2026-07-28' } }),
}

async function connect(versionNegotiation: modern.VersionNegotiationOptions): Promise<Connected> {
  const client = new modern.Client(identity, { versionNegotiation })
  await client.connect(new modern.StreamableHTTPClientTransport(new URL(`${server.base}/mcp`)))
  return client
}

describe.each(Object.entries(CLIENTS))('%s', (name, open) => {
  let client: Connected
  beforeAll(async () => {
    client = await open()
    return () => client.close()
  })

  it('is told what this is, in at most 600 characters', async () => {
    expect(client.getInstructions()).toMatch(/automated[\s\S]*not a lawyer/)
    expect(client.getInstructions()?.length).toBeLessThanOrEqual(600)
    expect(client.getServerVersion()).toMatchObject({ version: '1.0.0', title: 'Heron Landing Law, P.A.' })
  })

  it('finds every tool, and reads every resource', async () => {
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(TOOL_NAMES)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain('ui://front-desk/inquiry')
    for (const { uri } of resources) expect((await client.readResource({ uri })).contents).toHaveLength(1)
    await expect(client.readResource({ uri: 'ui://front-desk/nothing' })).rejects.toThrow()
  })

  it('sends an inquiry through preview and confirmation', async () => {
    const inquiry = { ...VALID_INQUIRY, message: `I was hurt, says ${name}.` }
    const refused = await client.callTool({ name: 'submit_inquiry', arguments: inquiry })
    expect(refused.isError).toBe(true)
    expect(JSON.stringify(refused.content)).toContain('Nothing was sent')
    const { structuredContent } = await client.callTool({ name: 'preview_inquiry', arguments: inquiry })
    const { confirmationToken } = structuredContent as { confirmationToken: string }
    const sent = await client.callTool({ name: 'submit_inquiry', arguments: { ...inquiry, confirmationToken } })
    expect(sent.structuredContent).toMatchObject({ status: 'accepted', sender: 'anonymous' })
    const all = await exportInquiries(server.dataDir)
    expect(all.filter(({ request }) => request.message === inquiry.message)).toMatchObject([{ via: 'mcp' }])
  })
})

it('a client that can ask its person is asked to, and the answer is bound to the text', async () => {
  const client = new modern.Client(identity, {
    versionNegotiation: { mode: { pin: '2026-07-28' } },
    capabilities: { elicitation: { form: {} } },
  })
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(String((params as { message?: string }).message))
    return { action: 'accept' as const, content: { confirm: true } }
  })
  await client.connect(new modern.StreamableHTTPClientTransport(new URL(`${server.base}/mcp`)))
  const sent = await client.callTool({
    name: 'submit_inquiry',
    arguments: { ...VALID_INQUIRY, message: 'Asked by the client itself.' },
  })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('Asked by the client itself.')
  expect(sent.structuredContent).toMatchObject({ status: 'accepted' })
  await client.close()
})
