/** Two trusted providers, and an agent at a desk that trusts both. A file begins with `useVouchedAgent()` or `useTwoIssuers()`. */
import { afterAll, beforeEach, vi } from 'vitest'
import { ID_JAG_TYPE } from '../../../src/agents/agent-schemas.ts'
import { createTestAgent } from '../../test-agent.ts'
import { BASE } from '../../test-desk.ts'
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts'

export const provider = await startIdentityProvider('https://trusted.example')
export const other = await startIdentityProvider('https://other.example')

/** Each test begins with both as at the start; the hook sets the system's clock, by which keys are cached. They run as long as the process. */
export function useTwoIssuers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 2, 12) })
    provider.reset()
    other.reset()
  })
  afterAll(() => void vi.useRealTimers())
}

export type Claims = Record<string, unknown>

export let agent: Awaited<ReturnType<typeof createVouchedAgent>>
export function useVouchedAgent(options?: Parameters<typeof createTestAgent>[0]): void {
  useTwoIssuers()
  beforeEach(async () => {
    agent = await createVouchedAgent(options)
  })
}

export async function createVouchedAgent(options: Parameters<typeof createTestAgent>[0] = {}) {
  const testAgent = await createTestAgent({ trustedIssuers: [provider.trusted, other.trusted], ...options })
  /** Everything is right at the desk's time but for the given changes; undefined leaves a claim out. */
  const voucherOf = ({ trusted: { issuer: iss }, sign }: IdentityProvider) => {
    const claims = (changes: Claims = {}): Claims => {
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
    return { claims, vouch: (changes?: Claims, header?: object) => sign(claims(changes), header) }
  }
  return Object.assign(testAgent, voucherOf(provider), {
    other: voucherOf(other),
    present: (assertion: unknown) => {
      const body = { type: 'identity_assertion', assertion_type: ID_JAG_TYPE, assertion }
      return testAgent.post('identity', '/agent/identity', body)
    },
  })
}
