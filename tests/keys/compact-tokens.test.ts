/**
 * Compact JWS and JWE against the examples of their RFCs, and spellings and lengths that are refused although the right key made them.
 */
import { createCipheriv, createPrivateKey, createPublicKey, createSecretKey, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encodeHeader, openToken, sealToken, signToken, verifyToken } from '../../src/keys/compact-tokens.ts'

const base64url = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64url')

/** RFC 7515 appendix A.3. */
const JWK = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
}
const JWS_HEADER = 'eyJhbGciOiJFUzI1NiJ9'
const JWS_PAYLOAD = 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ'
const JWS = `${JWS_HEADER}.${JWS_PAYLOAD}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`
const CLAIMS = '{"iss":"joe",\r\n "exp":1300819380,\r\n "http://example.com/is_root":true}'
const privateKey = createPrivateKey({ key: JWK, format: 'jwk' })
const publicKey = createPublicKey({ key: JWK, format: 'jwk' })

/** RFC 7516 appendix A.1: content key, IV, ciphertext and tag. With `dir` there is no encrypted key between the first two dots. */
const secretKey = createSecretKey(
  Uint8Array.of(
    ...[177, 161, 244, 128, 84, 143, 225, 115, 63, 180, 3, 255, 107, 154, 212, 246],
    ...[138, 7, 110, 91, 112, 46, 34, 105, 47, 130, 203, 46, 122, 234, 64, 252],
  ),
)
const JWE_HEADER = 'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ'
const IV = '48V1_ALb6US04U3b'
const CIPHERTEXT = '5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A'
const TAG = 'XFBoMYUZodetZdvTiFvSkQ'
const PLAINTEXT = 'The true sign of intelligence is not knowledge but imagination.'
const jwe = (iv: string, ciphertext: string, tag: string) => [JWE_HEADER, '', iv, ciphertext, tag].join('.')

const verified = (token: string) => verifyToken(token, publicKey)?.toString()
const opened = (token: string) => openToken(token, secretKey)?.toString()

/** The same bytes with a stray bit: the last character of a text whose length is no multiple of 4 has bits to spare. */
function withStrayBit(text: string): string {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const stray = text.slice(0, -1) + ALPHABET.charAt(ALPHABET.indexOf(text.slice(-1)) ^ 1)
  expect([stray === text, Buffer.from(stray, 'base64url').equals(Buffer.from(text, 'base64url'))]).toEqual([
    false,
    true,
  ])
  return stray
}

describe('the examples of the RFCs', () => {
  it('are read', () => {
    expect(encodeHeader({ alg: 'ES256' })).toBe(JWS_HEADER)
    expect(encodeHeader({ alg: 'RSA-OAEP', enc: 'A256GCM' })).toBe(JWE_HEADER)
    expect(verified(JWS)).toBe(CLAIMS)
    expect(opened(jwe(IV, CIPHERTEXT, TAG))).toBe(PLAINTEXT)
  })

  it('are written with another signature and another IV each time, in the lengths of RFC 7518', () => {
    const [signed, signedAgain] = [1, 2].map(() => signToken(JWS_HEADER, CLAIMS, privateKey))
    expect(signed).not.toBe(signedAgain)
    expect(signed!.split('.').slice(0, 2)).toEqual([JWS_HEADER, JWS_PAYLOAD])
    expect(Buffer.from(signed!.split('.')[2]!, 'base64url')).toHaveLength(64)
    expect([verified(signed!), verified(signedAgain!)]).toEqual([CLAIMS, CLAIMS])

    const [sealed, sealedAgain] = [1, 2].map(() => sealToken(JWE_HEADER, PLAINTEXT, secretKey).split('.'))
    expect(sealed![2]).not.toBe(sealedAgain![2])
    expect(sealed!.slice(0, 2)).toEqual([JWE_HEADER, ''])
    expect(sealed!.slice(2).map((part) => Buffer.from(part, 'base64url').length)).toEqual([12, PLAINTEXT.length, 16])
    expect([opened(sealed!.join('.')), opened(sealedAgain!.join('.'))]).toEqual([PLAINTEXT, PLAINTEXT])
  })

  it('are signed with R and S of any length: one in 128 signatures has a short one', () => {
    const short = new Set<string>()
    // Until both came, however many signatures that takes.
    while (short.size < 2) {
      const token = signToken(JWS_HEADER, CLAIMS, privateKey)
      expect(verified(token)).toBe(CLAIMS)
      const raw = Buffer.from(token.split('.')[2] ?? '', 'base64url')
      if (raw[0] === 0) short.add('R')
      if (raw[32] === 0) short.add('S')
    }
  })

  it.each(['', 'Grüße, ¡señora! 🙂', '\0', 'x'.repeat(10_000)])('carry any text: %.10j', (text) => {
    expect(verified(signToken(JWS_HEADER, text, privateKey))).toBe(text)
    expect(opened(sealToken(JWE_HEADER, text, secretKey))).toBe(text)
  })
})

describe('a JWS is refused', () => {
  const [, , SIGNATURE = ''] = JWS.split('.')
  const bytes = Buffer.from(SIGNATURE, 'base64url')
  const input = `${JWS_HEADER}.${JWS_PAYLOAD}`
  const signature = (text: string) =>
    base64url(sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }))

  it.each<[string, string]>([
    ['that is empty', ''],
    ['of one part', JWS_HEADER],
    ['of two parts', input],
    ['of four parts', `${JWS}.`],
    ['of a part in front', `.${JWS}`],
    ['with another header', `${encodeHeader({ alg: 'ES384' })}.${JWS_PAYLOAD}.${SIGNATURE}`],
    ['with another payload', `${JWS_HEADER}.${base64url('{}')}.${SIGNATURE}`],
    ['without a signature', `${input}.`],
    ['with a signature of zeros', `${input}.${base64url(Buffer.alloc(64))}`],
    ['with a signature of 63 bytes', `${input}.${base64url(bytes.subarray(0, 63))}`],
    ['with a signature of 65 bytes', `${input}.${base64url(Buffer.concat([bytes, Buffer.alloc(1)]))}`],
    [
      'whose halves of the signature are longer by a zero',
      `${input}.${base64url(Buffer.concat([Buffer.alloc(1), bytes.subarray(0, 32), Buffer.alloc(1), bytes.subarray(32)]))}`,
    ],
    [
      'with a signature in DER',
      `${input}.${base64url(sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'der' }))}`,
    ],
    ['with a padded signature', `${JWS}==`],
    ['with a stray bit in the signature', `${input}.${withStrayBit(SIGNATURE)}`],
    ['with a signature in base64', `${input}.${SIGNATURE.replace('-', '+')}`],
    ['with a line break', `${JWS}\n`],
  ])('%s', (_what, token) => {
    expect(verified(token)).toBeUndefined()
  })

  it.each<[string, string]>([
    ['padded', `${base64url('{ }')}====`],
    ['with a stray bit', withStrayBit(base64url('{}'))],
    ['in base64', Buffer.from('{"a":"ÿþ"}').toString('base64')],
    ['that is no base64', '{}'],
  ])('whose payload is signed %s', (_what, payload) => {
    const text = `${JWS_HEADER}.${payload}`
    expect(verified(`${text}.${signature(text)}`)).toBeUndefined()
  })

  it('but not for being signed elsewhere', () => {
    expect(verified(`${input}.${signature(input)}`)).toBe(CLAIMS)
  })
})

describe('a JWE is refused', () => {
  const tagBytes = Buffer.from(TAG, 'base64url')

  it.each<[string, string]>([
    ['that is empty', ''],
    ['of one part', JWE_HEADER],
    ['of four parts', [JWE_HEADER, '', IV, CIPHERTEXT].join('.')],
    ['of six parts', `${jwe(IV, CIPHERTEXT, TAG)}.`],
    ['with an encrypted key', jwe(IV, CIPHERTEXT, TAG).replace('..', '.AAAA.')],
    ['with another header', jwe(IV, CIPHERTEXT, TAG).replace(JWE_HEADER, encodeHeader({ alg: 'dir', enc: 'A256GCM' }))],
    ['without an IV', jwe('', CIPHERTEXT, TAG)],
    ['without a ciphertext', jwe(IV, '', TAG)],
    ['without a tag', jwe(IV, CIPHERTEXT, '')],
    ...[4, 8, 12, 15].map((length): [string, string] => [
      `with the first ${length} bytes of its tag`,
      jwe(IV, CIPHERTEXT, base64url(tagBytes.subarray(0, length))),
    ]),
    ['with a longer tag', jwe(IV, CIPHERTEXT, base64url(Buffer.concat([tagBytes, Buffer.alloc(1)])))],
    ['with padding', `${jwe(IV, CIPHERTEXT, TAG)}==`],
    ['with a padded IV', jwe(`${IV}=`, CIPHERTEXT, TAG)],
    ['with an IV in base64', jwe(IV.replace('_', '/'), CIPHERTEXT, TAG)],
    ['with a stray bit in the tag', jwe(IV, CIPHERTEXT, withStrayBit(TAG))],
    ['with a space in the ciphertext', jwe(IV, CIPHERTEXT.replace('T', ' T'), TAG)],
  ])('%s', (_what, token) => {
    expect(opened(token)).toBeUndefined()
  })

  it.each([8, 16])('whose IV has %i bytes, although the right key sealed it', (length) => {
    const iv = Buffer.alloc(length, 1)
    const cipher = createCipheriv('aes-256-gcm', secretKey, iv).setAAD(Buffer.from(JWE_HEADER))
    const ciphertext = Buffer.concat([cipher.update(PLAINTEXT), cipher.final()])
    expect(opened(jwe(base64url(iv), base64url(ciphertext), base64url(cipher.getAuthTag())))).toBeUndefined()
  })

  it('with a stray bit in a ciphertext of one byte', () => {
    const [header, key, iv, ciphertext = '', tag] = sealToken(JWE_HEADER, 'x', secretKey).split('.')
    expect(opened([header, key, iv, ciphertext, tag].join('.'))).toBe('x')
    expect(opened([header, key, iv, withStrayBit(ciphertext), tag].join('.'))).toBeUndefined()
  })
})
