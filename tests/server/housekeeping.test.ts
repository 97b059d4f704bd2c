import { describe, expect, it } from 'vitest'
import { keepHouse, RULES } from '../../src/server/housekeeping.ts'
import { play, type Player } from '../player.ts'
import { workAt } from '../desk/browser.ts'
import { GOOD } from '../world.ts'
import { startProvider } from '../agents/vouching-provider.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

/** One of each fact there is. */
async function fill(): Promise<Player> {
  let player: Player | undefined
  const provider = await startProvider('https://www.example.com', () => Math.floor((player?.service.clock.now().getTime() ?? 0) / 1000))
  const used = (player = await play({ trustedIssuers: [provider.trusted] }))
  await used.post('inquiries', '/api/v1/inquiries', GOOD, { headers: { 'Idempotency-Key': 'k' } })
  const { token, registration } = await used.anonymousToken()
  await used.form('revoke', '/oauth/revoke', { token })
  await used.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) })
  await used.post('identity', '/agent/identity', { type: 'identity_assertion', assertion_type: 'urn:ietf:params:oauth:token-type:id-jag', assertion: await provider.vouch({ email: 'bob@example.com' }) })
  const { claim, claim_token } = (await used.register({ type: 'service_auth', login_hint: 'ana@example.com' })) as { claim: { verification_uri: string; user_code: string }; claim_token: string }
  await used.decide(await used.openLink(claim.verification_uri, claim.user_code), 'confirmed')
  await used.poll(claim_token)
  await workAt(used)
  await provider.close()
  return used
}

const kindsOf = ({ store }: Player) => [...new Set([...store.facts.keys()].map((key) => RULES.find(({ prefix }) => key.startsWith(prefix))?.prefix ?? key.split('/')[0]))].sort()

describe('housekeeping', () => {
  it('keeps what counts, and removes each kind when it has run out', async () => {
    const player = await fill()
    expect(kindsOf(player)).toEqual(['audit', 'claims/', 'codes/', 'idempotency/', 'inquiries', 'jti/', 'people', 'receipts/', 'revoked/registrations/', 'revoked/tokens/', 'sent/', 'sessions/', 'staff', 'subjects/'])
    expect(await keepHouse(player.service)).toBe(0)
    player.advance(2 * HOUR_MS + 1)
    await keepHouse(player.service)
    expect(kindsOf(player)).toEqual(['audit', 'claims/', 'codes/', 'idempotency/', 'inquiries', 'people', 'receipts/', 'revoked/registrations/', 'sent/', 'sessions/', 'staff', 'subjects/'])
    player.advance(2 * DAY_MS)
    await keepHouse(player.service)
    expect(kindsOf(player)).toEqual(['audit', 'claims/', 'codes/', 'index', 'inquiries', 'people', 'revoked/registrations/', 'sent/', 'staff', 'subjects/'])
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
