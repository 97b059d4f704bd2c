/** The protocol's own conformance suites against our guard and transport, in both eras. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createAdaptorServer } from '@hono/node-server'
import { expect, it } from 'vitest'
import { mcpEndpoint } from '../../src/mcp/endpoint.ts'
import { listen } from '../journeys/server.ts'
import { openDesk } from '../test-desk.ts'
import { conformanceOffer } from './conformance-tools.ts'
import { OUTSIDERS } from './outsider.ts'

const CONTROL_CHARACTERS = /\x1b\[[0-9;]*m/g

async function openFixture(): Promise<{ url: string; close: () => void }> {
  const { service } = await openDesk({ factor: 1000 })
  const handler = mcpEndpoint(conformanceOffer)
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
    const run = promisify(execFile)(
      process.execPath,
      [
        `${OUTSIDERS}/${outsider}/dist/index.js`,
        'server',
        '--url',
        fixture.url,
        '--expected-failures',
        `tests/judged/conformance-${era}.yaml`,
        ...options,
      ],
      { maxBuffer: 1 << 26 },
    )
    const { stdout, code } = await run.then(
      (done) => ({ ...done, code: 0 }),
      (failed: unknown) => failed as { stdout: string; code: number },
    )
    const summary = stdout.replaceAll(CONTROL_CHARACTERS, '')
    console.log(summary.slice(summary.lastIndexOf('=== SUMMARY')))
    expect(code, summary).toBe(0)
  } finally {
    fixture.close()
  }
})
