/**
 * Many contenders on the store of one machine, each through the whole handler: one terminal state, no matter who was first.
 */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findClaim } from '../../../src/agents/claims/claim-list.ts'
import { decide } from '../../../src/agents/claims/confirmation.ts'
import { openSqliteStore, type SqliteStore } from '../../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'
import { attemptOf, type Json } from '../../test-agent.ts'
import { useTwoIssuers } from '../identity/two-issuers.ts'
import { createVouchedAgent, type VouchedAgent } from '../identity/vouched-agent.ts'

useTwoIssuers()
const CONTENDERS = 100
let folder: string
let store: SqliteStore
let testAgent: VouchedAgent
beforeEach(async () => {
  folder = temporaryFolder()
  store = openSqliteStore(join(folder, 'races.db'))
  testAgent = await createVouchedAgent({ factor: 100 })
  testAgent.service.store = store
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const many = <T>(act: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CONTENDERS }, (_, number) => act(number)))
describe('a hundred at once', () => {
  it('confirm and deny: one decision', async () => {
    const { claim, id, claim_token } = await testAgent.serviceAuth()
    const { attempt = '' } = (await findClaim(testAgent.service, claim.user_code)) ?? {}
    const decisions = await many((number) =>
      decide(testAgent.service, { sub: id, attempt }, { outcome: number % 2 ? 'denied' : 'confirmed', by: 'staff' }),
    )
    expect(new Set(decisions.map((decision) => JSON.stringify(decision))).size).toBe(1)
    expect((await testAgent.poll(claim_token)).status).toBe(decisions[0]?.outcome === 'confirmed' ? 200 : 400)
    expect(testAgent.logged().match(/"claim\.(confirmed|denied)"/g)).toHaveLength(1)
  })

  it('poll while the person confirms: pending, then tokens, and one delivery', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const link = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    const [answers] = await Promise.all([many(() => testAgent.poll(claim_token)), testAgent.decide(link, 'confirmed')])
    for (const { status, body } of answers)
      expect([200, 'authorization_pending', 'slow_down']).toContain(status === 200 ? 200 : body.error)
    expect((await testAgent.poll(claim_token)).status).toBe(200)
    const keys = await Array.fromAsync(store.list('claims/'))
    expect(keys.filter((key) => key.endsWith('/delivery'))).toHaveLength(1)
  })

  it('try codes: five are looked at, and the right one comes too late', async () => {
    const { claim } = await testAgent.serviceAuth()
    const attempt = attemptOf(claim.verification_uri_complete)
    await many((number) =>
      testAgent.send('claim', '/claim', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ attempt, code: 'BBBB-BBBB' }).toString(),
        address: `198.51.100.${number}`,
      }),
    )
    expect((await Array.fromAsync(store.list('attempts/'))).filter((key) => key.includes('/codes/'))).toHaveLength(5)
    expect((await testAgent.enter(claim.verification_uri_complete, claim.user_code)).body.text).toContain('has ended')
  })

  it('send one ID-JAG: one registration', async () => {
    const assertion = await testAgent.vouch()
    const answers = await many(() => testAgent.present(assertion))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'replay_detected')).toHaveLength(CONTENDERS - 1)
  })

  it('mint while the registration is ended: nothing that was minted lives', async () => {
    const registration = await testAgent.register()
    const [answers] = await Promise.all([
      many(() => testAgent.exchange(registration.identity_assertion)),
      testAgent.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) }),
    ])
    const minted = answers.filter(({ status }) => status === 200)
    const checks = await Promise.all(minted.map(({ body }) => testAgent.check(body.access_token)))
    expect(new Set(checks.map(({ status }) => status)).isSubsetOf(new Set([401]))).toBe(true)
  })

  it('use a token while it is revoked: after the answer every one is refused', async () => {
    const { token } = await testAgent.anonymousToken()
    const during = many(() => testAgent.check(token))
    await testAgent.form('revoke', '/oauth/revoke', { token })
    const after = await many(() => testAgent.check(token))
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]))
    for (const { status } of await during) expect([200, 401]).toContain(status)
  })

  it('start a claim: one attempt is in force, and its code works', async () => {
    const { claim_token, id } = (await testAgent.register()) as Json & { claim_token: string; id: string }
    const answers = await many(() =>
      testAgent.post('identity-claim', '/agent/identity/claim', { claim_token, email: 'ana@example.com' }),
    )
    const attempts = answers.map(
      ({ body }) => body as { claim_attempt_id: string; claim_attempt: { user_code: string } },
    )
    const states = await Promise.all(
      attempts.map(({ claim_attempt }) => findClaim(testAgent.service, claim_attempt.user_code)),
    )
    expect(states.filter((view) => view?.state === 'waiting')).toHaveLength(1)
    const waiting = states.find((view) => view?.state === 'waiting')
    await decide(testAgent.service, { sub: id, attempt: waiting?.attempt ?? '' }, { outcome: 'confirmed', by: 'staff' })
    expect((await testAgent.poll(claim_token)).status).toBe(200)
  })
})
