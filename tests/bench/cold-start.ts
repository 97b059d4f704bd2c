/** From the start of a process to the first answer of a function, as Netlify bundles it, against a function that does nothing. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { deploy } from '../netlify/deployment.ts'
import { formRequest } from '../test-agent.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { type Cell, type Measured, alternate, median, medianRatio, milliseconds } from './statistics.ts'

/** More than of a load: a start is a moment, and every page of the disk or other process shows in it. */
const STARTS = 15
/** The function that others are compared with. */
const EMPTY = 'empty'

/** No one waits for these. */
const WITHOUT_GOAL = ['housekeeping', 'outbox', 'ready']
/** The reasons for more than the usual goal are in tests/README.md. */
const [GOAL, GOAL_OF_PAGES, MOST] = ['≤ 1.9×', '≤ 2.2×', '≤ 2.5×']
const GOALS: Record<string, string> = {
  contact: GOAL_OF_PAGES,
  inquiries: GOAL_OF_PAGES,
  status: GOAL_OF_PAGES,
  inbound: MOST,
  mcp: MOST,
}

/** What the function for answers by e-mail needs. */
const [INBOUND_MAIL, INBOUND_SECRET] = ['reply@in.firm.example', 'x'.repeat(32)]

/** A request that makes each function do its work. */
const REQUESTS: Record<string, { path: string; init?: RequestInit }> = {
  contact: { path: '/contact/' },
  'document-methods': { path: '/api/v1/firm', init: { method: 'POST' } },
  inquiries: { path: '/api/v1/inquiries', init: jsonRequest(VALID_INQUIRY) },
  agent: { path: '/api/v1/agent' },
  authorize: { path: '/oauth/authorize' },
  claim: { path: '/claim' },
  identity: { path: '/agent/identity', init: jsonRequest({ type: 'anonymous' }) },
  'identity-claim': { path: '/agent/identity/claim', init: jsonRequest({ claim_token: 'x', email: 'a@b.co' }) },
  'identity-claim-complete': { path: '/agent/identity/claim/complete', init: jsonRequest({ claim_token: 'x' }) },
  inbound: {
    path: '/mail/inbound',
    init: {
      method: 'POST',
      headers: { Authorization: `Bearer ${INBOUND_SECRET}`, 'Content-Type': 'message/rfc822' },
      body: `To: ${INBOUND_MAIL}\r\nFrom: ana@example.com\r\nSubject: An answer\r\n\r\nYes.\r\n`,
    },
  },
  jwks: { path: '/.well-known/jwks.json' },
  mcp: { path: '/mcp', init: jsonRequest({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) },
  revoke: { path: '/oauth/revoke', init: formRequest({ token: 'x' }) },
  token: { path: '/oauth/token', init: formRequest({ grant_type: JWT_BEARER_GRANT, assertion: 'x' }) },
  'not-found': { path: '/api/v1/nothing' },
  status: { path: '/status/x' },
  thanks: { path: '/thanks/K7QM-2F9D/' },
}

export async function coldStart(): Promise<Measured> {
  // A request to another host is refused before the work begins.
  const { url: base } = JSON.parse(readFileSync('dist/api/v1/firm', 'utf8')) as { url: string }
  const deployment = await deploy()
  const stated = join(deployment.folder, 'inbound/dist/desk/stated.json')
  const facts = JSON.parse(readFileSync(stated, 'utf8')) as object
  writeFileSync(stated, JSON.stringify({ ...facts, inboundMail: INBOUND_MAIL }))
  try {
    const folder = join(deployment.folder, EMPTY, '.netlify/front-desk')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${EMPTY}.mjs`), `export default async () => new Response('')\n`)
    const names = [EMPTY, ...deployment.functions]
    const times = await alternate(
      STARTS,
      Object.fromEntries(
        names.map((name) => [
          name,
          async () => {
            const { path, init } = REQUESTS[name] ?? { path: '/' }
            const start = performance.now()
            const { status } = await deployment.invoke(name, base + path, init, {
              INBOUND_SECRET,
              MAIL_URL: 'smtp://127.0.0.1:9',
            })
            if (status === 403 || status >= 500 || (name === 'inbound' && status !== 204))
              throw new Error(`${name} answered ${status}`)
            return { time: performance.now() - start }
          },
        ]),
      ),
    )
    const empty = times[EMPTY]?.time ?? []
    const toEmpty = (name: string, time: readonly number[]): Cell => {
      if (name === EMPTY) return ''
      const measured = medianRatio(time, empty)
      return WITHOUT_GOAL.includes(name) ? measured : { measured, goal: GOALS[name] ?? GOAL }
    }
    return {
      title: `Cold start: process spawn to first answer, median of ${STARTS}`,
      head: ['function', 'time', 'to empty'],
      rows: Object.entries(times).map(([name, { time }]) => [name, milliseconds(median(time)), toEmpty(name, time)]),
    }
  } finally {
    await deployment.remove()
  }
}
