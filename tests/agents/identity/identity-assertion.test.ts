/**
 * Agents whose provider vouches for the person: once, for persons who are known by another way, and where no provider is trusted.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { play } from '../../player.ts'
import { KEY_SET } from '../../world.ts'
import { type Claimable, stepsOf } from '../claims/claim-steps.ts'
import { ID_JAG, playVouched, type VouchedPlayer } from './vouched-player.ts'
import type { Provider } from './vouching-provider.ts'

let player: VouchedPlayer
let provider: Provider
beforeEach(async () => {
  player = await playVouched()
  provider = player.provider
})
const { serviceAuth } = stepsOf(() => player)

describe('an ID-JAG', () => {
  it('registers an agent of a verified person', async () => {
    const { status, headers, body } = await player.present(await provider.vouch())
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
    const token = await player.exchange(body.identity_assertion)
    expect((await player.check(token.body.access_token)).body).toMatchObject({
      claimed: true,
      email_verified: true,
      registration_type: 'identity_assertion',
    })
    expect(JSON.stringify([...player.store.facts]) + player.logged()).not.toMatch(/ana@example|person-1/)
  })

  it('is good once, whoever comes at the same time', async () => {
    const text = await provider.vouch()
    const answers = await Promise.all(Array.from({ length: 50 }, () => player.present(text)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'replay_detected')).toHaveLength(49)
  })

  it('shares its jti with no other issuer, and burns it last', async () => {
    const jti = 'the-same'
    expect((await player.present(await provider.vouch({ jti, aud: 'https://evil.example' }))).status).toBe(400)
    expect((await player.present(await provider.vouch({ jti }))).status).toBe(200)
    expect((await player.present(await player.other.vouch({ jti, email: 'bob@example.com' }))).status).toBe(200)
    expect((await player.present(await provider.vouch({ jti }))).body.error).toBe('replay_detected')
  })

  it('narrows what is granted', async () => {
    const { body } = await player.present(await provider.vouch({ scope: 'firm.read admin' }))
    expect(body.scopes).toEqual(['firm.read'])
    expect((await player.exchange(body.identity_assertion)).body.scope).toBe('firm.read')
    expect((await player.exchange(body.identity_assertion, { scope: 'inquiries.write' })).body.error).toBe(
      'invalid_scope',
    )
  })

  it('costs two rounds', async () => {
    const text = await provider.vouch()
    player.store.countsRounds = true
    await player.present(text)
    expect(player.store.rounds()).toBe(2)
  })
})

describe('a person whom the firm knows by another way', () => {
  it('is asked before a provider speaks for them', async () => {
    const known = await serviceAuth('Ana@example.com')
    await player.decide(await player.openLink(known.claim.verification_uri, known.claim.user_code), 'confirmed')
    const { status, body } = await player.present(await provider.vouch())
    expect([status, body.error]).toEqual([401, 'interaction_required'])
    expect(body).not.toHaveProperty('identity_assertion')
    expect((await player.present(await provider.vouch())).status).toBe(401)
    const { claim, claim_token } = body as Claimable
    await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed')
    expect((await player.poll(claim_token)).status).toBe(200)
    expect((await player.present(await provider.vouch())).status).toBe(200)
    expect((await player.present(await player.other.vouch())).status).toBe(401)
    expect((await player.present(await provider.vouch({ sub: 'person-2' }))).status).toBe(401)
  })

  it('goes on with a provider that vouched before', async () => {
    expect((await player.present(await provider.vouch())).status).toBe(200)
    const claimed = await serviceAuth('ana@example.com')
    await player.decide(await player.openLink(claimed.claim.verification_uri, claimed.claim.user_code), 'confirmed')
    expect((await player.present(await provider.vouch())).status).toBe(200)
  })
})

describe('the trust list', () => {
  it('empty, the method is neither offered nor performed', async () => {
    const alone = await play()
    const { body } = await alone.post('identity', '/agent/identity', {
      type: 'identity_assertion',
      assertion_type: ID_JAG,
      assertion: await provider.vouch(),
    })
    expect(body.error).toBe('issuer_not_enabled')
    expect(provider.fetches()).toBe(0)
    expect(KEY_SET.signing.length).toBe(1)
  })
})
