/**
 * The steps of a claim as tests take them.
 */
import { createCode } from '../../../src/agents/claims/user-code.ts'
import { type Answer, type Json, SAME_ORIGIN, type TestAgent } from '../../test-agent.ts'

export const HOUR_MS = 3600_000
export const ANA = 'ana@example.com'

export interface Claim extends Json {
  user_code: string
  verification_uri: string
  attempt: Json
}
export type Claimable = Json & { claim: Claim; claim_token: string }

/** A code that is right in form only. */
export const wrongCode = () => createCode()
export const attemptOf = (uri: string) => new URL(uri).searchParams.get('attempt') ?? ''
/** What the page goes on with, once the code was right. */
export const stepOf = ({ body }: Answer) => /name="step" value="([^"]+)"/.exec(String(body.text))?.[1] ?? ''

/** @param testAgent who plays; asked for at each step, because tests make a new one */
export const claimSteps = (testAgent: () => TestAgent) => ({
  serviceAuth: async (login_hint = ANA) =>
    (await testAgent().register({ type: 'service_auth', login_hint })) as Claimable,
  startClaim: (claim_token: unknown, email: unknown = ANA, more: Json = {}) =>
    testAgent().post('identity-claim', '/agent/identity/claim', { claim_token, email, ...more }),
  complete: (claim_token: unknown, user_code: unknown) =>
    testAgent().post('identity-claim-complete', '/agent/identity/claim/complete', { claim_token, user_code }),
  enter: (uri: string, code: string) =>
    testAgent().form('claim', '/claim', { attempt: attemptOf(uri), code }, SAME_ORIGIN),
})
