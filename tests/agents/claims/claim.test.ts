/**
 * A claim as the agent sees it: starting, polling, completing.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { createCode } from '../../../src/agents/claims/user-code.ts'
import { HOUR_MS } from '../../world.ts'
import { CLAIM_GRANT_ALIAS } from '../../../src/agents/grant.ts'
import { readBackOf, play, type Player, ANA, type Claim } from '../../player.ts'

let player: Player
beforeEach(async () => {
  player = await play()
})

describe('POST /agent/identity/claim', () => {
  it('starts a claim of an anonymous registration, in both dialects', async () => {
    const registration = await player.register()
    const { status, body } = await player.startClaim(registration.claim_token)
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
      verification_uri: expect.any(String),
      expires_in: 72 * 3600,
      interval: 5,
    })
    expect(body.attempt).toEqual(body.claim_attempt)
  })

  it('replaces the former attempt: its code and its link are dead', async () => {
    const { claim, claim_token } = await player.serviceAuth()
    const former = await player.openLink(claim.verification_uri, claim.user_code)
    player.advance(1000)
    const { body } = await player.startClaim(claim_token)
    expect((await player.enter(claim.verification_uri, claim.user_code)).status).toBe(410)
    await player.decide(former, 'confirmed')
    expect((await player.poll(claim_token)).body.error).toBe('authorization_pending')
    const attempt = body.claim_attempt as Claim
    await player.decide(await player.openLink(attempt.verification_uri, attempt.user_code), 'confirmed')
    expect((await player.poll(claim_token)).status).toBe(200)
  })

  it('never extends the window', async () => {
    const { claim_token, claim_token_expires } = await player.serviceAuth()
    player.advance(10 * HOUR_MS)
    const { body } = await player.startClaim(claim_token)
    expect([body.expires_at, (body.claim_attempt as Claim).expires_in]).toEqual([claim_token_expires, 62 * 3600])
  })

  it('takes login_hint for email', async () => {
    const registration = await player.register()
    const { status } = await player.post('identity-claim', '/agent/identity/claim', {
      claim_token: registration.claim_token,
      login_hint: ANA,
      type: 'login_hint',
    })
    expect(status).toBe(200)
  })

  it('answers who may not claim', async () => {
    const { claim_token, claim } = await player.serviceAuth()
    expect(await player.startClaim(claim_token, 'bob@example.com')).toMatchObject({
      status: 400,
      body: { error: 'invalid_login_hint' },
    })
    expect(await player.startClaim('x')).toMatchObject({ status: 401, body: { error: 'invalid_claim_token' } })
    expect(await player.startClaim(undefined)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(await player.post('identity-claim', '/agent/identity/claim', { claim_token })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
    expect(await player.startClaim(claim_token, 'nobody')).toMatchObject({
      status: 400,
      body: { error: 'invalid_login_hint' },
    })
    await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed')
    expect(await player.startClaim(claim_token)).toMatchObject({ status: 200, body: { status: 'claimed' } })
    const anonymous = await player.register()
    const { body } = await player.startClaim(anonymous.claim_token)
    const attempt = body.claim_attempt as Claim
    await player.decide(await player.openLink(attempt.verification_uri, attempt.user_code), 'confirmed')
    expect(await player.startClaim(anonymous.claim_token, 'bob@example.com')).toMatchObject({
      status: 409,
      body: { error: 'claimed_or_in_flight' },
    })
  })

  it('ends with the window: 410, and the poll is expired_token', async () => {
    const { claim, claim_token } = await player.serviceAuth()
    player.advance(72 * HOUR_MS - 1000)
    expect((await player.poll(claim_token)).body.error).toBe('authorization_pending')
    player.advance(1000)
    expect((await player.poll(claim_token)).body.error).toBe('expired_token')
    expect(await player.startClaim(claim_token)).toMatchObject({ status: 410, body: { error: 'claim_expired' } })
    expect(await player.complete(claim_token, 'BCDF-GHJK')).toMatchObject({
      status: 410,
      body: { error: 'user_code_expired' },
    })
    expect((await player.enter(claim.verification_uri, claim.user_code)).status).toBe(410)
  })
})

describe('polling', () => {
  it('too fast is slow_down, and five seconds more from then on', async () => {
    const { claim_token } = await player.serviceAuth()
    const after = async (seconds: number) => {
      player.advance(seconds * 1000)
      return (await player.poll(claim_token)).body.error
    }
    expect(await after(0)).toBe('authorization_pending')
    expect(await after(2)).toBe('slow_down')
    expect(await after(3)).toBe('slow_down')
    expect(await after(10)).toBe('authorization_pending')
    expect(await after(5)).toBe('slow_down')
    expect(await after(15)).toBe('authorization_pending')
  })

  it('an unknown token is one that never existed', async () => {
    const { claim_token } = await player.serviceAuth()
    const answers = await Promise.all(
      ['x', 'a.b.c.d.e', `${claim_token}x`, claim_token.replace(/^eyJ/, 'eyK')].map((token) => player.poll(token)),
    )
    for (const { status, body } of answers) expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect((await player.poll('')).body.error).toBe('invalid_request')
  })

  it('is answered under both names of the grant', async () => {
    const { claim_token } = await player.serviceAuth()
    expect((await player.poll(claim_token, { grant_type: CLAIM_GRANT_ALIAS })).body.error).toBe('authorization_pending')
  })

  it('delivers once, and again for two minutes if the reply was lost', async () => {
    const { claim, claim_token } = await player.serviceAuth()
    await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed')
    const answers = await Promise.all(Array.from({ length: 20 }, () => player.poll(claim_token)))
    for (const { status } of answers) expect(status).toBe(200)
    expect([...player.store.facts.keys()].filter((key) => key.endsWith('/delivery'))).toHaveLength(1)
    player.advance(120_000)
    expect((await player.poll(claim_token)).status).toBe(200)
    player.advance(1)
    expect((await player.poll(claim_token)).body.error).toBe('invalid_grant')
  })

  it('costs one round of reads, delivery one more, starting a claim one', async () => {
    player.store.countsRounds = true
    const { claim, claim_token } = await player.serviceAuth()
    expect(player.store.rounds()).toBe(1)
    await player.poll(claim_token)
    expect(player.store.rounds()).toBe(2)
    await player.startClaim(claim_token)
    expect(player.store.rounds()).toBe(3)
    const other = await player.serviceAuth()
    await player.decide(await player.openLink(other.claim.verification_uri, other.claim.user_code), 'confirmed')
    const before = player.store.rounds()
    await player.poll(other.claim_token)
    expect(player.store.rounds() - before).toBe(2)
    expect(claim.user_code).toBeDefined()
  })
})

describe('a claim of an agent that had an assertion', () => {
  it('kills its tokens and its assertion, and gives it others', async () => {
    const { token, registration } = await player.anonymousToken()
    const attempt = (await player.startClaim(registration.claim_token)).body.claim_attempt as Claim
    expect((await player.check(token)).status).toBe(200)
    await player.decide(await player.openLink(attempt.verification_uri, attempt.user_code), 'confirmed')
    expect((await player.check(token)).status).toBe(401)
    expect((await player.exchange(registration.identity_assertion)).body.error).toBe('invalid_grant')
    const { body } = await player.poll(registration.claim_token)
    expect((await player.check(body.access_token)).body).toMatchObject({
      registration_type: 'anonymous',
      claimed: true,
    })
  })

  it('leaves it as it was when the person denies', async () => {
    const { token, registration } = await player.anonymousToken()
    const attempt = (await player.startClaim(registration.claim_token)).body.claim_attempt as Claim
    await player.decide(await player.openLink(attempt.verification_uri, attempt.user_code), 'denied')
    expect((await player.check(token)).body).toMatchObject({ claimed: false })
  })

  it('ended by its own agent is denied and finds no claim', async () => {
    const registration = await player.register()
    const attempt = (await player.startClaim(registration.claim_token)).body.claim_attempt as Claim
    const link = await player.openLink(attempt.verification_uri, attempt.user_code)
    await player.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) })
    expect((await player.poll(registration.claim_token)).body.error).toBe('access_denied')
    expect((await player.startClaim(registration.claim_token)).status).toBe(401)
    expect(await player.decide(link, 'confirmed')).toContain('has ended')
  })
})

describe('POST /agent/identity/claim/complete', () => {
  it('takes the code that the person was shown, never the one the agent had', async () => {
    const { claim, claim_token, id } = await player.serviceAuth()
    expect(await player.complete(claim_token, claim.user_code)).toMatchObject({
      status: 409,
      body: { error: 'claim_not_confirmed' },
    })
    const readBack = readBackOf(
      await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed'),
    )
    expect(await player.complete(claim_token, claim.user_code)).toMatchObject({
      status: 401,
      body: { error: 'invalid_user_code' },
    })
    const { status, body } = await player.complete(claim_token, readBack.toLowerCase())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      registration_id: id,
      status: 'claimed',
      identity: { assertion: body.identity_assertion },
    })
    expect((await player.exchange(body.identity_assertion)).status).toBe(200)
  })

  it('shares its one delivery with the poll', async () => {
    const { claim, claim_token } = await player.serviceAuth()
    const readBack = readBackOf(
      await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed'),
    )
    expect((await player.poll(claim_token)).status).toBe(200)
    expect((await player.complete(claim_token, readBack)).status).toBe(200)
    player.advance(121_000)
    expect(await player.complete(claim_token, readBack)).toMatchObject({
      status: 410,
      body: { error: 'user_code_expired' },
    })
  })

  it('counts the tries', async () => {
    const { claim, claim_token } = await player.serviceAuth()
    const readBack = readBackOf(
      await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed'),
    )
    const answers = await Promise.all(Array.from({ length: 10 }, () => player.complete(claim_token, createCode())))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ body }) => body.error === 'too_many_attempts')).toHaveLength(5)
    expect((await player.complete(claim_token, readBack)).status).toBe(429)
    expect((await player.poll(claim_token)).status).toBe(200)
  })

  it('says what is missing or never started', async () => {
    const anonymous = await player.register()
    expect(await player.complete(anonymous.claim_token, 'BCDF-GHJK')).toMatchObject({
      status: 400,
      body: { error: 'invalid_claim' },
    })
    expect(await player.complete('x', 'BCDF-GHJK')).toMatchObject({ status: 400, body: { error: 'invalid_claim' } })
    expect(await player.complete(anonymous.claim_token, undefined)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
    expect(await player.complete(undefined, 'BCDF-GHJK')).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })
})

describe('who decides at once with others meets one decision', () => {
  it('confirm against a new attempt, and poll at the end of the window', async () => {
    const { claim, claim_token } = await player.serviceAuth()
    const link = await player.openLink(claim.verification_uri, claim.user_code)
    player.advance(1000)
    await Promise.all([
      player.decide(link, 'confirmed'),
      player.startClaim(claim_token),
      player.decide(link, 'confirmed'),
    ])
    const first = await player.poll(claim_token)
    player.advance(72 * HOUR_MS)
    expect((await player.poll(claim_token)).body.error).toBe(first.status === 200 ? 'invalid_grant' : 'expired_token')
  })
})
