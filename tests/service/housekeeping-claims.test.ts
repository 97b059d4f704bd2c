import { describe, expect, it } from 'vitest'
import { findClaim } from '../../src/agents/claims/claim-list.ts'
import { DAY_MS } from '../../src/duration.ts'
import { FACTS } from '../../src/store/facts.ts'
import { createTestAgent, type TestAgent } from '../test-agent.ts'
import { passTime } from './pass-time.ts'

describe('of claims, housekeeping', () => {
  const claimKeys = ({ store }: TestAgent) => store.keysOf(/^(attempts|claims|codes|confirmed|started)\//)

  it.each(['confirmed', 'denied'] as const)('keeps what was %s for 45 days, with its codes', async (outcome) => {
    const testAgent = await createTestAgent()
    const { id, claim, claim_token } = await testAgent.serviceAuth()
    testAgent.advance(1)
    const again = await testAgent.claimFor(claim_token)
    await testAgent.decide(await testAgent.openLink(again), outcome)
    const before = await findClaim(testAgent.service, claim.user_code)
    expect(before).toMatchObject({ registration: id, state: outcome, email: 'ana@example.com' })
    await passTime(testAgent, FACTS.decision.removed.afterMs - DAY_MS)
    for (const code of [again.user_code, claim.user_code])
      expect(await findClaim(testAgent.service, code)).toEqual(before)
    await passTime(testAgent, 2 * DAY_MS)
    expect(claimKeys(testAgent)).toEqual([])
  })
})
