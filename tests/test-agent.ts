/** Agents and people as the story tests play them, against the real handlers. */
import { beforeEach } from 'vitest'
import { CLAIM_GRANT, JWT_BEARER_GRANT } from '../src/agents/agent-schemas.ts'
import type { RouteName } from '../src/routes.ts'
import { BASE, jsonRequest, openDesk, type TestDesk } from './test-desk.ts'

export type Json = Record<string, unknown>

/** An answer, read. */
export interface Answer {
  status: number
  headers: Headers
  body: Json
}

/** What an agent tells the person. */
export interface Claim extends Json {
  user_code: string
  verification_uri_complete: string
  attempt: Json
}
export type Claimable = Json & { id: string; claim: Claim; claim_token: string }

/** What the person needs of a claim: its page, and the code that the agent was given. */
export type Shown = Pick<Claim, 'verification_uri_complete' | 'user_code'>

/** The person of most stories. */
export const ANA = 'ana@example.com'

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
  revoke(token: unknown): Promise<Answer>
  poll(claimToken: unknown, more?: Record<string, string>): Promise<Answer>
  /** An access token of a new anonymous registration. */
  anonymousToken(scope?: string): Promise<{ token: string; registration: Json }>
  /** `GET /api/v1/agent` with a token. */
  check(token: unknown): Promise<Answer>
  /** Registers for a person. */
  serviceAuth(email?: string): Promise<Claimable>
  startClaim(claimToken: unknown, email?: unknown): Promise<Answer>
  /** Starts a claim, which must be allowed. Yields what the agent tells the person. */
  claimFor(claimToken: unknown): Promise<Claim>
  complete(claimToken: unknown, userCode: unknown): Promise<Answer>
  /** The page of a claim, as anyone sees it who has its address. */
  pageOf(claim: Shown): Promise<Answer>
  /** The person enters a code on the page of a claim: its own, without another. */
  enter(claim: Shown, code?: string): Promise<Answer>
  /** The person goes through the pages, up to the link in the mail. Yields its secret. */
  openLink(claim: Shown): Promise<string>
  /** The person decides on the page of the link. Yields the page. */
  decide(link: string, decision: 'confirmed' | 'denied'): Promise<string>
  /** The person does all of that for a claim, and confirms it. Yields the last page. */
  confirm(claim: Shown): Promise<string>
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
    revoke: (token) => testAgent.form('revoke', '/oauth/revoke', { token: String(token) }),
    poll: (claimToken, more = {}) =>
      testAgent.form('token', '/oauth/token', { grant_type: CLAIM_GRANT, claim_token: String(claimToken), ...more }),
    async anonymousToken(scope) {
      const registration = await testAgent.register()
      const { body } = await testAgent.exchange(registration.identity_assertion, scope === undefined ? {} : { scope })
      return { token: String(body.access_token), registration }
    },
    check: (token) => testAgent.get('agent', '/api/v1/agent', { Authorization: `Bearer ${String(token)}` }),
    serviceAuth: async (login_hint = ANA) =>
      (await testAgent.register({ type: 'service_auth', login_hint })) as Claimable,
    startClaim: (claim_token, email = ANA) =>
      testAgent.post('identity-claim', '/agent/identity/claim', { claim_token, email }),
    claimFor: async (claimToken) => (await testAgent.startClaim(claimToken)).body.claim_attempt as Claim,
    complete: (claim_token, user_code) =>
      testAgent.post('identity-claim-complete', '/agent/identity/claim/complete', { claim_token, user_code }),
    pageOf: (claim) => testAgent.get('claim', `/claim?attempt=${attemptOf(claim)}`),
    enter: (claim, code = claim.user_code) =>
      testAgent.form('claim', '/claim', { attempt: attemptOf(claim), code }, SAME_ORIGIN),
    async openLink(claim) {
      const step = stepOf(await testAgent.enter(claim))
      await testAgent.form('claim', '/claim', { step, action: 'send' }, SAME_ORIGIN)
      return linkOf(desk.mails.at(-1)?.text)
    },
    decide: async (link, decision) =>
      String((await testAgent.form('claim', '/claim/confirm', { link, decision }, SAME_ORIGIN)).body.text),
    confirm: async (claim) => testAgent.decide(await testAgent.openLink(claim), 'confirmed'),
  }
  return testAgent
}

/** The agent of the present test. */
export let agent: TestAgent
/** For the top of a test file: each test has a service of its own, and an agent. */
export const useAgent = (options?: Parameters<typeof openDesk>[0]) =>
  beforeEach(async () => {
    agent = await createTestAgent(options)
  })

/** What a refusal says: its status and its error. */
export const errorOf = ({ status, body }: Answer) => [status, body.error]

/** The attempt in the address of a claim's page. */
export const attemptOf = ({ verification_uri_complete: uri }: Pick<Shown, 'verification_uri_complete'>) =>
  new URL(uri).searchParams.get('attempt') ?? ''

/** What the page goes on with, once the code was right. */
export const stepOf = ({ body }: Answer) => /name="step" value="([^"]+)"/.exec(String(body.text))?.[1] ?? ''

/** The secret of the link in a mail. */
export const linkOf = (text = '') => /[?&]link=([\w.-]+)/.exec(text)?.[1] ?? ''

/** The code that a page shows after confirming. */
export const readBackOf = (page: string) => /class="code">([^<]+)/.exec(page)?.[1] ?? ''
