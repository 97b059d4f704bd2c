/** Many contenders on the store of one machine, each through the whole handler: one terminal state, no matter who was first. */
import { beforeEach, describe, expect, it } from 'vitest'
import { findClaim } from '../../../src/agents/claims/claim-list.ts'
import { decide } from '../../../src/agents/claims/confirmation.ts'
import type { SqliteStore } from '../../../src/store/sqlite.ts'
import { openTemporarySqlite } from '../../store/temporary-sqlite.ts'
import { attemptOf } from '../../test-agent.ts'
import { agent, useVouchedAgent } from '../identity/vouched-agent.ts'
import { listKeys } from '../../../src/store/record.ts'

useVouchedAgent({ factor: 100 })
const CONTENDERS = 100
let store: SqliteStore
beforeEach(async () => {
  const opened = await openTemporarySqlite()
  store = opened.store
  agent.service.store = store
  return opened.close
})

const many = <T>(act: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CONTENDERS }, (_, number) => act(number)))
describe('a hundred at once', () => {
  it('confirm and deny: one decision', async () => {
    const { claim, id, claim_token } = await agent.serviceAuth()
    const { attempt = '' } = (await findClaim(agent.service, claim.user_code)) ?? {}
    const decisions = await many((number) =>
      decide(agent.service, { sub: id, attempt }, { outcome: number % 2 ? 'denied' : 'confirmed', by: 'staff' }),
    )
    expect(new Set(decisions.map((decision) => JSON.stringify(decision))).size).toBe(1)
    expect((await agent.poll(claim_token)).status).toBe(decisions[0]?.outcome === 'confirmed' ? 200 : 400)
    expect(agent.logged().match(/"claim\.(confirmed|denied)"/g)).toHaveLength(1)
  })

  it('try codes: five are looked at, and the right one comes too late', async () => {
    const { claim } = await agent.serviceAuth()
    const attempt = attemptOf(claim)
    await many((number) =>
      agent.send('claim', '/claim', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ attempt, code: 'BBBB-BBBB' }).toString(),
        address: `198.51.100.${number}`,
      }),
    )
    expect((await listKeys(store, 'attempts/')).filter((key) => key.includes('/codes/'))).toHaveLength(5)
    expect((await agent.enter(claim)).body.text).toContain('has ended')
  })

  it('send one ID-JAG: one registration', async () => {
    const assertion = await agent.vouch()
    const answers = await many(() => agent.present(assertion))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'replay_detected')).toHaveLength(CONTENDERS - 1)
  })

  it('mint while the registration is ended: nothing that was minted lives', async () => {
    const registration = await agent.register()
    const [answers] = await Promise.all([
      many(() => agent.exchange(registration.identity_assertion)),
      agent.revoke(registration.identity_assertion),
    ])
    const minted = answers.filter(({ status }) => status === 200)
    const checks = await Promise.all(minted.map(({ body }) => agent.check(body.access_token)))
    expect(new Set(checks.map(({ status }) => status)).isSubsetOf(new Set([401]))).toBe(true)
  })
})
