/** An agent at a desk that trusts two providers. A file begins with `useVouchedAgent()` or `useTwoIssuers()`. */
import { beforeEach } from 'vitest'
import { ID_JAG_TYPE } from '../../../src/agents/agent-schemas.ts'
import { type Answer, createTestAgent, type TestAgent } from '../../test-agent.ts'
import { BASE } from '../../test-desk.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { other, provider, useTwoIssuers } from './two-issuers.ts'

export type Claims = Record<string, unknown>

/** Everything is right at the desk's time but for the given changes; undefined leaves a claim out. */
interface Voucher {
  claims(changes?: Claims): Claims
  vouch(changes?: Claims, header?: object): Promise<string>
}

export interface VouchedAgent extends TestAgent, Voucher {
  other: Voucher
  present(assertion: unknown): Promise<Answer>
}

export let agent: VouchedAgent
export function useVouchedAgent(options?: Parameters<typeof createTestAgent>[0]): void {
  useTwoIssuers()
  beforeEach(async () => {
    agent = await createVouchedAgent(options)
  })
}

export async function createVouchedAgent(options: Parameters<typeof createTestAgent>[0] = {}): Promise<VouchedAgent> {
  const testAgent = await createTestAgent({ trustedIssuers: [provider.trusted, other.trusted], ...options })
  const voucherOf = ({ trusted: { issuer: iss }, sign }: IdentityProvider): Voucher => {
    const claims = (changes: Claims = {}) => {
      const now = Math.floor(testAgent.service.clock.now().getTime() / 1000)
      return {
        iss,
        sub: 'person-4711',
        aud: `${BASE}/api/v1`,
        client_id: 'assistant',
        jti: crypto.randomUUID(),
        iat: now,
        exp: now + 300,
        auth_time: now - 60,
        email: 'ana@example.com',
        email_verified: true,
        ...changes,
      }
    }
    return { claims, vouch: (changes, header) => sign(claims(changes), header) }
  }
  return Object.assign(testAgent, voucherOf(provider), {
    other: voucherOf(other),
    present: (assertion: unknown) => {
      const body = { type: 'identity_assertion', assertion_type: ID_JAG_TYPE, assertion }
      return testAgent.post('identity', '/agent/identity', body)
    },
  })
}
