import { describe, expect, it } from 'vitest'
import { findClaim } from '../../src/agents/claims/claim-list.ts'
import { DAY_MS } from '../../src/duration.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { FACTS } from '../../src/store/facts.ts'
import { createTestAgent, type TestAgent } from '../test-agent.ts'

describe('of claims, housekeeping', () => {
  const claimKeys = ({ store }: TestAgent) =>
    [...store.facts.keys()].filter((key) => /^(attempts|claims|codes|confirmed|started)\//.test(key))
  const ATTEMPT_MS = FACTS.attempt.removed.afterMs

  it.each(['confirmed', 'denied'] as const)('keeps what was %s for 45 days, with its codes', async (outcome) => {
    const testAgent = await createTestAgent()
    const { id, claim, claim_token } = await testAgent.serviceAuth()
    testAgent.advance(1)
    const again = await testAgent.claimFor(claim_token)
    await testAgent.decide(await testAgent.openLink(again.verification_uri_complete, again.user_code), outcome)
    const before = await findClaim(testAgent.service, claim.user_code)
    expect(before).toMatchObject({ registration: id, state: outcome, email: 'ana@example.com' })
    testAgent.advance(ATTEMPT_MS + 1)
    await runHousekeeping(testAgent.service)
    testAgent.advance(FACTS.decision.removed.afterMs - ATTEMPT_MS - DAY_MS)
    await runHousekeeping(testAgent.service)
    for (const code of [again.user_code, claim.user_code])
      expect(await findClaim(testAgent.service, code)).toEqual(before)
    testAgent.advance(2 * DAY_MS)
    await runHousekeeping(testAgent.service)
    expect(claimKeys(testAgent)).toEqual([])
  })
})
