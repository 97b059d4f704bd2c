/** The bearer token: its holder, how it is sent, and that all invalid tokens get the same response. */
import { describe, expect, it } from 'vitest'
import { agent, useAgent } from '../test-agent.ts'
import { BASE, VALID_INQUIRY } from '../test-desk.ts'

useAgent()

describe('the bearer token', () => {
  it('identifies its holder', async () => {
    const { token, registration: own } = await agent.anonymousToken('firm.read')
    const { status, headers, body } = await agent.check(token)
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
      const answer = await agent.get('agent', '/api/v1/agent', headers)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge])
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
    },
  )

  it('gets the same response when unknown, expired or revoked', async () => {
    const registration = await agent.register()
    const expired = (await agent.anonymousToken()).token
    agent.advance(3600_000)
    const revoked = (await agent.anonymousToken()).token
    await agent.revoke(revoked)
    const others = ['unknown', '', 'x'.repeat(5000), registration.identity_assertion, registration.claim_token]
    const answers = await Promise.all([expired, revoked, ...others].map((token) => agent.check(token)))
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('www-authenticate')]).toEqual([401, `${challenge}, error="invalid_token"`])
      expect(body).toEqual(answers[0]?.body)
    }
  })

  it('without the scope is 403 and says which', async () => {
    const { token } = await agent.anonymousToken('firm.read')
    const answer = await agent.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      403,
      `${challenge}, error="insufficient_scope", scope="inquiries.write"`,
    ])
    expect(await agent.inquiries()).toEqual([])
  })

  it('may be named in any case, and is not read from the query', async () => {
    const { token } = await agent.anonymousToken()
    expect((await agent.get('agent', '/api/v1/agent', { Authorization: `bEaReR ${token}` })).status).toBe(200)
    const query = await agent.get('agent', `/api/v1/agent?access_token=${token}`)
    expect([query.status, query.headers.get('www-authenticate')]).toEqual([401, challenge])
    expect(agent.logged()).not.toContain(token)
  })
})
