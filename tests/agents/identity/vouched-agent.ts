/**
 * An agent at a desk that trusts two providers, which vouch for the person it acts for.
 */
import { onTestFinished } from 'vitest'
import { type Answer, createTestAgent, type TestAgent } from '../../test-agent.ts'
import { BASE } from '../../test-desk.ts'
import { type Provider, startProvider } from './vouching-provider.ts'

export const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'

export interface VouchedAgent extends TestAgent {
  provider: Provider
  other: Provider
  /** Registers with an assertion of a provider. */
  present(assertion: unknown): Promise<Answer>
  /** The time at the desk, since 1970. */
  seconds(): number
}

/** Both providers are there until the test is over. */
export async function createVouchedAgent(): Promise<VouchedAgent> {
  const seconds = () => Math.floor(testAgent.service.clock.now().getTime() / 1000)
  const [provider, other] = await Promise.all([startProvider(BASE, seconds), startProvider(BASE, seconds)])
  onTestFinished(async () => {
    await Promise.all([provider.close(), other.close()])
  })
  const testAgent: VouchedAgent = {
    ...(await createTestAgent({ trustedIssuers: [provider.trusted, other.trusted] })),
    provider,
    other,
    seconds,
    present: (assertion) =>
      testAgent.post('identity', '/agent/identity', { type: 'identity_assertion', assertion_type: ID_JAG, assertion }),
  }
  return testAgent
}
