/**
 * Agents and people as the story tests play them, against the real handlers.
 */
import { CLAIM_GRANT, JWT_BEARER_GRANT } from '../src/agents/grant.ts'
import type { RouteName } from '../src/routes.ts'
import { BASE, jsonRequest, openDesk, type TestDesk } from './test-desk.ts'

export type Json = Record<string, unknown>

/** An answer, read. */
export interface Answer {
  status: number
  headers: Headers
  body: Json
}

export interface TestAgent extends TestDesk {
  post(
    route: RouteName,
    path: string,
    body: unknown,
    init?: { headers?: Record<string, string>; address?: string },
  ): Promise<Answer>
  form(
    route: RouteName,
    path: string,
    parameters: Record<string, string> | [string, string][] | string,
    headers?: Record<string, string>,
  ): Promise<Answer>
  get(route: RouteName, path: string, headers?: Record<string, string>): Promise<Answer>
  register(body?: Json): Promise<Json>
  exchange(assertion: unknown, more?: Record<string, string>): Promise<Answer>
  poll(claimToken: unknown, more?: Record<string, string>): Promise<Answer>
  /** An access token of a new anonymous registration. */
  anonymousToken(scope?: string): Promise<{ token: string; registration: Json }>
  /** `GET /api/v1/agent` with a token. */
  check(token: unknown): Promise<Answer>
  /** The person goes through the pages, up to the link in the mail. Yields its secret. */
  openLink(verificationUri: unknown, code: unknown): Promise<string>
  /** The person decides on the page of the link. Yields the page. */
  decide(link: string, decision: 'confirmed' | 'denied'): Promise<string>
}

export const SAME_ORIGIN = {
  'Content-Type': 'application/x-www-form-urlencoded',
  'Sec-Fetch-Site': 'same-origin',
  Origin: BASE,
}

export async function createTestAgent(options: Parameters<typeof openDesk>[0] = {}): Promise<TestAgent> {
  const desk = await openDesk(options)
  const read = async (response: Response): Promise<Answer> => {
    const text = await response.text()
    // A tool of MCP goes on while its answer is read.
    await desk.settle()
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') ? (JSON.parse(text) as Json) : { text },
    }
  }
  const testAgent: TestAgent = {
    ...desk,
    post: async (route, path, body, { headers = {}, ...more } = {}) =>
      read(await desk.send(route, path, { ...jsonRequest(body, headers), ...more })),
    form: async (route, path, parameters, headers = {}) =>
      read(
        await desk.send(route, path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
          body: new URLSearchParams(parameters).toString(),
        }),
      ),
    get: async (route, path, headers = {}) => read(await desk.send(route, path, { headers })),
    register: async (body = { type: 'anonymous' }) => (await testAgent.post('identity', '/agent/identity', body)).body,
    exchange: (assertion, more = {}) =>
      testAgent.form('token', '/oauth/token', { grant_type: JWT_BEARER_GRANT, assertion: String(assertion), ...more }),
    poll: (claimToken, more = {}) =>
      testAgent.form('token', '/oauth/token', { grant_type: CLAIM_GRANT, claim_token: String(claimToken), ...more }),
    async anonymousToken(scope) {
      const registration = await testAgent.register()
      const { body } = await testAgent.exchange(registration.identity_assertion, scope === undefined ? {} : { scope })
      return { token: String(body.access_token), registration }
    },
    check: (token) => testAgent.get('agent', '/api/v1/agent', { Authorization: `Bearer ${String(token)}` }),
    async openLink(verificationUri, code) {
      const attempt = new URL(String(verificationUri)).searchParams.get('attempt') ?? ''
      const checked = await testAgent.form('claim', '/claim', { attempt, code: String(code) }, SAME_ORIGIN)
      const step = /name="step" value="([^"]+)"/.exec(String(checked.body.text))?.[1] ?? ''
      await testAgent.form('claim', '/claim', { step, action: 'send' }, SAME_ORIGIN)
      return linkOf(desk.mails.at(-1)?.text)
    },
    decide: async (link, decision) =>
      String((await testAgent.form('claim', '/claim/confirm', { link, decision }, SAME_ORIGIN)).body.text),
  }
  return testAgent
}

/** The secret of the link in a mail. */
export const linkOf = (text = '') => /[?&]link=([\w.-]+)/.exec(text)?.[1] ?? ''

/** The code that a page shows after confirming. */
export const readBackOf = (page: string) => /class="code">([^<]+)/.exec(page)?.[1] ?? ''
