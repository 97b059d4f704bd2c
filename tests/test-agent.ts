/** Agents and people as the story tests play them, against the real handlers. */
import { beforeEach, expect } from 'vitest'
import { CLAIM_GRANT, JWT_BEARER_GRANT } from '../src/agents/agent-schemas.ts'
import type { RouteName } from '../src/routes.ts'
import { BASE, jsonRequest, openDesk } from './test-desk.ts'

export type Json = Record<string, unknown>

export interface Answer {
  status: number
  headers: Headers
  body: Json
}

export interface Claim extends Json {
  user_code: string
  verification_uri_complete: string
  attempt: Json
}
export type Claimable = Json & { id: string; claim: Claim; claim_token: string }

/** What the person needs of a claim: its page, and the code that the agent was given. */
export type Shown = Pick<Claim, 'verification_uri_complete' | 'user_code'>

export const ANA = 'ana@example.com'

export type TestAgent = Awaited<ReturnType<typeof createTestAgent>>

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
export const SAME_ORIGIN = { ...FORM, 'Sec-Fetch-Site': 'same-origin', Origin: BASE }

/** A request that sends a form. */
export const formRequest = (
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = SAME_ORIGIN,
): RequestInit => ({ method: 'POST', headers: { ...FORM, ...headers }, body: new URLSearchParams(fields).toString() })

export async function createTestAgent(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk(options)
  const read = async (response: Response): Promise<Answer> => {
    const text = await response.text()
    // The tool may go on while its answer is read.
    await desk.settle()
    const { status, headers } = response
    return { status, headers, body: text.startsWith('{') ? (JSON.parse(text) as Json) : { text } }
  }
  const post = async (
    route: RouteName,
    path: string,
    body: unknown,
    { headers = {}, ...more }: { headers?: Record<string, string>; address?: string } = {},
  ) => read(await desk.send(route, path, { ...jsonRequest(body, headers), ...more }))
  const form = async (
    route: RouteName,
    path: string,
    parameters: Record<string, string> | [string, string][],
    headers: Record<string, string> = {},
  ) => read(await desk.send(route, path, formRequest(parameters, headers)))
  const get = async (route: RouteName, path: string, headers: Record<string, string> = {}) =>
    read(await desk.send(route, path, { headers }))
  const register = async (body: Json = { type: 'anonymous' }) => (await post('identity', '/agent/identity', body)).body
  const exchange = (assertion: unknown, more: Record<string, string> = {}) =>
    form('token', '/oauth/token', { grant_type: JWT_BEARER_GRANT, assertion: String(assertion), ...more })
  const startClaim = (claim_token: unknown, email: unknown = ANA) =>
    post('identity-claim', '/agent/identity/claim', { claim_token, email })
  /** The claim's own code is entered if none is given. */
  const enter = (claim: Shown, code = claim.user_code) =>
    form('claim', '/claim', { attempt: attemptOf(claim), code }, SAME_ORIGIN)
  /** @returns the secret of the link in the mail */
  async function openLink(claim: Shown): Promise<string> {
    await form('claim', '/claim', { step: stepOf(await enter(claim)), action: 'send' }, SAME_ORIGIN)
    return linkOf(desk.mails.at(-1)?.text)
  }
  const decide = async (link: string, decision: 'confirmed' | 'denied') =>
    String((await form('claim', '/claim/confirm', { link, decision }, SAME_ORIGIN)).body.text)
  return {
    ...desk,
    ...{ post, form, get, register, exchange, startClaim, enter, openLink, decide },
    revoke: (token: unknown) => form('revoke', '/oauth/revoke', { token: String(token) }),
    poll: (claimToken: unknown, more: Record<string, string> = {}) =>
      form('token', '/oauth/token', { grant_type: CLAIM_GRANT, claim_token: String(claimToken), ...more }),
    async anonymousToken(scope?: string) {
      const registration = await register()
      const { body } = await exchange(registration.identity_assertion, scope === undefined ? {} : { scope })
      return { token: String(body.access_token), registration }
    },
    check: (token: unknown) => get('agent', '/api/v1/agent', { Authorization: `Bearer ${String(token)}` }),
    serviceAuth: async (login_hint = ANA) => (await register({ type: 'service_auth', login_hint })) as Claimable,
    claimFor: async (claimToken: unknown) => (await startClaim(claimToken)).body.claim_attempt as Claim,
    complete: (claim_token: unknown, user_code: unknown) =>
      post('identity-claim-complete', '/agent/identity/claim/complete', { claim_token, user_code }),
    /** The page of a claim, as anyone sees it who has its address. */
    pageOf: (claim: Shown) => get('claim', `/claim?attempt=${attemptOf(claim)}`),
    /** The person goes through all pages. @returns the last one */
    confirm: async (claim: Shown) => decide(await openLink(claim), 'confirmed'),
  }
}

export let agent: TestAgent
export const useAgent = (options?: Parameters<typeof openDesk>[0]) =>
  beforeEach(async () => {
    agent = await createTestAgent(options)
  })

export const errorOf = ({ status, body }: Answer) => [status, body.error]

export const attemptOf = ({ verification_uri_complete: uri }: Pick<Shown, 'verification_uri_complete'>) =>
  new URL(uri).searchParams.get('attempt') ?? ''

export const stepOf = ({ body }: Answer) => /name="step" value="([^"]+)"/.exec(String(body.text))?.[1] ?? ''

export const linkOf = (text = '') => /[?&]link=([\w.-]+)/.exec(text)?.[1] ?? ''

/** The code that a page shows after confirming. */
export const readBackOf = (page: string) => /class="code">([^<]+)/.exec(page)?.[1] ?? ''

/** Signatures differ between answers that say the same. */
export const withoutSignatures = (text: string): string => text.replace(/(eyJ[\w-]+\.[\w-]+)\.[\w-]+/g, '$1')

/** RFC 6749 section 5.2: the envelope, and characters that may stand in it. */
export function expectOAuthError({ status, headers, body }: Answer, code: string, expected = 400) {
  expect([status, body.error]).toEqual([expected, code])
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('cache-control')).toContain('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
  expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  expect(body.message).toBe(body.error_description)
  expect(headers.get('access-control-allow-origin')).toBe('*')
}
