import { describe, expect, it } from 'vitest'
import { changeCase } from '../../src/inquiries/change.ts'
import { inquiryAt } from '../../src/inquiries/inquiry-id.ts'
import { keepHouse, RULES } from '../../src/service/housekeeping.ts'
import { play, type Player } from '../player.ts'
import { workAt } from '../desk/browser.ts'
import { GOOD, DAY_MS, HOUR_MS } from '../world.ts'
import { useTwoIssuers } from '../agents/identity/two-issuers.ts'
import { playVouched } from '../agents/identity/vouched-player.ts'

useTwoIssuers()

/** One of each fact there is. */
async function fill(): Promise<Player> {
  const used = await playVouched()
  await used.post('inquiries', '/api/v1/inquiries', GOOD, { headers: { 'Idempotency-Key': 'k' } })
  const { token, registration } = await used.anonymousToken()
  await used.form('revoke', '/oauth/revoke', { token })
  await used.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) })
  await used.present(await used.vouch({ email: 'bob@example.com' }))
  const { claim, claim_token } = (await used.register({ type: 'service_auth', login_hint: 'ana@example.com' })) as {
    claim: { verification_uri: string; user_code: string }
    claim_token: string
  }
  await used.decide(await used.openLink(claim.verification_uri, claim.user_code), 'confirmed')
  await used.poll(claim_token)
  await workAt(used)
  return used
}

const kindsOf = ({ store }: Player) =>
  [
    ...new Set(
      [...store.facts.keys()].map(
        (key) => RULES.find(({ prefix }) => key.startsWith(prefix))?.prefix ?? key.split('/')[0],
      ),
    ),
  ].sort()

describe('housekeeping', () => {
  it('keeps what counts, and removes each kind when it has run out', async () => {
    const player = await fill()
    expect(kindsOf(player)).toEqual([
      'audit',
      'claimants/',
      'claims/',
      'codes/',
      'confirmed/',
      'idempotency/',
      'inquiries',
      'jti/',
      'people',
      'receipts/',
      'revoked/registrations/',
      'revoked/tokens/',
      'sent/',
      'sessions/',
      'staff',
      'subjects/',
    ])
    expect(await keepHouse(player.service)).toEqual({})
    expect(player.logged()).toContain('{"event":"housekeeping.removed"}')
    player.advance(2 * HOUR_MS + 1)
    expect(await keepHouse(player.service)).toEqual({ 'revoked/tokens': 1, jti: 1 })
    expect(player.logged()).toContain('{"event":"housekeeping.removed","revoked/tokens":1,"jti":1}')
    expect(kindsOf(player)).toEqual([
      'audit',
      'claimants/',
      'claims/',
      'codes/',
      'confirmed/',
      'idempotency/',
      'inquiries',
      'people',
      'receipts/',
      'revoked/registrations/',
      'sent/',
      'sessions/',
      'staff',
      'subjects/',
    ])
    player.advance(2 * DAY_MS)
    await keepHouse(player.service)
    expect(kindsOf(player)).toEqual([
      'audit',
      'claimants/',
      'claims/',
      'codes/',
      'confirmed/',
      'index',
      'inquiries',
      'people',
      'revoked/registrations/',
      'sent/',
      'staff',
      'subjects/',
    ])
    player.advance(42 * DAY_MS)
    await keepHouse(player.service)
    expect(kindsOf(player)).toContain('revoked/registrations/')
    player.advance(DAY_MS)
    await keepHouse(player.service)
    expect(kindsOf(player)).toEqual(['audit', 'index', 'inquiries', 'people', 'staff'])
    expect(await player.inquiries()).toHaveLength(1)
  })

  it('brings nothing dead to life', async () => {
    const player = await play()
    const { token, registration } = await player.anonymousToken()
    await player.form('revoke', '/oauth/revoke', { token })
    await player.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) })
    for (let day = 0; day < 60; day++) {
      player.advance(DAY_MS)
      await keepHouse(player.service)
      expect((await player.check(token)).status).toBe(401)
      expect((await player.exchange(registration.identity_assertion)).status).toBe(400)
    }
    expect(player.store.facts.size).toBe(0)
  })
})

describe('under a flood, housekeeping', () => {
  it('reads nothing of which the key says that it is young', async () => {
    const { service, store } = await play()
    const at = service.clock.now().toISOString()
    const young = [
      `idempotency/${at.slice(0, 10)}/`,
      `claims/reg_x/attempts/${at}-`,
      `claimants/x/${at}/reg_`,
      `sent/${at}/receipt-`,
      `outbox/${at}/receipt-`,
      `receipts/${at.slice(0, 10)}/`,
    ]
    for (const prefix of young)
      for (let number = 0; number < 1000; number++) store.facts.set(prefix + number, JSON.stringify({ at }))
    await keepHouse(service)
    expect([store.calls.read, store.calls.remove]).toEqual([0, 0])
  })

  it('removes what is due all the same, and comes through the flood run by run', async () => {
    const player = await play()
    const { service, store } = player
    await player.post('inquiries', '/api/v1/inquiries', GOOD)
    const id = inquiryAt([...store.facts.keys()].find((key) => key.startsWith('inquiries/')) ?? '')
    await changeCase(service, id, 0, { status: 'spam' }, 'CLERK001')
    player.advance(200 * DAY_MS)
    await player.register({ type: 'service_auth', login_hint: 'ana@example.com' })
    const at = service.clock.now().toISOString()
    // What a function has no time to look through: each look takes a tenth of a second.
    const codes = Array.from({ length: 3000 }, (_, number) => `codes/${String(number).padStart(5, '0')}`)
    for (const key of codes) store.facts.set(key, JSON.stringify({ at }))
    store.facts.set('codes/02500', JSON.stringify({ at: '2026-11-21T15:04:05.000Z' }))
    store.facts.set('sessions/x/start', JSON.stringify({ at: '2026-11-21T15:04:05.000Z' }))
    const slow = {
      ...store,
      read: async (key: string) => (player.advance(key.startsWith('codes/') ? 100 : 0), store.read(key)),
    }
    const startedAt = service.clock.now().getTime()
    expect(await keepHouse({ ...service, store: slow })).toMatchObject({ inquiries: 1, sessions: 1 })
    expect(service.clock.now().getTime() - startedAt).toBeLessThan(26_000)
    expect(player.logged()).toContain('"cutOff":"codes"')
    let runs = 1
    for (; store.facts.has('codes/02500') && runs < 60; runs++) {
      player.advance(6 * HOUR_MS)
      await keepHouse({ ...service, store: slow })
    }
    expect(store.facts.has('codes/02500'), `after ${runs} runs`).toBe(false)
    expect(store.facts.has('codes/02499')).toBe(true)
  })

  it('ends in time with inquiries too, and goes on with them in the next run', async () => {
    const player = await play({ factor: 1000 })
    const { service, store } = player
    for (let number = 0; number < 60; number++) await player.post('inquiries', '/api/v1/inquiries', GOOD)
    const keys = [...store.facts.keys()].filter((key) => key.startsWith('inquiries/'))
    for (const key of keys) await changeCase(service, inquiryAt(key), 0, { status: 'declined' }, 'CLERK001')
    player.advance(200 * DAY_MS)
    store.facts.set('sessions/x/start', JSON.stringify({ at: '2026-11-21T15:04:05.000Z' }))
    const slow = {
      ...store,
      remove: async (key: string) => (player.advance(key.startsWith('inquiries/') ? 400 : 0), store.remove(key)),
    }
    expect(await keepHouse({ ...service, store: slow })).toMatchObject({ inquiries: 40, sessions: 1 })
    expect(player.logged()).toContain('"cutOff":"inquiries"')
    expect(await keepHouse({ ...service, store: slow })).toMatchObject({ inquiries: 20 })
  })
})
