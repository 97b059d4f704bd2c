/**
 * The keys of a provider while agents register with its word: fetched seldom, rotated, down, or none at all.
 */
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { issuerKeys } from '../../../src/agents/identity/issuer-keys.ts'
import { playVouched, type VouchedPlayer } from './vouched-player.ts'
import { type Manner, type Provider, TYP } from './vouching-provider.ts'

let player: VouchedPlayer
let provider: Provider
beforeEach(async () => {
  player = await playVouched()
  provider = player.provider
})

describe('the keys of a provider', () => {
  it('are fetched once, by however many at once', async () => {
    const texts = await Promise.all(Array.from({ length: 10 }, () => provider.vouch()))
    const answers = await Promise.all(texts.map(player.present))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(provider.fetches()).toBe(1)
  })

  it('are asked for anew when one is unknown, at most twice a minute', async () => {
    for (let number = 0; number < 100; number++)
      await player.present(await provider.vouch({}, { kid: `made-up-${number}` }))
    expect(provider.fetches()).toBeLessThanOrEqual(2)
  })

  it('are rotated without a stop', async () => {
    await player.present(await provider.vouch())
    await provider.rotate()
    player.advance(31_000)
    expect((await player.present(await provider.vouch())).status).toBe(200)
    player.advance(11 * 60_000)
    expect((await player.present(await provider.vouch())).status).toBe(200)
  })

  it.each(['down', 'large', 'page', 'elsewhere', 'many'] satisfies Manner[])(
    'of a provider that is %s are 503, and nothing is burnt',
    async (manner) => {
      provider.behave(manner)
      const text = await provider.vouch()
      const answer = await player.present(text)
      expect([answer.status, answer.body.error]).toEqual([503, 'temporarily_unavailable'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(provider.strays()).toBe(0)
      provider.behave('polite')
      player.advance(31_000)
      expect((await player.present(text)).status).toBe(200)
    },
  )

  it('serve on while it is down, for a day', async () => {
    await player.present(await provider.vouch())
    provider.behave('down')
    player.advance(3600_000)
    expect((await player.present(await provider.vouch())).status).toBe(200)
    player.advance(24 * 3600_000)
    expect((await player.present(await provider.vouch())).status).toBe(503)
  })

  it('are not used when they are no public signing keys of that kind', async () => {
    const good = await provider.vouch()
    const kid = (JSON.parse(Buffer.from(good.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const [jwk, secret] = [await exportJWK(publicKey), await exportJWK(privateKey)]
    const weak = [
      [{ kty: 'oct', k: 'AAAA', kid }],
      [{ ...jwk, kid, use: 'enc' }],
      [{ ...jwk, kid, alg: 'ES384' }],
      [{ ...secret, kid }],
      [
        { ...jwk, kid },
        { ...jwk, kid },
      ],
      [{ kty: 'RSA', n: 'AQAB', e: 'AQAB', kid }],
      [{ kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', kid }],
    ]
    for (const keys of weak) {
      provider.publish(keys as Record<string, unknown>[])
      player.service.issuerKeys = issuerKeys(player.service.clock)
      const text = await new CompactSign(
        new TextEncoder().encode(Buffer.from(good.split('.')[1] ?? '', 'base64url').toString()),
      )
        .setProtectedHeader({ alg: 'ES256', typ: TYP, kid })
        .sign(privateKey)
      expect((await player.present(text)).body.error, JSON.stringify(keys)).toBe('invalid_signature')
    }
  })
})
