/**
 * A claim as the agent sees it: starting, polling, completing.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { revokeRegistration } from '../../../src/agents/registration.ts'
import { HOUR_MS } from '../../../src/duration.ts'
import { createCode } from '../../../src/agents/claims/user-code.ts'
import { CLAIM_GRANT_ALIAS } from '../../../src/agents/agent-schemas.ts'
import { ANA, type Claim, createTestAgent, errorOf, type Json, readBackOf, type TestAgent } from '../../test-agent.ts'
import { BASE } from '../../test-desk.ts'

let testAgent: TestAgent
beforeEach(async () => {
  testAgent = await createTestAgent()
})

describe('POST /agent/identity/claim', () => {
  it('starts a claim of an anonymous registration, in both dialects', async () => {
    const registration = await testAgent.register()
    const { status, body } = await testAgent.startClaim(registration.claim_token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      registration_id: registration.id,
      id: registration.id,
      type: 'service_auth',
      status: 'initiated',
      expires_at: registration.claim_token_expires,
    })
    expect(body.claim_attempt).toMatchObject({
      user_code: expect.any(String),
      verification_uri: `${BASE}/claim`,
      verification_uri_complete: expect.stringMatching(/\/claim\?attempt=./),
      expires_in: 72 * 3600,
      interval: 5,
    })
    const { verification_uri_complete } = body.claim_attempt as Claim
    expect(body.attempt).toEqual({ ...(body.claim_attempt as Claim), verification_uri: verification_uri_complete })
  })

  it('replaces the former attempt: its code and its link are dead', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const former = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    testAgent.advance(1000)
    const { body } = await testAgent.startClaim(claim_token)
    expect((await testAgent.enter(claim.verification_uri_complete, claim.user_code)).status).toBe(410)
    await testAgent.decide(former, 'confirmed')
    expect((await testAgent.poll(claim_token)).body.error).toBe('authorization_pending')
    const attempt = body.claim_attempt as Claim
    await testAgent.confirm(attempt)
    expect((await testAgent.poll(claim_token)).status).toBe(200)
  })

  it('never extends the window', async () => {
    const { claim_token, claim_token_expires } = await testAgent.serviceAuth()
    testAgent.advance(10 * HOUR_MS)
    const { body } = await testAgent.startClaim(claim_token)
    expect([body.expires_at, (body.claim_attempt as Claim).expires_in]).toEqual([claim_token_expires, 62 * 3600])
  })

  it('refuses another address, an unknown token and a second person, each by its code', async () => {
    const { claim_token, claim } = await testAgent.serviceAuth()
    expect(errorOf(await testAgent.startClaim(claim_token, 'bob@example.com'))).toEqual([400, 'invalid_login_hint'])
    expect(errorOf(await testAgent.startClaim('x'))).toEqual([401, 'invalid_claim_token'])
    await testAgent.confirm(claim)
    const again = { claim_token, login_hint: ANA, type: 'login_hint' }
    expect(await testAgent.post('identity-claim', '/agent/identity/claim', again)).toMatchObject({
      status: 200,
      body: { status: 'claimed' },
    })
    const anonymous = await testAgent.register()
    const attempt = await testAgent.claimFor(anonymous.claim_token)
    await testAgent.confirm(attempt)
    expect(errorOf(await testAgent.startClaim(anonymous.claim_token, 'bob@example.com'))).toEqual([
      409,
      'claimed_or_in_flight',
    ])
  })

  it.each<[string, (link: string, registration: Json) => Promise<unknown>, string]>([
    ['it was denied', (link) => testAgent.decide(link, 'denied'), 'claim_denied'],
    ['another confirmed it', (link) => testAgent.decide(link, 'confirmed'), 'claimed_or_in_flight'],
    [
      'its agent ended the registration',
      (_link, { identity_assertion }) =>
        testAgent.form('revoke', '/oauth/revoke', { token: String(identity_assertion) }),
      'invalid_claim_token',
    ],
    ['its window is over', async () => testAgent.advance(72 * HOUR_MS), 'claim_expired'],
  ])('stores nothing after %s', async (_when, end, error) => {
    const registration = await testAgent.register()
    const attempt = await testAgent.claimFor(registration.claim_token)
    await end(await testAgent.openLink(attempt.verification_uri_complete, attempt.user_code), registration)
    const before = [...testAgent.store.facts.keys()]
    expect((await testAgent.startClaim(registration.claim_token, 'bob@example.com')).body.error).toBe(error)
    expect([...testAgent.store.facts.keys()]).toEqual(before)
  })

  it('ends with the window: 410, and the poll is expired_token', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    testAgent.advance(72 * HOUR_MS - 1000)
    expect((await testAgent.poll(claim_token)).body.error).toBe('authorization_pending')
    testAgent.advance(1000)
    expect((await testAgent.poll(claim_token)).body.error).toBe('expired_token')
    expect(errorOf(await testAgent.startClaim(claim_token))).toEqual([410, 'claim_expired'])
    expect(errorOf(await testAgent.complete(claim_token, 'BCDF-GHJK'))).toEqual([410, 'user_code_expired'])
    expect((await testAgent.enter(claim.verification_uri_complete, claim.user_code)).status).toBe(410)
  })
})

describe('polling', () => {
  it('too fast is slow_down, and five seconds more from then on', async () => {
    const { claim_token } = await testAgent.serviceAuth()
    const after = async (seconds: number) => {
      testAgent.advance(seconds * 1000)
      return (await testAgent.poll(claim_token)).body.error
    }
    expect(await after(0)).toBe('authorization_pending')
    expect(await after(2)).toBe('slow_down')
    expect(await after(3)).toBe('slow_down')
    expect(await after(10)).toBe('authorization_pending')
    expect(await after(5)).toBe('slow_down')
    expect(await after(15)).toBe('authorization_pending')
  })

  it('an unknown token is one that never existed', async () => {
    const { claim_token } = await testAgent.serviceAuth()
    const answers = await Promise.all(
      ['x', 'a.b.c.d.e', `${claim_token}x`, claim_token.replace(/^eyJ/, 'eyK')].map((token) => testAgent.poll(token)),
    )
    for (const { status, body } of answers) expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect((await testAgent.poll('')).body.error).toBe('invalid_request')
  })

  it('is answered under both names of the grant', async () => {
    const { claim_token } = await testAgent.serviceAuth()
    expect((await testAgent.poll(claim_token, { grant_type: CLAIM_GRANT_ALIAS })).body.error).toBe(
      'authorization_pending',
    )
  })

  it('delivers once, and again for two minutes if the reply was lost', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    await testAgent.confirm(claim)
    const answers = await Promise.all(Array.from({ length: 20 }, () => testAgent.poll(claim_token)))
    for (const { status } of answers) expect(status).toBe(200)
    expect([...testAgent.store.facts.keys()].filter((key) => key.endsWith('/delivery'))).toHaveLength(1)
    testAgent.advance(120_000)
    expect((await testAgent.poll(claim_token)).status).toBe(200)
    testAgent.advance(1)
    expect((await testAgent.poll(claim_token)).body.error).toBe('invalid_grant')
  })
})

describe('a claim of an agent that had an assertion', () => {
  it('ends its tokens and its assertion, and gives it others', async () => {
    const { token, registration } = await testAgent.anonymousToken()
    const attempt = await testAgent.claimFor(registration.claim_token)
    expect((await testAgent.check(token)).status).toBe(200)
    await testAgent.confirm(attempt)
    expect((await testAgent.check(token)).status).toBe(401)
    expect((await testAgent.exchange(registration.identity_assertion)).body.error).toBe('invalid_grant')
    const { body } = await testAgent.poll(registration.claim_token)
    expect((await testAgent.check(body.access_token)).body).toMatchObject({
      registration_type: 'anonymous',
      claimed: true,
    })
  })

  it('ended by its own agent is denied and finds no claim', async () => {
    const registration = await testAgent.register()
    const attempt = await testAgent.claimFor(registration.claim_token)
    const link = await testAgent.openLink(attempt.verification_uri_complete, attempt.user_code)
    await testAgent.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) })
    expect((await testAgent.poll(registration.claim_token)).body.error).toBe('access_denied')
    expect(await testAgent.decide(link, 'confirmed')).toContain('has ended')
    expect((await testAgent.startClaim(registration.claim_token)).status).toBe(401)
  })
})

describe('POST /agent/identity/claim/complete', () => {
  it('takes the code that the person was shown, never the one the agent had', async () => {
    const { claim, claim_token, id } = await testAgent.serviceAuth()
    expect(errorOf(await testAgent.complete(claim_token, claim.user_code))).toEqual([409, 'claim_not_confirmed'])
    const readBack = readBackOf(await testAgent.confirm(claim))
    expect(errorOf(await testAgent.complete(claim_token, claim.user_code))).toEqual([401, 'invalid_user_code'])
    const { status, body } = await testAgent.complete(claim_token, readBack.toLowerCase())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      registration_id: id,
      status: 'claimed',
      identity: { assertion: body.identity_assertion },
    })
    expect((await testAgent.exchange(body.identity_assertion)).status).toBe(200)
  })

  it('delivers nothing to a registration that was revoked, though its claim is confirmed', async () => {
    const { claim, claim_token, id } = await testAgent.serviceAuth()
    const readBack = readBackOf(await testAgent.confirm(claim))
    await revokeRegistration(testAgent.service, id, 'staff')
    expect(errorOf(await testAgent.complete(claim_token, readBack))).toEqual([400, 'invalid_claim'])
    expect(errorOf(await testAgent.poll(claim_token))).toEqual([400, 'access_denied'])
  })

  it('shares its one delivery with the poll', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const readBack = readBackOf(await testAgent.confirm(claim))
    expect((await testAgent.poll(claim_token)).status).toBe(200)
    expect((await testAgent.complete(claim_token, readBack)).status).toBe(200)
    testAgent.advance(121_000)
    expect(errorOf(await testAgent.complete(claim_token, readBack))).toEqual([410, 'user_code_expired'])
  })

  it('counts the tries', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const readBack = readBackOf(await testAgent.confirm(claim))
    const answers = await Promise.all(Array.from({ length: 10 }, () => testAgent.complete(claim_token, createCode())))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ body }) => body.error === 'too_many_attempts')).toHaveLength(5)
    expect((await testAgent.complete(claim_token, readBack)).status).toBe(429)
    expect((await testAgent.poll(claim_token)).status).toBe(200)
  })
})

describe('deciding at the same time', () => {
  it('has one outcome when a confirmation meets a new attempt', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const link = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    testAgent.advance(1000)
    await Promise.all([
      testAgent.decide(link, 'confirmed'),
      testAgent.startClaim(claim_token),
      testAgent.decide(link, 'confirmed'),
    ])
    const first = await testAgent.poll(claim_token)
    testAgent.advance(72 * HOUR_MS)
    expect((await testAgent.poll(claim_token)).body.error).toBe(
      first.status === 200 ? 'invalid_grant' : 'expired_token',
    )
  })
})
