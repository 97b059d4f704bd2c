/**
 * A provider takes its word back: every registration of that person ends, and nobody else can cause it.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../player.ts'
import { ISSUER, useTwoIssuers } from './two-issuers.ts'
import { playVouched, type VouchedPlayer } from './vouched-player.ts'

useTwoIssuers()
let player: VouchedPlayer
beforeEach(async () => {
  player = await playVouched()
})
const notify = (body: string, type = 'application/secevent+jwt') =>
  player.send('event-notify', '/agent/event/notify', { method: 'POST', headers: { 'Content-Type': type }, body })

describe('a provider that takes its word back', () => {
  it('ends every registration of that person', async () => {
    const [one, two] = [await player.present(await player.vouch()), await player.present(await player.vouch())]
    const bystander = await player.present(await player.vouch({ sub: 'person-2', email: 'bob@example.com' }))
    const token = await player.exchange(one.body.identity_assertion)
    expect((await notify(await player.event())).status).toBe(202)
    expect((await player.check(token.body.access_token)).status).toBe(401)
    for (const { body } of [one, two])
      expect((await player.exchange(body.identity_assertion)).body.error).toBe('invalid_grant')
    expect((await player.exchange(bystander.body.identity_assertion)).status).toBe(200)
    expect((await player.present(await player.vouch())).status).toBe(200)
    expect((await notify(await player.event())).status).toBe(202)
  })

  it.each<[string, () => Promise<string> | string, string]>([
    [
      'another issuer’s subject',
      () => player.other.event({ sub_id: { iss: ISSUER, sub: 'person-4711' } }),
      'invalid_request',
    ],
    ['a stranger', () => player.event({ iss: 'https://evil.example' }), 'invalid_issuer'],
    [
      'another’s key',
      () => player.other.event({ iss: ISSUER, sub_id: { iss: ISSUER, sub: 'person-4711' } }),
      'invalid_key',
    ],
    ['another audience', () => player.event({ aud: 'https://evil.example' }), 'invalid_audience'],
    ['another type', () => player.event({}, { typ: 'JWT' }), 'invalid_request'],
    ['an ID-JAG', () => player.vouch(), 'invalid_request'],
    ['another event', () => player.event({ events: { 'https://example.com/x': {} } }), 'invalid_request'],
    ['garbage', () => 'x', 'invalid_request'],
    ['nothing', () => '', 'invalid_request'],
  ])('is not taken from %s', async (_name, make, err) => {
    const { body } = await player.present(await player.vouch())
    const response = await notify(await make())
    expect([response.status, ((await response.json()) as Json).err]).toEqual([400, err])
    expect((await player.exchange(body.identity_assertion)).status).toBe(200)
  })

  it('is told when it cannot be stored', async () => {
    await player.present(await player.vouch())
    player.store.down = true
    expect((await notify(await player.event())).status).toBe(503)
    expect((await notify('{}', 'application/json')).status).toBe(400)
  })
})
