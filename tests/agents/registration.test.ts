/** Registration: what an agent is given, and what is refused. */
import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import { ANA, errorOf, type Json, agent, useAgent } from '../test-agent.ts'
import { BASE } from '../test-desk.ts'

useAgent()

it('of an anonymous agent gives both dialects everything, and stores nothing', async () => {
  const { status, headers, body } = await agent.post('identity', '/agent/identity', { type: 'anonymous' })
  expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache'])
  const scopes = ['firm.read', 'inquiries.write']
  expect(body).toMatchObject({
    registration_type: 'anonymous',
    type: 'anonymous',
    pre_claim_scopes: scopes,
    post_claim_scopes: scopes,
    scopes: { pre_claim: scopes, post_claim: scopes },
    claim_url: `${BASE}/agent/identity/claim`,
  })
  expect(body.id).toBe(body.registration_id)
  expect(body.identity).toEqual({ assertion: body.identity_assertion, expires_at: body.assertion_expires })
  expect(body.claim).toEqual({ token: body.claim_token, expires_at: body.claim_token_expires, url: body.claim_url })
  expect(body.claim_token_expires).toBe('2026-11-24T15:04:05.000Z')
  expect(body.assertion_expires).toBe('2026-11-22T15:04:05.000Z')
  expect(decodeJwt(String(body.identity_assertion))).toMatchObject({ iss: BASE, aud: BASE, sub: body.id })
  expect(agent.store.records.size).toBe(0)
})

it('by e-mail gives a code and no assertion', async () => {
  const body = await agent.serviceAuth()
  expect(body).not.toHaveProperty('identity_assertion')
  expect(body.claim).toMatchObject({ expires_in: 72 * 3600, interval: 5, token: body.claim_token })
  expect(body.claim.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(body.claim.verification_uri_complete).toContain(`${BASE}/claim?attempt=`)
  expect(body.claim.verification_uri_complete).not.toContain(body.claim.user_code)
})

it('stores neither code nor address in the clear', async () => {
  const body = await agent.serviceAuth()
  const stored = JSON.stringify([...agent.store.records])
  for (const secret of [ANA, body.claim.user_code, body.claim.user_code.replace('-', ''), body.claim_token])
    expect(stored).not.toContain(secret)
  expect(agent.logged()).not.toContain(ANA)
  expect(agent.logged()).not.toContain(body.claim.user_code)
})

it.each([
  [{ type: 'service_auth' }, 'invalid_request'],
  [{ type: 'service_auth', login_hint: 'nobody' }, 'invalid_login_hint'],
  [{ type: 'admin' }, 'invalid_request'],
])('%j is %s', async (body, error) => {
  const answer = await agent.post('identity', '/agent/identity', body)
  expect(errorOf(answer)).toEqual([400, error])
  expect(agent.store.records.size).toBe(0)
})

it('answers alike for an address it knows and one it does not', async () => {
  const known = await agent.serviceAuth()
  await agent.confirm(known.claim)
  const shape = (body: Json) =>
    JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' ? value.length : value))
  expect(shape(await agent.serviceAuth(ANA))).toBe(shape(await agent.serviceAuth('bob@example.com')))
})
