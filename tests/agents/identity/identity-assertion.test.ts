/** Agents whose provider vouches for the person: once, for persons who are known by another way, and where no provider is trusted. */
import { expect, it } from 'vitest'
import { ID_JAG_TYPE } from '../../../src/agents/agent-schemas.ts'
import { MINUTE_MS } from '../../../src/duration.ts'
import { runHousekeeping } from '../../../src/service/housekeeping.ts'
import { type Claimable, createTestAgent, errorOf } from '../../test-agent.ts'
import { agent, provider, useVouchedAgent } from './vouched-agent.ts'
import { RATE_LIMITS } from '../../../src/rate-limits.ts'

useVouchedAgent()

it('an ID-JAG registers an agent of a verified person', async () => {
  const { status, headers, body } = await agent.present(await agent.vouch())
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(body).toEqual({
    registration_id: body.id,
    registration_type: 'identity_assertion',
    id: expect.stringMatching(/^reg_/),
    type: 'identity_assertion',
    identity_assertion: expect.any(String),
    assertion_expires: '2026-11-22T15:04:05.000Z',
    identity: { assertion: body.identity_assertion, expires_at: body.assertion_expires },
    scopes: ['firm.read', 'inquiries.write'],
  })
  const token = await agent.exchange(body.identity_assertion)
  const known = { claimed: true, email_verified: true, registration_type: 'identity_assertion' }
  expect((await agent.check(token.body.access_token)).body).toMatchObject(known)
  expect(JSON.stringify([...agent.store.records]) + agent.logged()).not.toMatch(/ana@example|person-4711/)
})

it('an ID-JAG is good once, when everything else is right, and its jti counts for its issuer only', async () => {
  const jti = 'the-same'
  expect((await agent.present(await agent.vouch({ jti, aud: 'https://evil.example' }))).status).toBe(400)
  expect((await agent.present(await agent.vouch({ jti }))).status).toBe(200)
  expect((await agent.present(await agent.other.vouch({ jti, email: 'bob@example.com' }))).status).toBe(200)
  expect((await agent.present(await agent.vouch({ jti }))).body.error).toBe('replay_detected')
})

it('an ID-JAG is good once also while housekeeping runs, as long as it lasts', async () => {
  const text = await agent.vouch()
  expect((await agent.present(text)).status).toBe(200)
  const errors = new Set<unknown>()
  for (let minutes = 0; minutes < 10; minutes++) {
    agent.advance(MINUTE_MS)
    await runHousekeeping(agent.service)
    errors.add((await agent.present(text)).body.error)
  }
  expect([...errors]).toEqual(['replay_detected', 'expired'])
})

it('an ID-JAG narrows what is granted', async () => {
  const { body } = await agent.present(await agent.vouch({ scope: 'firm.read admin' }))
  expect(body.scopes).toEqual(['firm.read'])
  expect((await agent.exchange(body.identity_assertion)).body.scope).toBe('firm.read')
  const wider = await agent.exchange(body.identity_assertion, { scope: 'inquiries.write' })
  expect(wider.body.error).toBe('invalid_scope')
})

it.each(['people/', 'subjects/', 'jti/'])('an ID-JAG is good again when %s could not be stored', async (prefix) => {
  const text = await agent.vouch()
  agent.store.readOnly = prefix
  expect(errorOf(await agent.present(text))).toEqual([503, 'temporarily_unavailable'])
  agent.store.readOnly = undefined
  expect((await agent.present(text)).status).toBe(200)
  expect((await agent.present(text)).body.error).toBe('replay_detected')
})

it('an ID-JAG that is refused for an old sign-in asks for a new one', async () => {
  const { status, headers, body } = await agent.present(await agent.vouch({ auth_time: 0 }))
  expect([status, body.error, body.max_age]).toEqual([401, 'login_required', 3600])
  expect(headers.get('www-authenticate')).toBe('AgentAuth error="login_required", max_age="3600"')
})

it('a person whom the firm knows by another way is asked before a provider speaks for them', async () => {
  await agent.confirm((await agent.serviceAuth('Ana@example.com')).claim)
  const { status, body } = await agent.present(await agent.vouch())
  expect([status, body.error]).toEqual([401, 'interaction_required'])
  expect(body).not.toHaveProperty('identity_assertion')
  expect((await agent.present(await agent.vouch())).status).toBe(401)
  const { claim, claim_token } = body as Claimable
  await agent.confirm(claim)
  expect((await agent.poll(claim_token)).status).toBe(200)
  expect((await agent.present(await agent.vouch())).status).toBe(200)
  expect((await agent.present(await agent.other.vouch())).status).toBe(401)
  expect((await agent.present(await agent.vouch({ sub: 'person-2' }))).status).toBe(401)
})

it('a person whom the firm knows by another way goes on with a provider that vouched before', async () => {
  expect((await agent.present(await agent.vouch())).status).toBe(200)
  await agent.confirm((await agent.serviceAuth('ana@example.com')).claim)
  expect((await agent.present(await agent.vouch())).status).toBe(200)
})

it('without a trust list the method is neither offered nor performed', async () => {
  const alone = await createTestAgent()
  const body = { type: 'identity_assertion', assertion_type: ID_JAG_TYPE, assertion: await agent.vouch() }
  expect((await alone.register(body)).error).toBe('issuer_not_enabled')
  expect(provider.fetches()).toBe(0)
})

it('the limit of claims is shared with the request that starts one, counts an ID-JAG only if it starts one, and the one that was refused is good later', async () => {
  const { quota, windowSeconds } = RATE_LIMITS['claim-start']
  const { claim_token } = await agent.register()
  await agent.confirm((await agent.serviceAuth('Ana@example.com')).claim)
  agent.advance(windowSeconds * 1000)
  for (let count = 0; count < quota; count++)
    expect(await agent.serviceAuth(`ana${count}@example.com`)).toHaveProperty('claim')
  expect(errorOf(await agent.startClaim(claim_token))).toEqual([429, 'rate_limited'])
  expect((await agent.present(await agent.vouch({ email: 'bob@example.com' }))).status).toBe(200)
  const assertion = await agent.vouch()
  expect(errorOf(await agent.present(assertion))).toEqual([429, 'rate_limited'])
  agent.advance(windowSeconds * 1000)
  expect(errorOf(await agent.present(assertion))).toEqual([401, 'interaction_required'])
})
