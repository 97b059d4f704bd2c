/**
 * What signs an assertion of a third party: its header cannot choose another way or another key, and no forged signature passes.
 */
import { createHmac, createPublicKey } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { asked, BASE, claims, codeOf, signed, useVerifier, verify } from './id-jags.ts'
import { createSigningKey, part, type SigningKey, signWith } from './identity-provider.ts'
import { ISSUER, provider } from './two-issuers.ts'

useVerifier()
let attacker: SigningKey
beforeAll(async () => {
  attacker = await createSigningKey('ES256', 'ES256-1')
})

describe('the header', () => {
  it.each([undefined, 'JWT', 'at+jwt', 'secevent+jwt', 'OAUTH-ID-JAG+JWT', ['oauth-id-jag+jwt']])(
    'with typ %j is of another kind',
    async (typ) => {
      expect(await codeOf(await signed({}, { typ }))).toBe('invalid_request')
      expect(asked).toEqual([])
    },
  )

  it('with an algorithm that is not one of the issuer is refused, though its key is published', async () => {
    const narrow = { ...provider.trusted, algorithms: ['ES384' as const] }
    expect(await codeOf(await signed(), [narrow])).toBe('invalid_signature')
    expect(asked).toEqual([])
    expect((await verify(await signWith(provider.keys.ES384, claims()), [narrow])).issuer).toBe(ISSUER)
  })

  it.each(['none', 'None', 'NONE', 'nOnE', ''])('with alg %j is not signed', async (alg) => {
    const [head, body] = [part({ typ: 'oauth-id-jag+jwt', alg, kid: 'ES256-1' }), part(claims())]
    expect(await codeOf(`${head}.${body}.`)).toBe('invalid_request')
    expect(await codeOf(`${head}.${body}.AAAA`)).toBe('invalid_signature')
    expect(await codeOf(await signed({}, { alg }))).toBe('invalid_signature')
    expect(asked).toEqual([])
  })

  it.each([undefined, 0, ['ES256']])('with alg %j is none', async (alg) =>
    expect(await codeOf(await signed({}, { alg }))).toBe('invalid_request'),
  )

  it('with HS256, keyed with what is public, is refused', async () => {
    const { jwk } = provider.keys.ES256
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const point = Buffer.concat([
      Buffer.from(String(jwk['x']), 'base64url'),
      Buffer.from(String(jwk['y']), 'base64url'),
    ])
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const text = `${part({ typ: 'oauth-id-jag+jwt', alg, kid: 'ES256-1' })}.${part(claims())}`
      for (const secret of [pem, JSON.stringify(jwk), point, `${String(jwk['x'])}${String(jwk['y'])}`, '']) {
        expect(
          await codeOf(`${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`),
        ).toBe('invalid_signature')
      }
    }
  })

  it('and the key are of one type: ES256 under the kid of an RSA key, and the other way round', async () => {
    provider.publish(Object.values(provider.keys).map(({ jwk }) => ({ ...jwk, alg: undefined })))
    for (const [alg, kid] of [
      ['ES256', 'RS256-1'],
      ['RS256', 'ES256-1'],
      ['EdDSA', 'ES256-1'],
      ['ES384', 'ES256-1'],
      ['ES256', 'EdDSA-1'],
    ] as const) {
      expect(await codeOf(await signWith(provider.keys[alg], claims(), { kid }))).toBe('invalid_signature')
      const target = Object.values(provider.keys).find(({ jwk }) => jwk['kid'] === kid)
      if (target) expect(await codeOf(await signWith(target, claims(), { alg, kid }))).toBe('invalid_signature')
    }
  })

  it.each(['__proto__', 'https://evil.example/key', 'x'.repeat(255)])(
    'with kid %.20j has an unknown key',
    async (kid) => {
      expect(await codeOf(await signed({}, { kid }))).toBe('invalid_signature')
      expect(asked).toEqual([provider.trusted.jwksUri])
    },
  )

  it.each([undefined, 7, '', 'x'.repeat(256), ['ES256-1']])('with kid %.20j is refused unseen', async (kid) => {
    expect(await codeOf(await signed({}, { kid }))).toBe('invalid_request')
    expect(asked).toEqual([])
  })

  it('does not bring its own key, and has none fetched', async () => {
    const addresses = [
      `${provider.detour}/jwks.json`,
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      `${BASE}/.well-known/jwks.json`,
    ]
    const headers = [
      { jwk: attacker.jwk },
      { x5c: ['MIIB'] },
      ...addresses.flatMap((address) => [{ jku: address }, { x5u: address }]),
    ]
    for (const header of headers) {
      expect(await codeOf(await signWith(attacker, claims(), header))).toBe('invalid_signature')
      expect(await codeOf(await signWith(attacker, claims(), { ...header, kid: 'attacker' }))).toBe('invalid_signature')
      expect((await verify(await signed({}, header))).issuer).toBe(ISSUER) // ignored when the issuer's own key signed
    }
    // One for the set and one for the unknown kid; that there was no other address, and no detour, is checked after each test.
    expect(asked).toEqual([provider.trusted.jwksUri, provider.trusted.jwksUri])
  })

  it.each([
    { crit: ['exp'] },
    { crit: [] },
    { crit: ['b64'], b64: false },
    { b64: true },
    { zip: 'DEF' },
    { zip: null },
  ])('with %j is refused', async (header) => {
    expect(await codeOf(await signed({}, header))).toBe('invalid_request')
    expect(asked).toEqual([])
  })

  it.each([
    'null',
    '[]',
    '',
    '{',
    '\ufeff{"typ":"oauth-id-jag+jwt","alg":"ES256","kid":"ES256-1"}',
    '{"typ":"oauth-id-jag+jwt","alg":"ES256","kid":"ES256-1","\\ud800":1}',
  ])('that reads %j is none', async (header) => {
    expect(await codeOf(await provider.sign(claims(), header))).toBe('invalid_request')
  })
})

describe('the signature', () => {
  const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const bytes = (number: bigint) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const zero = bytes(0n)
  const positive = (number: Buffer) => (number[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), number]) : number)
  const integer = (number: Buffer) => Buffer.concat([Buffer.from([2, positive(number).length]), positive(number)])
  const der = (r: Buffer, s: Buffer) =>
    Buffer.concat([Buffer.from([0x30, integer(r).length + integer(s).length]), integer(r), integer(s)])

  const forgeries: [string, (r: Buffer, s: Buffer) => Buffer][] = [
    ['all zero', () => Buffer.alloc(64)],
    ['r = 0', (_r, s) => Buffer.concat([zero, s])],
    ['s = 0', (r) => Buffer.concat([r, zero])],
    ['r = s = n', () => Buffer.concat([bytes(ORDER), bytes(ORDER)])],
    ['DER', der],
    ['63 bytes', (r, s) => Buffer.concat([r, s]).subarray(0, 63)],
    ['65 bytes', (r, s) => Buffer.concat([r, s, Buffer.from([0])])],
    ['one byte', () => Buffer.from([1])],
    ['another bit', (r, s) => Buffer.concat([r, s.map((byte, index) => (index === 31 ? byte ^ 1 : byte))])],
  ]
  it.each(forgeries)('of %s is none', async (_title, forge) => {
    const [head, body, signature = ''] = (await signed()).split('.')
    const raw = Buffer.from(signature, 'base64url')
    expect(await codeOf(`${head}.${body}.${forge(raw.subarray(0, 32), raw.subarray(32)).toString('base64url')}`)).toBe(
      'invalid_signature',
    )
  })

  it('of other parts, or by another key with this kid, is none', async () => {
    const [head, , signature] = (await signed()).split('.')
    expect(await codeOf(`${head}.${part(claims({ email: 'eve@evil.example' }))}.${signature}`)).toBe(
      'invalid_signature',
    )
    expect(await codeOf(await signWith(attacker, claims()))).toBe('invalid_signature')
  })

  it('comes before the claims: no one learns from a forged token which claims would do', async () => {
    expect(await codeOf(await signWith(attacker, claims({ aud: 'x', exp: 1, sub: 7, email: 7 })))).toBe(
      'invalid_signature',
    )
  })
})
