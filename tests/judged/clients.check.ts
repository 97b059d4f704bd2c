/** Real clients against the running server: the Inspector's command line in both eras, mcporter, and the AI SDK's client. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { startOwnServer } from '../journeys/build-at.ts'
import { removeFolder, run, temporaryFolder } from '../journeys/server.ts'
import { TOOL_CALLS, TOOL_NAMES } from '../mcp/tool-calls.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { loadOutsider, OUTSIDERS } from './outsider.ts'

const INSPECTOR = `${OUTSIDERS}/@modelcontextprotocol/inspector/clients/launcher/build/index.js`
const MCPORTER = `${OUTSIDERS}/mcporter/dist/cli.js`

const server = await startOwnServer()
const home = temporaryFolder()
afterAll(async () => {
  await server.remove()
  removeFolder(home)
})

interface Called {
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/** The tool gets a home folder of its own. */
async function command<T>(program: string, ...args: string[]): Promise<T> {
  const env = { ...process.env, HOME: home, NO_COLOR: '1' }
  const ran = promisify(execFile)(process.execPath, [program, ...args], { env, maxBuffer: 1 << 24 })
  const { stdout, stderr } = await ran
  expect(stderr).toBe('')
  return JSON.parse(stdout) as T
}

describe.each(['legacy', 'modern'])('the Inspector, %s era', (era) => {
  const inspect = async <T>(...args: string[]) => {
    const options = `--cli ${server.base}/mcp --transport http --protocol-era ${era} --quiet --format json`
    return command<{ result: T }>(INSPECTOR, ...options.split(' '), ...args)
  }

  it('lists every tool, and has nothing to say of a schema', async () => {
    const { result } = await inspect<{ tools: { name: string }[] }>('--method', 'tools/list', '--strict')
    expect(result.tools.map(({ name }) => name).sort()).toEqual(TOOL_NAMES.toSorted())
  })

  // In the legacy era the other clients call the tools.
  it.each(Object.entries(era === 'modern' ? TOOL_CALLS : {}))('calls %s', async (name, given) => {
    const call = async (tool: string, args: unknown) =>
      (await inspect<Called>('--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args)))
        .result
    const previewed = name === 'submit_inquiry' && (await call('preview_inquiry', TOOL_CALLS.preview_inquiry))
    const args = previewed ? { confirmationToken: previewed.structuredContent?.['confirmationToken'] } : given
    const answer = await call(name, args)
    expect(answer.isError ?? false).toBe(false)
    expect(Object.keys(answer.structuredContent ?? {})).not.toEqual([])
  })

  it('finds the window of a preview', async () => {
    const args = JSON.stringify(TOOL_CALLS.preview_inquiry)
    const call = ['--method', 'tools/call', '--tool-name', 'preview_inquiry', '--tool-args-json', args, '--app-info']
    const window = { resourceUri: 'ui://front-desk/inquiry', resourceMimeType: 'text/html;profile=mcp-app' }
    expect(await inspect(...call)).toMatchObject({ appInfo: { hasApp: true, ...window } })
  })
})

it('mcporter previews an inquiry and sends it', async () => {
  const call = <T>(tool: string, given: object) => {
    const options = `--http-url ${server.base}/mcp --allow-http --output json --tool ${tool}`
    return command<T>(MCPORTER, 'call', ...options.split(' '), '--args', JSON.stringify(given))
  }
  const inquiry = { ...VALID_INQUIRY, name: 'Ana of mcporter' }
  const { confirmationToken } = await call<{ confirmationToken: string }>('preview_inquiry', inquiry)
  const { reference } = await call<{ reference: string }>('submit_inquiry', { ...inquiry, confirmationToken })
  expect((await run('inquiries', ['export'], { DATA_DIR: server.dataDir })).stdout).toContain(reference)
})

it('the AI SDK makes tools of ours, calls one and previews', async () => {
  const { createMCPClient } = loadOutsider('@ai-sdk/mcp') as {
    createMCPClient(options: { transport: { type: 'http'; url: string } }): Promise<{
      tools(): Promise<Record<string, { execute(given: object, options: object): Promise<Called> }>>
      close(): Promise<void>
    }>
  }
  const client = await createMCPClient({ transport: { type: 'http', url: `${server.base}/mcp` } })
  try {
    const tools = await client.tools()
    expect(Object.keys(tools).sort()).toEqual(TOOL_NAMES.toSorted())
    const options = { toolCallId: '1', messages: [] }
    const overview = await tools['get_firm_overview']?.execute({}, options)
    expect(overview?.structuredContent).toMatchObject({ name: 'Heron Landing Law, P.A.' })
    const sent = await tools['submit_inquiry']?.execute(VALID_INQUIRY, options)
    expect(sent?.isError, 'without a yes nothing is sent').toBe(true)
  } finally {
    await client.close()
  }
})
