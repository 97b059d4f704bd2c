/**
 * The text of an assertion of a third party: one spelling, a header that cannot choose another way or another key, and no forged
 * signature passes.
 */
import { createHmac, createPublicKey } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { asked, claims, codeOf, refusal, signed, useVerifier, verify } from './id-jags.ts'
import { createSigningKey, SIGNING_ALGS, part, type SigningKey, signWith } from './identity-provider.ts'
import { ISSUER, provider } from './two-issuers.ts'

useVerifier()
let attacker: SigningKey
beforeAll(async () => {
  attacker = await createSigningKey('ES256', 'ES256-1')
})
const TYP = 'oauth-id-jag+jwt'
const HEADER = `{"typ":"${TYP}","alg":"ES256","kid":"ES256-1"}`

describe('the text', () => {
  it('has one spelling', async () => {
    let assertion = await signed()
    // Until the signature holds both letters that the other alphabet writes differently.
    while (!/\.[^.]*-[^.]*$/.test(assertion) || !/\.[^.]*_[^.]*$/.test(assertion)) assertion = await signed()
    expect((await verify(assertion)).issuer).toBe(ISSUER)
    const [head, body, signature = ''] = assertion.split('.')
    const leftOver = signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(85) + 1)
    const spellings = [
      ` ${assertion}`,
      `${head}.\t${body}.${signature}`,
      `${assertion}==`,
      assertion.replaceAll('-', '+'),
      `${head}.${body}.${leftOver}`,
      `\ufeff${assertion}`,
      // Other forms: JWE, JSON serialization, too few or too many parts.
      `${head}.${head}.${head}.${body}.${signature}`,
      JSON.stringify({ protected: head, payload: body, signature }),
      `${head}.${body}`,
      '',
    ]
    for (const spelling of spellings) {
      expect(spelling).not.toBe(assertion)
      expect(await codeOf(spelling)).toBe('invalid_request')
    }
  })

  it('is at most 16 KiB long', async () => {
    const fill = async (length: number) => (await signed({ fill: 'x'.repeat(length) })).length
    let length = Math.floor(((16_384 - (await fill(0))) * 3) / 4) - 8
    while ((await fill(length + 1)) <= 16_384) length++
    expect((await verify(await signed({ fill: 'x'.repeat(length) }))).issuer).toBe(ISSUER)
    expect(await codeOf(await signed({ fill: 'x'.repeat(length + 1) }))).toBe('invalid_request')
  })

  it.each<[string, () => string | Uint8Array, object?]>([
    ...['null', '[]', '"text"', '{', '', `${'['.repeat(6000)}${']'.repeat(6000)}`].map(
      (text): [string, () => string] => [text.slice(0, 9), () => text],
    ),
    ['packed claims', () => deflateRawSync(JSON.stringify(claims()))],
    ['a bomb', () => deflateRawSync(' '.repeat(5_000_000) + JSON.stringify(claims())), { zip: 'DEF' }],
  ])('holds an object of claims: not %s', async (_what, content, header) =>
    expect(await codeOf(await provider.sign(content(), header))).toBe('invalid_request'),
  )

  it.each([
    ['a byte that is none', Buffer.from('{"x":"\xff"}', 'latin1')],
    ['a byte order mark', Buffer.from('\ufeff{"x":1}')],
  ])('is UTF-8: %s', async (_title, faulty) => {
    // The faulty text holds all good claims too, so that nothing else can be what is refused.
    const good = Buffer.from(JSON.stringify(claims()).replace(/}$/, ','))
    const text = Buffer.from(faulty)
    const start = text.indexOf('{')
    const payload = Buffer.concat([text.subarray(0, start), good, text.subarray(start + 1)])
    const { reason, code } = await refusal(await provider.sign(payload))
    expect([code, reason]).toEqual(['invalid_request', 'the text is missing or not allowed'])
  })
})

it.each(['sub', 'jti', 'client_id'])('holds no half of a character in %s', async (name) => {
  expect(await codeOf(await provider.sign({ ...claims(), [name]: 'a\ud800' }))).toBe('invalid_request')
})

describe('the header', () => {
  it.each<[object | string]>([
    ...[undefined, 'JWT', 'at+jwt', 'secevent+jwt', TYP.toUpperCase(), [TYP]].map((typ): [object] => [{ typ }]),
    ...[undefined, 0, ['ES256']].map((alg): [object] => [{ alg }]),
    ...[undefined, 7, '', 'x'.repeat(256), ['ES256-1']].map((kid): [object] => [{ kid }]),
    ...[{ crit: ['exp'] }, { crit: [] }, { crit: ['b64'], b64: false }, { b64: true }].map((one): [object] => [one]),
    [{ zip: 'DEF' }],
    [{ zip: null }],
    ...['null', '[]', '', '{', `\ufeff${HEADER}`].map((text): [string] => [text]),
  ])('that reads %.50j is refused, and no key is asked for', async (header) => {
    expect(await codeOf(await provider.sign(claims(), header))).toBe('invalid_request')
    expect(asked).toEqual([])
  })

  it.each(['none', 'None', 'NONE', 'nOnE', ''])('with alg %j is not signed', async (alg) => {
    const [head, body] = [part({ typ: TYP, alg, kid: 'ES256-1' }), part(claims())]
    expect(await codeOf(`${head}.${body}.`)).toBe('invalid_request')
    expect(await codeOf(`${head}.${body}.AAAA`)).toBe('invalid_signature')
    expect(await codeOf(await signed({}, { alg }))).toBe('invalid_signature')
    expect(asked).toEqual([])
  })

  it('with an algorithm that is not one of the issuer is refused, though its key is published', async () => {
    const narrow = { ...provider.trusted, algorithms: ['ES384' as const] }
    expect(await codeOf(await signed(), [narrow])).toBe('invalid_signature')
    expect(asked).toEqual([])
    expect((await verify(await signWith(provider.keys.ES384, claims()), [narrow])).issuer).toBe(ISSUER)
  })

  it('with HS256, keyed with what is public, is refused', async () => {
    const { jwk } = provider.keys.ES256
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const point = Buffer.from(`${String(jwk['x'])}${String(jwk['y'])}`, 'base64url')
    const text = `${part({ typ: TYP, alg: 'HS256', kid: 'ES256-1' })}.${part(claims())}`
    for (const secret of [pem, JSON.stringify(jwk), point, '']) {
      const mac = createHmac('sha256', secret).update(text).digest('base64url')
      expect(await codeOf(`${text}.${mac}`)).toBe('invalid_signature')
    }
  })

  it('and the key are of one type: ES256 under the kid of an RSA key, and the other way round', async () => {
    provider.publish(Object.values(provider.keys).map(({ jwk }) => ({ ...jwk, alg: undefined })))
    for (const alg of SIGNING_ALGS)
      for (const kid of SIGNING_ALGS.filter((other) => other !== alg))
        for (const header of [{ kid: `${kid}-1` }, { kid: `${kid}-1`, alg: kid }])
          expect(await codeOf(await signWith(provider.keys[alg], claims(), header))).toBe('invalid_signature')
  })

  it('does not bring its own key, and has none fetched', async () => {
    const addresses = [`${provider.detour}/jwks.json`, 'http://169.254.169.254/latest', 'file:///etc/passwd']
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
    // That there was no other address, and no detour, is checked after each test.
    expect(asked).toEqual([provider.trusted.jwksUri])
  })
})

it('a signature that is all zero, of other parts, or by another key with this kid, is none, whatever the claims are', async () => {
  const [head, body, signature] = (await signed()).split('.')
  const other = part(claims({ email: 'eve@evil.example' }))
  for (const forged of [`${head}.${other}.${signature}`, `${head}.${body}.${part(Buffer.alloc(64))}`])
    expect(await codeOf(forged)).toBe('invalid_signature')
  for (const changes of [{}, { aud: 'x', exp: 1, email: 7 }])
    expect(await codeOf(await signWith(attacker, claims(changes)))).toBe('invalid_signature')
})
