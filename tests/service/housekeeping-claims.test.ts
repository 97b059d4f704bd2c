/**
 * What housekeeping removes of claims, and when.
 */
import { describe, expect, it } from 'vitest'
import { findClaim } from '../../src/agents/claims/claim-list.ts'
import { DAY_MS } from '../../src/duration.ts'
import { type Store, StoreUnavailable } from '../../src/ports.ts'
import { removeOldest, runHousekeeping } from '../../src/service/housekeeping.ts'
import { FACTS } from '../../src/store/facts.ts'
import { createTestAgent, type TestAgent } from '../test-agent.ts'

describe('of claims, housekeeping', () => {
  const claimKeys = ({ store }: TestAgent) =>
    [...store.facts.keys()].filter((key) => /^(claims|codes|claimants|started)\//.test(key))
  const END_MS = FACTS.started.removed.afterMs + 1

  it('removes all of what ran out without a decision, soon after', async () => {
    const testAgent = await createTestAgent()
    const { claim, claim_token } = await testAgent.serviceAuth()
    await testAgent.enter(claim.verification_uri_complete, 'BCDF-GHJK')
    testAgent.advance(1)
    await testAgent.openLink(
      ...((again) => [again.verification_uri_complete, again.user_code] as const)(
        await testAgent.claimFor(claim_token),
      ),
    )
    // Two attempts of four facts, a wrong code, a right code and a mail.
    expect(claimKeys(testAgent)).toHaveLength(11)
    testAgent.advance(END_MS - 2)
    await runHousekeeping(testAgent.service)
    expect(claimKeys(testAgent)).toHaveLength(11)
    testAgent.advance(1)
    await runHousekeeping(testAgent.service)
    expect(claimKeys(testAgent)).toHaveLength(6)
    testAgent.advance(1)
    expect(await runHousekeeping(testAgent.service)).toMatchObject({ started: 1 })
    expect(claimKeys(testAgent)).toEqual([])
    expect((await testAgent.poll(claim_token)).body.error).toBe('expired_token')
  })

  it.each(['confirmed', 'denied'] as const)('keeps what was %s, with its code', async (outcome) => {
    const testAgent = await createTestAgent()
    const { id, claim, claim_token } = await testAgent.serviceAuth()
    testAgent.advance(1)
    const again = await testAgent.claimFor(claim_token)
    await testAgent.decide(await testAgent.openLink(again.verification_uri_complete, again.user_code), outcome)
    testAgent.advance(END_MS)
    await runHousekeeping(testAgent.service)
    testAgent.advance(FACTS.decision.removed.afterMs - END_MS - DAY_MS)
    await runHousekeeping(testAgent.service)
    expect(await findClaim(testAgent.service, again.user_code)).toMatchObject({ registration: id, state: outcome })
    expect(await findClaim(testAgent.service, claim.user_code)).toMatchObject({ registration: id, state: outcome })
    testAgent.advance(2 * DAY_MS)
    await runHousekeeping(testAgent.service)
    expect(claimKeys(testAgent)).toEqual([])
  })

  it('removes it each minute, and lists no more than what it removes', async () => {
    const testAgent = await createTestAgent({ factor: 1000 })
    const { service, store } = testAgent
    for (let number = 0; number < 120; number++) await testAgent.serviceAuth(`ana${number}@example.com`)
    testAgent.advance(END_MS)
    for (let number = 0; number < 300; number++) await testAgent.serviceAuth(`bob${number}@example.com`)
    let listed = 0
    const list: Store['list'] = async function* (prefix, order) {
      for await (const key of store.list(prefix, order)) {
        listed += 1
        yield key
      }
    }
    await removeOldest({ ...service, store: { ...store, list } })
    expect(claimKeys(testAgent)).toHaveLength(4 * 300)
    // Each removed: its entry and its attempt. Of the others the first entry.
    expect(listed).toBe(2 * 120 + 1)
    expect(store.calls.read).toBeLessThan(3 * 120)
  })

  it('goes on where it was interrupted', async () => {
    const testAgent = await createTestAgent()
    await testAgent.serviceAuth()
    testAgent.advance(END_MS)
    const { service, store } = testAgent
    for (let removals = 0; claimKeys(testAgent).length > 0; removals++) {
      expect(removals).toBeLessThan(10)
      let left = 1
      const failing = {
        ...store,
        remove: async (key: string) =>
          !store.facts.has(key) || left-- > 0 ? store.remove(key) : Promise.reject(new StoreUnavailable('down')),
      }
      await runHousekeeping({ ...service, store: failing }).catch(() => undefined)
    }
  })

  it('removes what an earlier version stored when 45 days are over', async () => {
    const testAgent = await createTestAgent()
    await testAgent.serviceAuth()
    for (const key of claimKeys(testAgent)) if (key.startsWith('started/')) testAgent.store.facts.delete(key)
    testAgent.advance(FACTS.attempt.removed.afterMs + 1)
    await runHousekeeping(testAgent.service)
    expect(claimKeys(testAgent)).toEqual([])
  })
})
