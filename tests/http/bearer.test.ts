/**
 * The bearer token: whom it tells of, how it is sent, and that it is dead alike whatever ended it.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { play, type Player } from '../player.ts'
import { BASE, GOOD } from '../world.ts'

let player: Player
beforeEach(async () => {
  player = await play()
})

describe('the bearer token', () => {
  it('tells who holds it', async () => {
    const { token, registration: own } = await player.anonymousToken('firm.read')
    const { status, headers, body } = await player.check(token)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      registration_id: own.id,
      registration_type: 'anonymous',
      claimed: false,
      email_verified: false,
      scopes: ['firm.read'],
      expires_at: '2026-11-21T16:04:05.000Z',
    })
  })

  const challenge = `Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource"`
  it.each([[{}], [{ Authorization: 'Basic YTpi' }], [{ Authorization: 'Digest x' }], [{ Authorization: 'Token x' }]])(
    'with %j is 401 with a challenge that names no error',
    async (headers: Record<string, string>) => {
      const answer = await player.get('agent', '/api/v1/agent', headers)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge])
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
    },
  )

  it('is dead alike when unknown, expired or revoked', async () => {
    const registration = await player.register()
    const expired = (await player.anonymousToken()).token
    player.advance(3600_000)
    const revoked = (await player.anonymousToken()).token
    await player.form('revoke', '/oauth/revoke', { token: revoked })
    const answers = await Promise.all(
      [
        'unknown',
        expired,
        revoked,
        '',
        'x'.repeat(5000),
        registration.identity_assertion,
        registration.claim_token,
      ].map((token) => player.check(token)),
    )
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('www-authenticate')]).toEqual([401, `${challenge}, error="invalid_token"`])
      expect(body).toEqual(answers[0]?.body)
    }
  })

  it('without the scope is 403 and says which', async () => {
    const { token } = await player.anonymousToken('firm.read')
    const answer = await player.post('inquiries', '/api/v1/inquiries', GOOD, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      403,
      `${challenge}, error="insufficient_scope", scope="inquiries.write"`,
    ])
    expect(await player.inquiries()).toEqual([])
  })

  it('is sent once, in the header', async () => {
    const { token } = await player.anonymousToken()
    expect(
      (await player.get('agent', `/api/v1/agent?access_token=${token}`, { Authorization: `Bearer ${token}` })).status,
    ).toBe(400)
    const query = await player.get('agent', `/api/v1/agent?access_token=${token}`)
    expect([query.status, query.headers.get('www-authenticate')]).toEqual([401, challenge])
    expect(
      (await player.get('agent', '/api/v1/agent', { Authorization: `Bearer ${token}, Bearer ${token}` })).status,
    ).toBe(400)
    expect(player.logged()).not.toContain(token)
  })

  it('may be called in any case', async () => {
    const { token } = await player.anonymousToken()
    expect((await player.get('agent', '/api/v1/agent', { Authorization: `bEaReR ${token}` })).status).toBe(200)
  })

  it('marks the inquiry it is sent with', async () => {
    const { token, registration: own } = await player.anonymousToken()
    const { body } = await player.post('inquiries', '/api/v1/inquiries', GOOD, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(body.sender).toBe('agent')
    expect(await player.inquiries()).toMatchObject([{ sender: 'agent', registration: own.id }])
  })
})
