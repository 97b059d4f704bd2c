/**
 * A provider revokes what it vouched for: every registration of that person ends, and no one else can cause it.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/duration.ts'
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

  it('ends nothing that it vouched for later, however late the event comes', async () => {
    const before = await testAgent.present(await testAgent.vouch())
    const event = await testAgent.event()
    testAgent.advance(1000)
    const later = await testAgent.present(await testAgent.vouch())
    testAgent.advance(HOUR_MS)
    expect((await notify(event)).status).toBe(202)
    expect((await testAgent.exchange(before.body.identity_assertion)).status).toBe(400)
    expect((await testAgent.exchange(later.body.identity_assertion)).status).toBe(200)
  })

  it('ends what it vouched for before, by its own clock, even if it is registered later', async () => {
    const text = await testAgent.vouch()
    testAgent.advance(2 * MINUTE_MS)
    const event = await testAgent.event({ iat: Math.floor(testAgent.service.clock.now().getTime() / 1000) - 60 })
    const { body } = await testAgent.present(text)
    expect((await notify(event)).status).toBe(202)
    expect((await testAgent.exchange(body.identity_assertion)).status).toBe(400)
  })

  it('may send an event again, which does nothing more: 202', async () => {
    const event = await testAgent.event({ jti: 'the-same' })
    expect((await notify(event)).status).toBe(202)
    const { body } = await testAgent.present(await testAgent.vouch())
    const before = [...testAgent.store.facts.keys()]
    expect((await notify(event)).status).toBe(202)
    expect((await notify(await testAgent.event({ jti: 'the-same' }))).status).toBe(202)
    expect([...testAgent.store.facts.keys()]).toEqual(before)
    expect((await testAgent.exchange(body.identity_assertion)).status).toBe(200)
    // The jti of another provider is another one.
    expect((await notify(await testAgent.other.event({ jti: 'shared' }))).status).toBe(202)
    expect((await notify(await testAgent.event({ jti: 'shared' }))).status).toBe(202)
    expect((await testAgent.exchange(body.identity_assertion)).status).toBe(400)
  })

  it('is sent again until it was performed', async () => {
    const { body } = await testAgent.present(await testAgent.vouch())
    const event = await testAgent.event()
    testAgent.store.readOnly = 'revoked/'
    expect((await notify(event)).status).toBe(503)
    testAgent.store.readOnly = undefined
    expect((await notify(event)).status).toBe(202)
    expect((await testAgent.exchange(body.identity_assertion)).status).toBe(400)
  })

  it.each([
    ['older than a day', -DAY_MS - 1000],
    ['more than a minute ahead', MINUTE_MS + 1000],
  ])('sends no event that is %s', async (_age, ms) => {
    const iat = Math.floor((testAgent.service.clock.now().getTime() + ms) / 1000)
    const response = await notify(await testAgent.event({ iat }))
    expect([response.status, await response.json()]).toMatchObject([400, { err: 'invalid_request' }])
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
    ['an ID-JAG', () => testAgent.vouch(), 'invalid_request'],
    ['another event', () => testAgent.event({ events: { 'https://example.com/x': {} } }), 'invalid_request'],
  ])('is not accepted: %s', async (_name, make, err) => {
    const { body } = await testAgent.present(await testAgent.vouch())
    const response = await notify(await make())
    expect([response.status, ((await response.json()) as Json).err]).toEqual([400, err])
    expect((await testAgent.exchange(body.identity_assertion)).status).toBe(200)
  })
})
