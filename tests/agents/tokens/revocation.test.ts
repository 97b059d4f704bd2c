/** Revocation of a token, of an assertion with all that came of it, and of everything before a moment. */
import { beforeEach, expect, it } from 'vitest'
import { type Json, agent, useAgent } from '../../test-agent.ts'
import { expectOAuthError } from '../oauth-error.ts'

useAgent()
let registration: Json
beforeEach(async () => {
  registration = await agent.register()
})

it('ends a token at once, and answers 200 with nothing', async () => {
  const { token } = await agent.anonymousToken()
  const { status, headers, body } = await agent.revoke(token)
  expect([status, body, headers.get('cache-control')]).toEqual([200, { text: '' }, 'no-store'])
  expect((await agent.check(token)).status).toBe(401)
})

it.each(['garbage', '', 'a.b.c', 'claim'])('answers the same for %j', async (kind) => {
  const token = kind === 'claim' ? String(registration.claim_token) : kind
  const { status } = await agent.revoke(token)
  expect(status).toBe(kind === '' ? 400 : 200)
  expect(agent.store.keysOf()).toEqual([])
})

it('that is asked for again, or for a token of an ended registration, stores nothing more', async () => {
  const { token } = await agent.anonymousToken()
  const { body } = await agent.exchange(registration.identity_assertion)
  for (const revoked of [token, registration.identity_assertion]) await agent.revoke(revoked)
  const before = [...agent.store.records]
  agent.advance(1000)
  for (const revoked of [token, registration.identity_assertion, body.access_token])
    expect((await agent.revoke(revoked)).status).toBe(200)
  expect([...agent.store.records]).toEqual(before)
})

it('of one token leaves the others; of the assertion ends all', async () => {
  const [one, other] = await Promise.all([
    agent.exchange(registration.identity_assertion),
    agent.exchange(registration.identity_assertion),
  ])
  await agent.revoke(one.body.access_token)
  expect((await agent.check(other.body.access_token)).status).toBe(200)
  await agent.revoke(registration.identity_assertion)
  expect((await agent.check(other.body.access_token)).status).toBe(401)
  expectOAuthError(await agent.exchange(registration.identity_assertion), 'invalid_grant')
})

it('says so while the store is down', async () => {
  const { token } = await agent.anonymousToken()
  agent.store.down = true
  expectOAuthError(await agent.revoke(token), 'temporarily_unavailable', 503)
  agent.store.down = false
  expect((await agent.check(token)).status).toBe(200)
  for (const [prefix, kind] of [
    ['revoked/', token],
    ['claims/', registration.identity_assertion],
  ] as const) {
    agent.store.readOnly = prefix
    expectOAuthError(await agent.revoke(kind), 'temporarily_unavailable', 503)
  }
})

it('of everything before a moment is one setting', async () => {
  const { token } = await agent.anonymousToken()
  agent.advance(1000)
  agent.service.revokeBefore = agent.service.clock.now().getTime()
  expect((await agent.check(token)).status).toBe(401)
  expectOAuthError(await agent.exchange(registration.identity_assertion), 'invalid_grant')
  expectOAuthError(await agent.poll(registration.claim_token), 'invalid_grant')
  expect((await agent.check((await agent.anonymousToken()).token)).status).toBe(200)
})
