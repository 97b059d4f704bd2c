/** Registration: what an agent is given, and what is refused. */
import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import { ANA, errorOf, type Json, agent, readBackOf, useAgent } from '../test-agent.ts'
import { BASE } from '../test-desk.ts'

useAgent()

it('of an anonymous agent gives both dialects everything, and stores nothing', async () => {
  const { status, headers, body } = await agent.post('identity', '/agent/identity', { type: 'anonymous' })
  expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache'])
  const scopes = ['firm.read', 'inquiries.write']
  const ends = { claim_token_expires: '2026-11-24T15:04:05.000Z', assertion_expires: '2026-11-22T15:04:05.000Z' }
  expect(body).toMatchObject({
    registration_type: 'anonymous',
    type: 'anonymous',
    registration_id: body.id,
    pre_claim_scopes: scopes,
    post_claim_scopes: scopes,
    scopes: { pre_claim: scopes, post_claim: scopes },
    ...ends,
    claim_url: `${BASE}/agent/identity/claim`,
    identity: { assertion: body.identity_assertion, expires_at: ends.assertion_expires },
    claim: { token: body.claim_token, expires_at: ends.claim_token_expires, url: body.claim_url },
  })
  expect(decodeJwt(String(body.identity_assertion))).toMatchObject({ iss: BASE, aud: BASE, sub: body.id })
  expect(agent.store.records.size).toBe(0)
})

it('by e-mail gives a code and no assertion, and stores neither code nor address in the clear', async () => {
  const body = await agent.serviceAuth()
  expect(body).not.toHaveProperty('identity_assertion')
  expect(body.claim).toMatchObject({ expires_in: 72 * 3600, interval: 5, token: body.claim_token })
  expect(body.scopes).toEqual({ pre_claim: [], post_claim: ['firm.read', 'inquiries.write'] })
  expect(body.claim.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(body.claim.verification_uri_complete).toContain(`${BASE}/claim?attempt=`)
  expect(body.claim.verification_uri_complete).not.toContain(body.claim.user_code)
  const kept = JSON.stringify([...agent.store.records]) + agent.logged()
  for (const secret of [ANA, body.claim.user_code, body.claim.user_code.replace('-', ''), body.claim_token])
    expect(kept).not.toContain(secret)
})

it.each([
  [{ type: 'service_auth' }, 'invalid_request'],
  [{ type: 'service_auth', login_hint: ' nobody ' }, 'invalid_login_hint'],
  [{ type: 'admin' }, 'invalid_request'],
])('%j is %s', async (body, error) => {
  expect(errorOf(await agent.post('identity', '/agent/identity', body))).toEqual([400, error])
  expect(agent.store.records.size).toBe(0)
})

it('answers alike for an address it knows and one it does not', async () => {
  await agent.confirm((await agent.serviceAuth()).claim)
  const shape = (body: Json) =>
    JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' ? value.length : value))
  expect(shape(await agent.serviceAuth(ANA))).toBe(shape(await agent.serviceAuth('bob@example.com')))
})

it('logs what an agent does, by ids only', async () => {
  const { id, claim, claim_token } = await agent.serviceAuth()
  const readBack = readBackOf(await agent.confirm(claim))
  const { body } = await agent.complete(claim_token, readBack)
  const token = (await agent.exchange(body.identity_assertion)).body.access_token
  for (const ended of [token, token, body.identity_assertion, body.identity_assertion]) await agent.revoke(ended)
  const lines = agent.logged().split('\n')
  const events = lines.map((line) => JSON.parse(line) as Json).filter((event) => 'registration' in event)
  const [attempt, tokenId] = [events[0]?.attempt, events.at(-2)?.token]
  expect(events).toEqual([
    { event: 'claim.requested', registration: id, attempt },
    { event: 'registration.created', registration: id, type: 'service_auth' },
    { event: 'claim.link-sent', registration: id, attempt },
    { event: 'claim.confirmed', registration: id, attempt, by: 'link' },
    { event: 'token.issued', registration: id, token: tokenId },
    { event: 'token.revoked', registration: id, token: tokenId },
    { event: 'registration.revoked', registration: id, by: 'agent' },
  ])
})
