/** A provider revokes what it vouched for: every registration of that person ends, and no one else can cause it. */
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/duration.ts'
import { ISSUER } from './two-issuers.ts'
import { agent, useVouchedAgent } from './vouched-agent.ts'

useVouchedAgent()
it('ends every registration of that person', async () => {
  const [one, two] = [await agent.present(await agent.vouch()), await agent.present(await agent.vouch())]
  const bystander = await agent.present(await agent.vouch({ sub: 'person-2', email: 'bob@example.com' }))
  const token = await agent.exchange(one.body.identity_assertion)
  expect((await agent.notify(await agent.event())).status).toBe(202)
  expect((await agent.check(token.body.access_token)).status).toBe(401)
  for (const { body } of [one, two])
    expect((await agent.exchange(body.identity_assertion)).body.error).toBe('invalid_grant')
  expect((await agent.exchange(bystander.body.identity_assertion)).status).toBe(200)
  expect((await agent.present(await agent.vouch())).status).toBe(200)
  expect((await agent.notify(await agent.event())).status).toBe(202)
})

it('ends nothing that it vouched for later, however late the event comes', async () => {
  const before = await agent.present(await agent.vouch())
  const event = await agent.event()
  agent.advance(1000)
  const later = await agent.present(await agent.vouch())
  agent.advance(HOUR_MS)
  expect((await agent.notify(event)).status).toBe(202)
  expect((await agent.exchange(before.body.identity_assertion)).status).toBe(400)
  expect((await agent.exchange(later.body.identity_assertion)).status).toBe(200)
})

it('ends what it vouched for before, by its own clock, even if it is registered later', async () => {
  const text = await agent.vouch()
  agent.advance(2 * MINUTE_MS)
  const event = await agent.event({ iat: Math.floor(agent.service.clock.now().getTime() / 1000) - 60 })
  const { body } = await agent.present(text)
  expect((await agent.notify(event)).status).toBe(202)
  expect((await agent.exchange(body.identity_assertion)).status).toBe(400)
})

it('may send an event again, which does nothing more: 202', async () => {
  const event = await agent.event({ jti: 'the-same' })
  expect((await agent.notify(event)).status).toBe(202)
  const { body } = await agent.present(await agent.vouch())
  const before = agent.store.keysOf()
  expect((await agent.notify(event)).status).toBe(202)
  expect((await agent.notify(await agent.event({ jti: 'the-same' }))).status).toBe(202)
  expect(agent.store.keysOf()).toEqual(before)
  expect((await agent.exchange(body.identity_assertion)).status).toBe(200)
  // The jti of another provider is another one.
  expect((await agent.notify(await agent.other.event({ jti: 'shared' }))).status).toBe(202)
  expect((await agent.notify(await agent.event({ jti: 'shared' }))).status).toBe(202)
  expect((await agent.exchange(body.identity_assertion)).status).toBe(400)
})

it('is sent again until it was performed', async () => {
  const { body } = await agent.present(await agent.vouch())
  const event = await agent.event()
  agent.store.readOnly = 'revoked/'
  expect((await agent.notify(event)).status).toBe(503)
  agent.store.readOnly = undefined
  expect((await agent.notify(event)).status).toBe(202)
  expect((await agent.exchange(body.identity_assertion)).status).toBe(400)
})

it.each([
  ['older than a day', -DAY_MS - 1000],
  ['more than a minute ahead', MINUTE_MS + 1000],
])('sends no event that is %s', async (_age, ms) => {
  const iat = Math.floor((agent.service.clock.now().getTime() + ms) / 1000)
  const { status, body } = await agent.notify(await agent.event({ iat }))
  expect([status, body.err]).toEqual([400, 'invalid_request'])
})

it.each<[string, () => Promise<string> | string, string]>([
  [
    'another issuer’s subject',
    () => agent.other.event({ sub_id: { iss: ISSUER, sub: 'person-4711' } }),
    'invalid_request',
  ],
  ['a stranger', () => agent.event({ iss: 'https://evil.example' }), 'invalid_issuer'],
  [
    'another’s key',
    () => agent.other.event({ iss: ISSUER, sub_id: { iss: ISSUER, sub: 'person-4711' } }),
    'invalid_key',
  ],
  ['another audience', () => agent.event({ aud: 'https://evil.example' }), 'invalid_audience'],
  ['another type', () => agent.event({}, { typ: 'JWT' }), 'invalid_request'],
  ['an ID-JAG', () => agent.vouch(), 'invalid_request'],
  ['another event', () => agent.event({ events: { 'https://example.com/x': {} } }), 'invalid_request'],
])('is not accepted: %s', async (_name, make, err) => {
  const { body } = await agent.present(await agent.vouch())
  const answer = await agent.notify(await make())
  expect([answer.status, answer.body.err]).toEqual([400, err])
  expect((await agent.exchange(body.identity_assertion)).status).toBe(200)
})
