/**
 * The text of an assertion of a third party: one spelling, one form, whole characters, and not too long.
 */
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BASE, claims, codeOf, refusal, signed, signedText, useVerifier, verify } from './id-jags.ts'
import { ISSUER, provider } from './two-issuers.ts'

useVerifier()

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
      `${assertion}\n`,
      `${head}.\t${body}.${signature}`,
      `${assertion}==`,
      `${head}=.${body}.${signature}`,
      assertion.replaceAll('-', '+'),
      assertion.replaceAll('_', '/'),
      `${head}.${body}.${leftOver}`,
      `\ufeff${assertion}`,
    ]
    for (const spelling of spellings) {
      expect(spelling).not.toBe(assertion)
      expect(await codeOf(spelling)).toBe('invalid_request')
    }
  })

  it('is a compact JWS of claims: no JWE, no JSON serialisation, no token within a token', async () => {
    const assertion = await signed()
    const [head, body, signature] = assertion.split('.')
    const others = [
      `${head}.${head}.${head}.${body}.${signature}`,
      JSON.stringify({ protected: head, payload: body, signature }),
      JSON.stringify({ payload: body, signatures: [{ protected: head, signature }] }),
      `${assertion}.`,
      `${head}.${body}`,
      '',
      '..',
      `.${body}.${signature}`,
      `${head}..${signature}`,
    ]
    for (const text of others) expect(await codeOf(text)).toBe('invalid_request')
    expect(await codeOf(await provider.sign(assertion, { cty: 'JWT' }))).toBe('invalid_request')
    expect(await codeOf(await provider.sign(JSON.stringify(assertion), { cty: 'JWT' }))).toBe('invalid_request')
  })

  it('is not unpacked', async () => {
    const bomb = deflateRawSync(' '.repeat(5_000_000) + JSON.stringify(claims()))
    expect(await codeOf(await provider.sign(bomb, { zip: 'DEF' }))).toBe('invalid_request')
    expect(await codeOf(await provider.sign(deflateRawSync(JSON.stringify(claims()))))).toBe('invalid_request')
  })

  it('is at most 16 KiB long', async () => {
    const fill = async (length: number) => (await signed({ fill: 'x'.repeat(length) })).length
    const room = Math.floor(((16_384 - (await fill(0))) * 3) / 4)
    let length = room - 8
    while ((await fill(length + 1)) <= 16_384) length++
    expect((await verify(await signed({ fill: 'x'.repeat(length) }))).issuer).toBe(ISSUER)
    expect(await codeOf(await signed({ fill: 'x'.repeat(length + 1) }))).toBe('invalid_request')
  })

  it('is a string, whatever the types promised', async () => {
    for (const value of [undefined, null, 7, {}, ['a.b.c']] as unknown[])
      expect(await codeOf(value as string)).toBe('invalid_request')
  })

  it.each(['null', '[]', '"text"', '7', 'true', '{', '', '[{}]', `${'['.repeat(6000)}${']'.repeat(6000)}`])(
    'has an object of claims: %.20j is none',
    async (payload) => {
      expect(await codeOf(await provider.sign(payload))).toBe('invalid_request')
    },
  )

  it('of a claim that occurs twice counts the last, in the check and in the result', async () => {
    const twice = (name: string, first: unknown, last: unknown) =>
      signedText(name, `${JSON.stringify(first)},"${name}":${JSON.stringify(last)}`)
    expect(await codeOf(await twice('aud', BASE, 'https://evil.example'))).toBe('invalid_audience')
    expect(await codeOf(await twice('iss', ISSUER, 'https://evil.example'))).toBe('issuer_not_enabled')
    expect(await codeOf(await twice('email_verified', true, false))).toBe('missing_verified_email')
    expect(await codeOf(await twice('client_id', 'assistant', 'evil'))).toBe('issuer_not_enabled')
    expect(await verify(await twice('email', 'eve@example.org', 'ben@example.com'))).toMatchObject({
      email: 'ben@example.com',
    })
    expect(await verify(await twice('jti', 'first', 'last'))).toMatchObject({ jti: 'last' })
    const headed = (repeated: string) =>
      provider.sign(claims(), `{"typ":"oauth-id-jag+jwt","alg":"ES256","kid":"ES256-1",${repeated}}`)
    expect(await codeOf(await headed('"alg":"none"'))).toBe('invalid_signature')
    expect(await codeOf(await headed('"typ":"JWT"'))).toBe('invalid_request')
  })

  it.each([
    ['half a character in a claim', JSON.stringify({ sub: '@' }).replace('@', '\\ud800')],
    ['the other half', JSON.stringify({ sub: '@' }).replace('@', 'a\\udc00')],
    ['half a character in a name', '{"\\ud800":1}'],
    ['half a character deep within', '{"act":{"sub":["\\udfff"]}}'],
    ['a byte that is none', Buffer.from('{"x":"\xff"}', 'latin1')],
    ['a byte too many', Buffer.from('{"x":"\xc0\xaf"}', 'latin1')],
    ['a surrogate in bytes', Buffer.from('{"x":"\xed\xa0\x80"}', 'latin1')],
    ['a byte order mark', Buffer.from('\ufeff{"x":1}')],
  ])('is UTF-8 of whole characters: %s', async (_title, faulty) => {
    // The faulty text holds all good claims too, so that nothing else can be what is refused.
    const good = Buffer.from(JSON.stringify(claims()).replace(/}$/, ','))
    const text = Buffer.from(faulty)
    const start = text.indexOf('{')
    const payload = Buffer.concat([text.subarray(0, start), good, text.subarray(start + 1)])
    const { reason, code } = await refusal(await provider.sign(payload))
    expect([code, reason]).toEqual(['invalid_request', 'a part of the assertion is not JSON in UTF-8'])
  })

  it('of any script is kept', async () => {
    expect(await verify(await signed({ sub: '😀 é 名', email: 'josé@exämple.com' }))).toMatchObject({
      subject: '😀 é 名',
      email: 'josé@exämple.com',
    })
  })
})
