/**
 * A provider revokes what it vouched for: every registration of that person ends, and no one else can cause it.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../test-agent.ts'
import { ISSUER, useTwoIssuers } from './two-issuers.ts'
import { createVouchedAgent, type VouchedAgent } from './vouched-agent.ts'

useTwoIssuers()
let testAgent: VouchedAgent
beforeEach(async () => {
  testAgent = await createVouchedAgent()
})
const notify = (body: string, type = 'application/secevent+jwt') =>
  testAgent.send('event-notify', '/agent/event/notify', { method: 'POST', headers: { 'Content-Type': type }, body })

describe('a provider that revokes', () => {
  it('ends every registration of that person', async () => {
    const [one, two] = [
      await testAgent.present(await testAgent.vouch()),
      await testAgent.present(await testAgent.vouch()),
    ]
    const bystander = await testAgent.present(await testAgent.vouch({ sub: 'person-2', email: 'bob@example.com' }))
    const token = await testAgent.exchange(one.body.identity_assertion)
    expect((await notify(await testAgent.event())).status).toBe(202)
    expect((await testAgent.check(token.body.access_token)).status).toBe(401)
    for (const { body } of [one, two])
      expect((await testAgent.exchange(body.identity_assertion)).body.error).toBe('invalid_grant')
    expect((await testAgent.exchange(bystander.body.identity_assertion)).status).toBe(200)
    expect((await testAgent.present(await testAgent.vouch())).status).toBe(200)
    expect((await notify(await testAgent.event())).status).toBe(202)
  })

  it.each<[string, () => Promise<string> | string, string]>([
    [
      'another issuer’s subject',
      () => testAgent.other.event({ sub_id: { iss: ISSUER, sub: 'person-4711' } }),
      'invalid_request',
    ],
    ['a stranger', () => testAgent.event({ iss: 'https://evil.example' }), 'invalid_issuer'],
    [
      'another’s key',
      () => testAgent.other.event({ iss: ISSUER, sub_id: { iss: ISSUER, sub: 'person-4711' } }),
      'invalid_key',
    ],
    ['another audience', () => testAgent.event({ aud: 'https://evil.example' }), 'invalid_audience'],
    ['another type', () => testAgent.event({}, { typ: 'JWT' }), 'invalid_request'],
    [
      'the future',
      () => testAgent.event({ iat: testAgent.service.clock.now().getTime() / 1000 + 61 }),
      'invalid_request',
    ],
    ['an ID-JAG', () => testAgent.vouch(), 'invalid_request'],
    ['another event', () => testAgent.event({ events: { 'https://example.com/x': {} } }), 'invalid_request'],
    ['garbage', () => 'x', 'invalid_request'],
    ['nothing', () => '', 'invalid_request'],
  ])('is not accepted: %s', async (_name, make, err) => {
    const { body } = await testAgent.present(await testAgent.vouch())
    const response = await notify(await make())
    expect([response.status, ((await response.json()) as Json).err]).toEqual([400, err])
    expect((await testAgent.exchange(body.identity_assertion)).status).toBe(200)
  })

  it('gets 503 when it cannot be stored, and 400 for another media type', async () => {
    await testAgent.present(await testAgent.vouch())
    testAgent.store.readOnly = 'revoked/'
    expect((await notify(await testAgent.event())).status).toBe(503)
    testAgent.store.down = true
    expect((await notify(await testAgent.event())).status).toBe(503)
    expect((await notify('{}', 'application/json')).status).toBe(400)
  })
})
