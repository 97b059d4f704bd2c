/**
 * A provider takes its word back: every registration of that person ends, and nobody else can cause it.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../test-agent.ts'
import { createVouchedAgent, type VouchedAgent } from './vouched-agent.ts'
import { EVENT, type Provider } from './vouching-provider.ts'

let testAgent: VouchedAgent
let provider: Provider
beforeEach(async () => {
  testAgent = await createVouchedAgent()
  provider = testAgent.provider
})
const notify = (body: string, type = 'application/secevent+jwt') =>
  testAgent.send('event-notify', '/agent/event/notify', { method: 'POST', headers: { 'Content-Type': type }, body })

describe('a provider that takes its word back', () => {
  it('ends every registration of that person', async () => {
    const [one, two] = [
      await testAgent.present(await provider.vouch()),
      await testAgent.present(await provider.vouch()),
    ]
    const bystander = await testAgent.present(await provider.vouch({ sub: 'person-2', email: 'bob@example.com' }))
    const token = await testAgent.exchange(one.body.identity_assertion)
    expect((await notify(await provider.event())).status).toBe(202)
    expect((await testAgent.check(token.body.access_token)).status).toBe(401)
    for (const { body } of [one, two])
      expect((await testAgent.exchange(body.identity_assertion)).body.error).toBe('invalid_grant')
    expect((await testAgent.exchange(bystander.body.identity_assertion)).status).toBe(200)
    expect((await testAgent.present(await provider.vouch())).status).toBe(200)
    expect((await notify(await provider.event())).status).toBe(202)
  })

  it.each<[string, () => Promise<string> | string, string]>([
    [
      'another issuer’s subject',
      () => testAgent.other.event({ sub_id: { iss: provider.trusted.issuer, sub: 'person-1' } }),
      'invalid_request',
    ],
    ['a stranger', () => provider.event({ iss: 'https://evil.example' }), 'invalid_issuer'],
    [
      'another’s key',
      () =>
        testAgent.other.event({
          iss: provider.trusted.issuer,
          sub_id: { iss: provider.trusted.issuer, sub: 'person-1' },
        }),
      'invalid_key',
    ],
    ['another audience', () => provider.event({ aud: 'https://evil.example' }), 'invalid_audience'],
    ['another type', () => provider.event({}, { typ: 'JWT' }), 'invalid_request'],
    ['an ID-JAG', () => provider.vouch(), 'invalid_request'],
    ['another event', () => provider.event({ events: { 'https://example.com/x': {} } }), 'invalid_request'],
    ['garbage', () => 'x', 'invalid_request'],
    ['nothing', () => '', 'invalid_request'],
  ])('is not taken from %s', async (_name, make, err) => {
    const { body } = await testAgent.present(await provider.vouch())
    const response = await notify(await make())
    expect([response.status, ((await response.json()) as Json).err]).toEqual([400, err])
    expect((await testAgent.exchange(body.identity_assertion)).status).toBe(200)
  })

  it('is told when it cannot be stored', async () => {
    await testAgent.present(await provider.vouch())
    testAgent.store.down = true
    expect((await notify(await provider.event())).status).toBe(503)
    expect((await notify('{}', 'application/json')).status).toBe(400)
    expect(EVENT).toContain('revoked')
  })
})
