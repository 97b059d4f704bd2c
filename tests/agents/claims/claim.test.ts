/** A claim as the agent sees it: starting, polling, completing. */
import { expect, it } from 'vitest'
import { revokeRegistration } from '../../../src/agents/claims/claim-record.ts'
import { HOUR_MS } from '../../../src/duration.ts'
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS } from '../../../src/agents/agent-schemas.ts'
import { ANA, type Claim, errorOf, type Json, readBackOf, agent, useAgent } from '../../test-agent.ts'
import { BASE } from '../../test-desk.ts'

useAgent()

it('an agent starts the claim of an anonymous registration, in both dialects', async () => {
  const { id, claim_token, claim_token_expires: expires_at } = await agent.register()
  const { status, body } = await agent.startClaim(claim_token)
  const names = { registration_id: id, id, type: 'service_auth', status: 'initiated' }
  expect([status, body]).toMatchObject([200, { ...names, expires_at }])
  const { verification_uri_complete, ...attempt } = body.claim_attempt as Claim
  expect(verification_uri_complete).toMatch(/\/claim\?attempt=./)
  const times = { expires_in: 72 * 3600, interval: 5 }
  expect(attempt).toMatchObject({ user_code: expect.any(String), verification_uri: `${BASE}/claim`, ...times })
  const page = { verification_uri: verification_uri_complete, verification_uri_complete }
  expect(body.attempt).toEqual({ ...attempt, ...page })
})

it('starting a claim refuses another address and an unknown token, and says of a confirmed one that it is claimed', async () => {
  const { claim_token, claim } = await agent.serviceAuth()
  expect(errorOf(await agent.startClaim(claim_token, 'bob@example.com'))).toEqual([400, 'invalid_login_hint'])
  expect(agent.logged()).toContain('not the address of the registration')
  expect(errorOf(await agent.startClaim('x'))).toEqual([401, 'invalid_claim_token'])
  await agent.confirm(claim)
  const again = { claim_token, login_hint: ANA, type: 'login_hint' }
  const answer = await agent.post('identity-claim', '/agent/identity/claim', again)
  expect([answer.status, answer.body.status]).toEqual([200, 'claimed'])
})

it.each<[string, (link: string, registration: Json) => Promise<unknown>, string]>([
  ['it was denied', (link) => agent.decide(link, 'denied'), 'claim_denied'],
  ['another confirmed it', (link) => agent.decide(link, 'confirmed'), 'claimed_or_in_flight'],
  ['its agent ended it', (_, { identity_assertion }) => agent.revoke(identity_assertion), 'invalid_claim_token'],
  ['its window is over', async () => agent.advance(72 * HOUR_MS), 'claim_expired'],
])('a claim stores nothing after %s', async (_when, end, error) => {
  const registration = await agent.register()
  const attempt = await agent.claimFor(registration.claim_token)
  await end(await agent.openLink(attempt), registration)
  const before = agent.store.keysOf()
  expect((await agent.startClaim(registration.claim_token, 'bob@example.com')).body.error).toBe(error)
  expect(agent.store.keysOf()).toEqual(before)
})

it('a claim ends with the window, which no new attempt extends: 410, and the poll is expired_token under both names of the grant', async () => {
  const { claim, claim_token, claim_token_expires } = await agent.serviceAuth()
  agent.advance(10 * HOUR_MS)
  const { body } = await agent.startClaim(claim_token)
  expect([body.expires_at, (body.claim_attempt as Claim).expires_in]).toEqual([claim_token_expires, 62 * 3600])
  agent.advance(62 * HOUR_MS - 1000)
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
  agent.advance(1000)
  for (const grant_type of [CLAIM_GRANT, CLAIM_GRANT_ALIAS])
    expect((await agent.poll(claim_token, { grant_type })).body.error).toBe('expired_token')
  expect(errorOf(await agent.startClaim(claim_token))).toEqual([410, 'claim_expired'])
  expect(errorOf(await agent.complete(claim_token, 'BCDF-GHJK'))).toEqual([410, 'user_code_expired'])
  expect((await agent.enter(claim)).status).toBe(410)
})

it('polling too fast is slow_down, and five seconds more from then on', async () => {
  const { claim_token } = await agent.serviceAuth()
  const errors: unknown[] = []
  for (const seconds of [0, 2, 3, 10, 5, 15]) {
    agent.advance(seconds * 1000)
    errors.push((await agent.poll(claim_token)).body.error)
  }
  const [pending, slow] = ['authorization_pending', 'slow_down']
  expect(errors).toEqual([pending, slow, slow, pending, slow, pending])
  // A token that is not known is one that never existed.
  for (const token of ['x', 'a.b.c.d.e', `${claim_token}x`, claim_token.replace(/^eyJ/, 'eyK')])
    expect(errorOf(await agent.poll(token))).toEqual([400, 'invalid_grant'])
  expect((await agent.poll('')).body.error).toBe('invalid_request')
})

it('a claim of an agent that had an assertion ends its tokens and its assertion, and gives it others', async () => {
  const { token, registration } = await agent.anonymousToken()
  const attempt = await agent.claimFor(registration.claim_token)
  expect((await agent.check(token)).status).toBe(200)
  await agent.confirm(attempt)
  expect((await agent.check(token)).status).toBe(401)
  expect((await agent.exchange(registration.identity_assertion)).body.error).toBe('invalid_grant')
  expect(agent.logged()).toContain('it predates the claim')
  const { body } = await agent.poll(registration.claim_token)
  expect((await agent.check(body.access_token)).body).toMatchObject({ registration_type: 'anonymous', claimed: true })
})

it('completing takes the code that the person was shown, never the one the agent had', async () => {
  const { claim, claim_token, id } = await agent.serviceAuth()
  expect(errorOf(await agent.complete(claim_token, claim.user_code))).toEqual([409, 'claim_not_confirmed'])
  const readBack = readBackOf(await agent.confirm(claim))
  expect(errorOf(await agent.complete(claim_token, claim.user_code))).toEqual([401, 'invalid_user_code'])
  const { status, body } = await agent.complete(claim_token, readBack.toLowerCase())
  const identity = { assertion: body.identity_assertion }
  expect([status, body]).toMatchObject([200, { id, registration_id: id, status: 'claimed', identity }])
  expect((await agent.exchange(body.identity_assertion)).status).toBe(200)
})

it('completing delivers nothing to a registration that was revoked, though its claim is confirmed', async () => {
  const { claim, claim_token, id } = await agent.serviceAuth()
  const readBack = readBackOf(await agent.confirm(claim))
  await revokeRegistration(agent.service, id, 'staff')
  expect(errorOf(await agent.complete(claim_token, readBack))).toEqual([400, 'invalid_claim'])
  expect(agent.logged()).toContain('the registration is revoked')
  expect(errorOf(await agent.poll(claim_token))).toEqual([400, 'access_denied'])
})

it('completing shares its one delivery with the poll, and delivers again for two minutes', async () => {
  const { claim, claim_token } = await agent.serviceAuth()
  const readBack = readBackOf(await agent.confirm(claim))
  expect((await agent.poll(claim_token)).status).toBe(200)
  agent.advance(120_000)
  expect((await agent.complete(claim_token, readBack)).status).toBe(200)
  agent.advance(1)
  expect(errorOf(await agent.complete(claim_token, readBack))).toEqual([410, 'user_code_expired'])
  expect((await agent.poll(claim_token)).body.error).toBe('invalid_grant')
  expect(agent.logged()).toContain('already delivered')
})
