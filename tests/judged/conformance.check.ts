/** The protocol's own conformance suites against our guard and transport, in both eras; the `conformance-*.yaml` say what is left out. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromJsonSchema, inputRequired, type McpServer, type ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { execFile } from 'node:child_process'
import { promisify, stripVTControlCharacters } from 'node:util'
import { createAdaptorServer } from '@hono/node-server'
import { expect, it } from 'vitest'
import { mcpEndpoint } from '../../src/mcp/endpoint.ts'
import { listen } from '../journeys/server.ts'
import { openDesk } from '../test-desk.ts'
import { OUTSIDERS } from './outsider.ts'

/** One red pixel, and a silent tenth of a second. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
const NOTHING = z.strictObject({})

const text = (said: string) => ({ type: 'text' as const, text: said })
const says = (said: string) => ({ content: [text(said)] })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const resource = (uri: string, mimeType: string, said: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: said },
})

function register(server: McpServer): void {
  server.server.registerCapabilities({ logging: {} })
  const tool = (name: string, work: (context: ServerContext) => unknown) => {
    const about = { description: `For the conformance suite: ${name}.`, inputSchema: NOTHING }
    server.registerTool(name, about, ((_given: unknown, context: ServerContext) => work(context)) as never)
  }
  tool('test_simple_text', () => says('This is a simple text response for testing.'))
  tool('test_image_content', () => ({ content: [image] }))
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }))
  const embedded = resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')
  tool('test_embedded_resource', () => ({ content: [embedded] }))
  const mixed = resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}')
  tool('test_multiple_content_types', () => ({ content: [text('Multiple content types test:'), image, mixed] }))
  tool('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  tool('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await sleep(50)
    }
    return says('Done.')
  })
  tool('test_tool_with_logging', async ({ mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- The suite calls for it.
      await mcpReq.log('info', data)
      await sleep(50)
    }
    return says('Done.')
  })
  tool('test_logging_tool', async ({ mcpReq }) => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- The suite calls for it.
    await mcpReq.log('info', 'Only for clients that asked for a log.')
    return says('Done.')
  })
  // Two whose answers end the call at once: it cannot be asked on a stream, and the client has not said that it can.
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } } as const
  const elicit = { message: 'A name?', requestedSchema }
  tool('test_streaming_elicitation', () => inputRequired({ inputRequests: { name: inputRequired.elicit(elicit) } }))
  const sampling = { messages: [{ role: 'user' as const, content: text('A capital?') }], maxTokens: 100 }
  tool('test_missing_capability', () =>
    inputRequired({ inputRequests: { capital: inputRequired.createMessage(sampling) } }),
  )
  server.registerTool(
    'test_header_parameter',
    {
      description: 'For the conformance suite: a parameter that a header repeats.',
      inputSchema: z.strictObject({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
    },
    ({ region }) => says(region),
  )
  server.registerTool(
    'json_schema_2020_12_tool',
    {
      description: 'For the conformance suite: its schema must come through whole.',
      inputSchema: fromJsonSchema(JSON.parse(readFileSync('tests/judged/conformance-schema.json', 'utf8')) as object),
    },
    () => says('Done.'),
  )
  for (const [name, mimeType, content] of [
    ['static-text', 'text/plain', { text: 'This is the content of the static text resource.' }],
    ['static-binary', 'image/png', { blob: PNG }],
  ] as const)
    server.registerResource(name, `test://${name}`, { description: `A ${name}.`, mimeType }, ({ href }) => ({
      contents: [{ uri: href, mimeType, ...content }],
    }))
}

async function openFixture(): Promise<{ url: string; close: () => void }> {
  const { service } = await openDesk({ factor: 1000 })
  const handler = mcpEndpoint(() => ({ register }))
  const server = createAdaptorServer({ fetch: (request) => handler(request, { address: '127.0.0.1' }, service) })
  service.base = `http://localhost:${await listen(server)}`
  return { url: `${service.base}/mcp`, close: () => server.close() }
}

/** The rows name a version of the suite, its options, and the list of expected failures. */
const SUITES: readonly [what: string, outsider: string, options: string[], era: string][] = [
  ['its active suite', '@modelcontextprotocol/conformance', ['--suite', 'active'], '2025-11-25'],
  ['what 2025-11-25 requires', 'conformance-next', ['--requirements', '2025-11-25'], '2025-11-25'],
  ['what 2026-07-28 requires', 'conformance-next', ['--requirements', '2026-07-28'], '2026-07-28'],
]

it.for(SUITES)('passes the suite, %s, but for what is explained', async ([_what, outsider, options, era]) => {
  const fixture = await openFixture()
  try {
    const program = [`${OUTSIDERS}/${outsider}/dist/index.js`, 'server', '--url', fixture.url, ...options]
    const line = [...program, '--expected-failures', `tests/judged/conformance-${era}.yaml`]
    const run = promisify(execFile)(process.execPath, line, { maxBuffer: 1 << 26 })
    const { stdout, code } = await run.then(
      (done) => ({ ...done, code: 0 }),
      (failed: unknown) => failed as { stdout: string; code: number },
    )
    const summary = stripVTControlCharacters(stdout)
    console.log(summary.slice(summary.lastIndexOf('=== SUMMARY')))
    expect(code, summary).toBe(0)
  } finally {
    fixture.close()
  }
})
