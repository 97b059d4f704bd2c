/**
 * Assertions of third-party providers: a good one is accepted, and each way to be wrong is refused by its own rule.
 */
import { createHmac, createPublicKey, type JsonWebKeyInput } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AgentError } from '../../src/agents/agent-error.ts'
import { type IdJag, verifyIdJag } from '../../src/agents/identity/id-jag.ts'
import { issuerKeys } from '../../src/agents/identity/issuer-keys.ts'
import type { TrustedIssuer } from '../../src/agents/identity/trusted-issuer.ts'
import { createSigningKey, type IdentityProvider, part, SIGNING_ALGS, type SigningKey, signWith, startIdentityProvider } from './identity-provider.ts'

const BASE = 'https://www.example.com'
const ISSUER = 'https://trusted.example'
const START = Date.UTC(2026, 10, 2, 12)
const NOW = START / 1000

let now = START
const clock = { now: () => new Date(now) }
let provider: IdentityProvider
let other: IdentityProvider
let attacker: SigningKey
/** Every address that was asked for, by whatever way. */
let asked: string[]
let verify: (assertion: string, issuers?: TrustedIssuer[]) => Promise<IdJag>
beforeAll(async () => {
  provider = await startIdentityProvider(ISSUER)
  other = await startIdentityProvider('https://other.example')
  attacker = await createSigningKey('ES256', 'ES256-1')
})
afterAll(() => [provider, other].forEach((one) => one.stop()))
beforeEach(() => {
  now = START
  provider.reset()
  other.reset()
  asked = []
  const real = fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => (asked.push(String(input)), real(input, init)))
  const keys = issuerKeys(clock)
  verify = (assertion, issuers = [provider.trusted, other.trusted]) => verifyIdJag(assertion, { issuers, keys, clock, base: BASE })
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(asked.filter((address) => ![provider.trusted.jwksUri, other.trusted.jwksUri].includes(address))).toEqual([])
  expect(provider.detours() + other.detours()).toBe(0)
})

type Claims = Record<string, unknown>
const claims = (changes: Claims = {}): Claims => ({
  iss: ISSUER,
  sub: 'person-4711',
  aud: `${BASE}/api/v1`,
  client_id: 'assistant',
  jti: 'jti-4711',
  iat: NOW,
  exp: NOW + 300,
  auth_time: NOW - 60,
  email: 'ana@example.com',
  email_verified: true,
  ...changes,
})
/** A member of undefined is missing. */
const signed = (changes: Claims = {}, header: object = {}) => provider.sign(claims(changes), header)
/** Writes one claim as a text of JSON, for what no value of JavaScript becomes. */
const signedText = (name: string, text: string) => provider.sign(JSON.stringify(claims({ [name]: '@' })).replace('"@"', text))

/** @returns the refusal; whatever it is, its reason repeats nothing of the token */
async function refusal(assertion: string, issuers?: TrustedIssuer[]): Promise<AgentError> {
  const error: unknown = await verify(assertion, issuers).then(() => new Error('was accepted'), (reason: unknown) => reason)
  if (!(error instanceof AgentError)) throw error
  expect(error.reason).toMatch(/^.{4,120}$/)
  expect(`${error.reason} ${error.sentence}`).not.toMatch(/4711|ana@|eyJ|evil|\.example|assistant/)
  return error
}
const codeOf = async (assertion: string, issuers?: TrustedIssuer[]) => (await refusal(assertion, issuers)).code

describe('a good assertion', () => {
  it.each(SIGNING_ALGS)('signed with %s yields what the issuer vouches for', async (alg) => {
    expect(await verify(await signWith(provider.keys[alg], claims()))).toEqual({
      issuer: ISSUER, subject: 'person-4711', clientId: 'assistant', jti: 'jti-4711', email: 'ana@example.com', expiresAt: new Date(START + 300_000),
    })
  })

  it('R65 yields its scopes as they are, and none when it has none', async () => {
    expect((await verify(await signed({ scope: 'firm.read other' }))).scopes).toBe('firm.read other')
    expect(await verify(await signed())).not.toHaveProperty('scopes')
    for (const scope of [7, null, ['firm.read']]) expect(await codeOf(await signed({ scope }))).toBe('invalid_request')
  })

  it('is not burnt here: it passes twice, the caller remembers', async () => {
    const assertion = await signed()
    expect(await verify(assertion)).toEqual(await verify(assertion))
    expect(provider.fetches()).toBe(1)
  })

  it('may say more than is asked for', async () => {
    const more = { amr: ['pwd'], tenant: 't', act: { sub: 'agent' }, nbf: NOW, phone_number: '+1', '': 1, constructor: 1 }
    expect((await verify(await signed(more, { cty: 'x', extra: { a: [1] } }))).subject).toBe('person-4711')
  })
})

describe('the issuer', () => {
  it('R53 not on the list is refused, and nobody is asked', async () => {
    expect(await codeOf(await signed({ iss: 'https://idp.evil.example' }))).toBe('issuer_not_enabled')
    expect(await codeOf(await signed(), [])).toBe('issuer_not_enabled')
    expect(await codeOf(await signed(), [other.trusted])).toBe('issuer_not_enabled')
    expect(asked).toEqual([])
  })

  it.each([
    `${ISSUER}/`, 'https://TRUSTED.example', 'HTTPS://trusted.example', `${ISSUER}@evil`, `${ISSUER}.evil`, 'https://trustеd.example', 'https://xn--trustd-hof.example', `${ISSUER}:443`, 'https://user@trusted.example',
    'http://trusted.example', `${ISSUER}#`, `${ISSUER}?`, ` ${ISSUER}`, `${ISSUER} `, `${ISSUER}\n`, `${ISSUER}\0`, 'trusted.example', '__proto__', 'null', BASE, `${BASE}/api/v1`,
  ])('H8 compared as a whole: %j is another one', async (iss) => {
    expect(await codeOf(await signed({ iss }))).toBe('issuer_not_enabled')
    expect(asked).toEqual([])
  })

  it.each([[[ISSUER]], [null], [7], [{ toString: ISSUER }], [''], [true]])('H8 %j is none', async (iss) => {
    expect(await codeOf(await signed({ iss }))).toBe('invalid_request')
    expect(asked).toEqual([])
  })

  it('H14 signs with its own keys: not with those of another trusted one, whatever their kids', async () => {
    expect(await codeOf(await other.sign(claims()))).toBe('invalid_signature')
    other.publish([{ ...other.keys.ES256.jwk, kid: 'theirs-alone' }])
    expect(await codeOf(await other.sign(claims(), { kid: 'theirs-alone' }))).toBe('invalid_signature')
    now += 60_000
    expect((await verify(await other.sign(claims({ iss: other.trusted.issuer }), { kid: 'theirs-alone' }))).issuer).toBe(other.trusted.issuer)
    expect(await codeOf(await other.sign(claims(), { kid: 'theirs-alone' }))).toBe('invalid_signature')
  })

  it('R67 has clients of its own on the list', async () => {
    expect((await verify(await signed({ client_id: 'assistant-2' }))).clientId).toBe('assistant-2')
    for (const client of ['assistant-3', 'Assistant', 'assistant ', 'assistant,assistant-2', '*']) {
      const error = await refusal(await signed({ client_id: client }))
      expect([error.code, error.reason]).toEqual(['issuer_not_enabled', 'the client is not one of this issuer that the trust list names'])
    }
    const narrower = { ...other.trusted, clientIds: ['other-assistant'] }
    expect(await codeOf(await other.sign(claims({ iss: other.trusted.issuer })), [provider.trusted, narrower])).toBe('issuer_not_enabled')
  })
})

describe('the header', () => {
  it.each([undefined, null, 7, '', 'JWT', 'jwt', 'at+jwt', 'logout+jwt', 'secevent+jwt', 'id-jag+jwt', 'agent-identity+jwt', 'OAUTH-ID-JAG+JWT', 'application/oauth-id-jag+jwt', 'oauth-id-jag+jwt ', ['oauth-id-jag+jwt']])(
    'R54, H13 with typ %j is of another kind',
    async (typ) => {
      expect(await codeOf(await signed({}, { typ }))).toBe('invalid_request')
      expect(asked).toEqual([])
    },
  )

  it('R55 with an algorithm that is not one of the issuer is refused, though its key is published', async () => {
    const narrow = { ...provider.trusted, algorithms: ['ES384' as const] }
    expect(await codeOf(await signed(), [narrow])).toBe('invalid_signature')
    expect(asked).toEqual([])
    expect((await verify(await signWith(provider.keys.ES384, claims()), [narrow])).issuer).toBe(ISSUER)
  })

  it.each(['none', 'None', 'NONE', 'nOnE', ''])('H1 with alg %j is not signed', async (alg) => {
    const [head, body] = [part({ typ: 'oauth-id-jag+jwt', alg, kid: 'ES256-1' }), part(claims())]
    expect(await codeOf(`${head}.${body}.`)).toBe('invalid_request')
    expect(await codeOf(`${head}.${body}.AAAA`)).toBe('invalid_signature')
    expect(await codeOf(await signed({}, { alg }))).toBe('invalid_signature')
    expect(asked).toEqual([])
  })

  it.each([undefined, null, 0, ['ES256'], [], {}, true])('H1 with alg %j is none', async (alg) => expect(await codeOf(await signed({}, { alg }))).toBe('invalid_request'))

  it('H2 with HS256, keyed with what is public, is refused', async () => {
    const { jwk } = provider.keys.ES256
    const pem = createPublicKey({ key: jwk, format: 'jwk' } as JsonWebKeyInput).export({ type: 'spki', format: 'pem' })
    const point = Buffer.concat([Buffer.from(String(jwk['x']), 'base64url'), Buffer.from(String(jwk['y']), 'base64url')])
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const text = `${part({ typ: 'oauth-id-jag+jwt', alg, kid: 'ES256-1' })}.${part(claims())}`
      for (const secret of [pem, JSON.stringify(jwk), point, `${String(jwk['x'])}${String(jwk['y'])}`, '']) {
        expect(await codeOf(`${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`)).toBe('invalid_signature')
      }
    }
  })

  it('H4 and the key are of one type: ES256 under the kid of an RSA key, and the other way round', async () => {
    provider.publish(Object.values(provider.keys).map(({ jwk }) => ({ ...jwk, alg: undefined })))
    for (const [alg, kid] of [['ES256', 'RS256-1'], ['RS256', 'ES256-1'], ['EdDSA', 'ES256-1'], ['ES384', 'ES256-1'], ['ES256', 'EdDSA-1']] as const) {
      expect(await codeOf(await signWith(provider.keys[alg], claims(), { kid }))).toBe('invalid_signature')
      const target = Object.values(provider.keys).find(({ jwk }) => jwk['kid'] === kid)
      if (target) expect(await codeOf(await signWith(target, claims(), { alg, kid }))).toBe('invalid_signature')
    }
  })

  it.each(['../../../../dev/null', '/dev/null', "' OR 1=1--", '$(id)', 'ES256-1\0', '__proto__', 'constructor', 'toString', 'https://evil.example/key', 'http://169.254.169.254/', 'file:///etc/passwd', '🔑', 'x'.repeat(255)])(
    'H5 with kid %j has an unknown key',
    async (kid) => {
      expect(await codeOf(await signed({}, { kid }))).toBe('invalid_signature')
      expect(asked).toEqual([provider.trusted.jwksUri])
    },
  )

  it.each([undefined, null, 7, '', 'x'.repeat(256), 'x'.repeat(10_000), ['ES256-1'], { toString: 'ES256-1' }])('H5 with kid %.20j is refused unseen', async (kid) => {
    expect(await codeOf(await signed({}, { kid }))).toBe('invalid_request')
    expect(asked).toEqual([])
  })

  it('H6 does not bring its own key, and has none fetched', async () => {
    const addresses = [`${provider.detour}/jwks.json`, 'http://169.254.169.254/latest', 'file:///etc/passwd', `${BASE}/.well-known/jwks.json`]
    const headers = [{ jwk: attacker.jwk }, { x5c: ['MIIB'] }, ...addresses.flatMap((address) => [{ jku: address }, { x5u: address }])]
    for (const header of headers) {
      expect(await codeOf(await signWith(attacker, claims(), header))).toBe('invalid_signature')
      expect(await codeOf(await signWith(attacker, claims(), { ...header, kid: 'attacker' }))).toBe('invalid_signature')
      expect((await verify(await signed({}, header))).issuer).toBe(ISSUER) // ignored when the issuer's own key signed
    }
    // One for the set and one for the unknown kid; that there was no other address, and no detour, is checked after each test.
    expect(asked).toEqual([provider.trusted.jwksUri, provider.trusted.jwksUri])
  })

  it.each([{ crit: ['exp'] }, { crit: [] }, { crit: 'x' }, { crit: null }, { crit: ['b64'], b64: false }, { crit: ['b64'], b64: true }, { b64: true }, { b64: false }, { zip: 'DEF' }, { zip: null }])('H7, H17 with %j is refused', async (header) => {
    expect(await codeOf(await signed({}, header))).toBe('invalid_request')
    expect(asked).toEqual([])
  })

  it.each(['null', '[]', '"text"', '7', '', '{', '{"typ":"oauth-id-jag+jwt"', '\ufeff{"typ":"oauth-id-jag+jwt","alg":"ES256","kid":"ES256-1"}', '{"typ":"oauth-id-jag+jwt","alg":"ES256","kid":"ES256-1","\\ud800":1}'])('that reads %j is none', async (header) => {
    expect(await codeOf(await provider.sign(claims(), header))).toBe('invalid_request')
  })
})

describe('the signature', () => {
  const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const bytes = (number: bigint) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const zero = bytes(0n)
  const positive = (number: Buffer) => (number[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), number]) : number)
  const integer = (number: Buffer) => Buffer.concat([Buffer.from([2, positive(number).length]), positive(number)])
  const der = (r: Buffer, s: Buffer) => Buffer.concat([Buffer.from([0x30, integer(r).length + integer(s).length]), integer(r), integer(s)])

  const forgeries: [string, (r: Buffer, s: Buffer) => Buffer][] = [
    ['all zero', () => Buffer.alloc(64)],
    ['r = 0', (_r, s) => Buffer.concat([zero, s])],
    ['s = 0', (r) => Buffer.concat([r, zero])],
    ['r = n', (_r, s) => Buffer.concat([bytes(ORDER), s])],
    ['s = n', (r) => Buffer.concat([r, bytes(ORDER)])],
    ['r = s = n', () => Buffer.concat([bytes(ORDER), bytes(ORDER)])],
    ['DER', der],
    ['63 bytes', (r, s) => Buffer.concat([r, s]).subarray(0, 63)],
    ['65 bytes', (r, s) => Buffer.concat([r, s, Buffer.from([0])])],
    ['one byte', () => Buffer.from([1])],
    ['another bit', (r, s) => Buffer.concat([r, s.map((byte, index) => (index === 31 ? byte ^ 1 : byte))])],
  ]
  it.each(forgeries)('H3 of %s is none', async (_title, forge) => {
    const [head, body, signature = ''] = (await signed()).split('.')
    const raw = Buffer.from(signature, 'base64url')
    expect(await codeOf(`${head}.${body}.${forge(raw.subarray(0, 32), raw.subarray(32)).toString('base64url')}`)).toBe('invalid_signature')
  })

  it('of other parts, or by another key with this kid, is none', async () => {
    const [head, , signature] = (await signed()).split('.')
    expect(await codeOf(`${head}.${part(claims({ email: 'eve@evil.example' }))}.${signature}`)).toBe('invalid_signature')
    expect(await codeOf(await signWith(attacker, claims()))).toBe('invalid_signature')
  })

  it('comes before the claims: nobody learns from a forged token which claims would do', async () => {
    expect(await codeOf(await signWith(attacker, claims({ aud: 'x', exp: 1, sub: 7, email: 7 })))).toBe('invalid_signature')
  })

  it('R70, H22 cannot be checked while the host of the keys fails: 503, not 400', async () => {
    provider.behave('redirect')
    const error: unknown = await verify(await signed()).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'temporarily_unavailable', status: 503 })
  })
})

describe('the text', () => {
  it('H20 has one spelling', async () => {
    let assertion = await signed()
    // Until the signature holds both letters that the other alphabet writes differently.
    while (!/\.[^.]*-[^.]*$/.test(assertion) || !/\.[^.]*_[^.]*$/.test(assertion)) assertion = await signed()
    expect((await verify(assertion)).issuer).toBe(ISSUER)
    const [head, body, signature = ''] = assertion.split('.')
    const leftOver = signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(85) + 1)
    const spellings = [` ${assertion}`, `${assertion} `, `${assertion}\n`, `${assertion}\r\n`, `${head}.${body}. ${signature}`, `${head}.\t${body}.${signature}`, `${head}.${body}\n.${signature}`, `${assertion}=`, `${assertion}==`,
      `${head}=.${body}.${signature}`, assertion.replaceAll('-', '+'), assertion.replaceAll('_', '/'), `${head}.${body}.${leftOver}`, `${assertion}\0`, `\ufeff${assertion}`, `Bearer ${assertion}`]
    for (const spelling of spellings) {
      expect(spelling).not.toBe(assertion)
      expect(await codeOf(spelling)).toBe('invalid_request')
    }
  })

  it('H16 is a compact JWS of claims: no JWE, no JSON serialisation, no token within a token', async () => {
    const assertion = await signed()
    const [head, body, signature] = assertion.split('.')
    const others = [`${head}.${head}.${head}.${body}.${signature}`, JSON.stringify({ protected: head, payload: body, signature }), JSON.stringify({ payload: body, signatures: [{ protected: head, signature }] }), `${assertion}.`, `${head}.${body}`,
      `${head}`, '', '.', '..', '...', `.${body}.${signature}`, `${head}..${signature}`]
    for (const text of others) expect(await codeOf(text)).toBe('invalid_request')
    expect(await codeOf(await provider.sign(assertion, { cty: 'JWT' }))).toBe('invalid_request')
    expect(await codeOf(await provider.sign(JSON.stringify(assertion), { cty: 'JWT' }))).toBe('invalid_request')
  })

  it('H17 is not unpacked', async () => {
    const bomb = deflateRawSync(' '.repeat(5_000_000) + JSON.stringify(claims()))
    expect(await codeOf(await provider.sign(bomb, { zip: 'DEF' }))).toBe('invalid_request')
    expect(await codeOf(await provider.sign(deflateRawSync(JSON.stringify(claims()))))).toBe('invalid_request')
  })

  it('R42 is at most 16 KiB long', async () => {
    const fill = async (length: number) => (await signed({ fill: 'x'.repeat(length) })).length
    const room = Math.floor(((16_384 - (await fill(0))) * 3) / 4)
    let length = room - 8
    while ((await fill(length + 1)) <= 16_384) length++
    expect((await verify(await signed({ fill: 'x'.repeat(length) }))).issuer).toBe(ISSUER)
    expect(await codeOf(await signed({ fill: 'x'.repeat(length + 1) }))).toBe('invalid_request')
  })

  it('is a string, whatever the types promised', async () => {
    for (const value of [undefined, null, 7, {}, ['a.b.c']]) expect(await codeOf(JSON.parse(JSON.stringify({ value })).value)).toBe('invalid_request')
  })

  it.each(['null', '[]', '"text"', '7', 'true', '{', '', '[{}]', `${'['.repeat(6000)}${']'.repeat(6000)}`])('has an object of claims: %.20j is none', async (payload) => {
    expect(await codeOf(await provider.sign(payload))).toBe('invalid_request')
  })

  it('H18 of a claim that occurs twice counts the last, in the check and in the result', async () => {
    const twice = (name: string, first: unknown, last: unknown) => signedText(name, `${JSON.stringify(first)},"${name}":${JSON.stringify(last)}`)
    expect(await codeOf(await twice('aud', BASE, 'https://evil.example'))).toBe('invalid_audience')
    expect(await codeOf(await twice('iss', ISSUER, 'https://evil.example'))).toBe('issuer_not_enabled')
    expect(await codeOf(await twice('email_verified', true, false))).toBe('missing_verified_email')
    expect(await codeOf(await twice('client_id', 'assistant', 'evil'))).toBe('issuer_not_enabled')
    expect(await verify(await twice('email', 'eve@example.org', 'ben@example.com'))).toMatchObject({ email: 'ben@example.com' })
    expect(await verify(await twice('jti', 'first', 'last'))).toMatchObject({ jti: 'last' })
    expect(await codeOf(await provider.sign(claims(), '{"typ":"oauth-id-jag+jwt","alg":"ES256","kid":"ES256-1","alg":"none"}'))).toBe('invalid_signature')
    expect(await codeOf(await provider.sign(claims(), '{"typ":"oauth-id-jag+jwt","typ":"JWT","alg":"ES256","kid":"ES256-1"}'))).toBe('invalid_request')
  })

  it.each([
    ['half a character in a claim', JSON.stringify({ sub: '@' }).replace('@', '\\ud800')],
    ['the other half', JSON.stringify({ sub: '@' }).replace('@', 'a\\udc00')],
    ['half a character in a name', '{"\\ud800":1}'],
    ['half a character deep within', '{"act":{"sub":["\\udfff"]}}'],
    ['a byte that is none', Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff]), Buffer.from('"}')])],
    ['a byte too many', Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
    ['a surrogate in bytes', Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])],
    ['a byte order mark', Buffer.from('\ufeff{"x":1}')],
  ])('H19 is UTF-8 of whole characters: %s', async (_title, faulty) => {
    // The faulty text holds all good claims too, so that nothing else can be what is refused.
    const good = Buffer.from(JSON.stringify(claims()).replace(/}$/, ','))
    const text = Buffer.from(faulty)
    const start = text.indexOf('{')
    const payload = Buffer.concat([text.subarray(0, start), good, text.subarray(start + 1)])
    const { reason, code } = await refusal(await provider.sign(payload))
    expect([code, reason]).toEqual(['invalid_request', 'a part of the assertion is not JSON in UTF-8'])
  })

  it('H19 of any script is kept', async () => {
    expect(await verify(await signed({ sub: '😀 é 名', email: 'josé@exämple.com' }))).toMatchObject({ subject: '😀 é 名', email: 'josé@exämple.com' })
  })
})

describe('the claims', () => {
  it.each(['iss', 'sub', 'aud', 'client_id', 'jti', 'exp', 'iat'])('R56 need %s', async (name) => {
    const error = await refusal(await signed({ [name]: undefined }))
    expect([error.code, error.reason]).toEqual(['invalid_request', `claims: ${name} is missing or not allowed`])
  })

  it.each(['sub', 'client_id', 'jti'].flatMap((name) => ['', null, 7, ['x'], {}, true].map((value) => [name, value] as const)))('R56, H12 have no %s like %j', async (name, value) => {
    expect(await codeOf(await signed({ [name]: value }))).toBe('invalid_request')
  })

  it.each(['/', '..', '../../claims/1', 'a\0b', ' ', '🔑', 'x'.repeat(8000)])('H12 have any text as jti: %.20j', async (jti) => expect((await verify(await signed({ jti }))).jti).toBe(jti))

  it('H12 have no jti of 1 MB', async () => expect(await codeOf(await signed({ jti: 'x'.repeat(1_000_000) }))).toBe('invalid_request'))

  it.each([[`${BASE}/api/v1`], [BASE], [[`${BASE}/api/v1`]], [[BASE]]])('R57 are for us: aud %j', async (aud) => expect((await verify(await signed({ aud }))).issuer).toBe(ISSUER))

  it.each([
    [[`${BASE}/api/v1`, 'https://evil.example']], [['https://evil.example', BASE]], [[`${BASE}/api/v1`, `${BASE}/api/v1`]], [[BASE, `${BASE}/api/v1`]], [[BASE, null]], [[]], [''], [7], [null], [true], [{}], ['https://evil.example'], [[[BASE]]],
    [`${BASE}/api/v1/`], [`${BASE}/`], [`${BASE}/API/v1`], [`${BASE}/api/v1#x`], [`${BASE}/api/v1?x`], [`${BASE}/api`], [`${BASE}/api/v1/inquiries`], ['https://WWW.example.com'], [`${BASE}:443`], [`${BASE}.evil`], ['www.example.com'],
    [` ${BASE}`], [`${BASE}/api/v1 ${BASE}`], [`${BASE},${BASE}/api/v1`], [{ toString: BASE }], [{ 0: BASE, length: 1 }], [ISSUER],
  ])('R57, H9 are for somebody else: aud %j', async (aud) => expect(await codeOf(await signed({ aud }))).toBe('invalid_audience'))

  it.each([
    ['exp', '"soon"'], ['exp', '"9999999999"'], ['exp', '1e999'], ['exp', '-1e999'], ['exp', 'true'], ['exp', 'null'], ['exp', '[1]'], ['exp', `${NOW + 100}.5`], ['exp', '9007199254740993'],
    ['iat', '"now"'], ['iat', 'true'], ['iat', '1e999'], ['iat', `${NOW}.5`], ['iat', 'null'], ['nbf', '"now"'], ['nbf', 'null'], ['nbf', 'true'], ['nbf', '1e999'],
  ])('H10 have whole seconds: %s is not %s', async (name, text) => expect(await codeOf(await signedText(name, text))).toBe('invalid_request'))

  it.each([['exp', '-0'], ['exp', '0'], ['exp', '-5'], ['exp', '9007199254740991'], ['iat', '-0'], ['iat', '-9007199254740991'], ['nbf', '9007199254740991']])('H10 are valid now: not with %s %s', async (name, text) => {
    expect(await codeOf(await signedText(name, text))).toBe('expired')
  })

  const times: [string, Claims, boolean][] = [
    ['exp 59 s ago', { iat: NOW - 200, exp: NOW - 59 }, true],
    ['exp 60 s ago', { iat: NOW - 200, exp: NOW - 60 }, false],
    ['iat in 60 s', { iat: NOW + 60, exp: NOW + 300 }, true],
    ['iat in 61 s', { iat: NOW + 61, exp: NOW + 300 }, false],
    ['iat in 61 s, though nbf is now', { iat: NOW + 61, nbf: NOW, exp: NOW + 300 }, false],
    ['nbf in 60 s', { nbf: NOW + 60 }, true],
    ['nbf in 61 s', { nbf: NOW + 61 }, false],
    ['valid for 300 s', { iat: NOW - 10, exp: NOW + 290 }, true],
    ['valid for 301 s', { iat: NOW - 10, exp: NOW + 291 }, false],
    ['valid for 1 s', { iat: NOW, exp: NOW + 1 }, true],
    ['valid for no time', { iat: NOW, exp: NOW }, false],
    ['over before it began', { iat: NOW + 10, exp: NOW + 5 }, false],
    ['valid for a year', { exp: NOW + 31_536_000 }, false],
  ]
  it.each(times)('H10 %s', async (_title, changes, good) => {
    const assertion = await signed(changes)
    if (good) expect((await verify(assertion)).issuer).toBe(ISSUER)
    else expect(await codeOf(assertion)).toBe('expired')
  })

  it('H10 end while time goes on', async () => {
    const assertion = await signed()
    now = START + 359_999
    expect((await verify(assertion)).expiresAt).toEqual(new Date(START + 300_000))
    now = START + 360_000
    expect(await codeOf(assertion)).toBe('expired')
  })

  it.each(['cnf', 'authorization_details'].flatMap((name) => [{ jkt: 'x' }, {}, [], null, false, ''].map((value) => [name, value] as const)))('R64 hold no constraint that nobody checks: %s %j', async (name, value) => {
    expect(await codeOf(await signed({ [name]: value }))).toBe('invalid_request')
  })

  it('R66 name no other resource', async () => {
    for (const resource of [`${BASE}/api/v1`, BASE]) expect((await verify(await signed({ resource }))).issuer).toBe(ISSUER)
    for (const resource of ['https://evil.example/api', `${BASE}/api/v1/`, `${BASE}/mcp`, '', null, 7, [BASE], [`${BASE}/api/v1`, 'https://evil.example']]) expect(await codeOf(await signed({ resource }))).toBe('invalid_target')
  })

  it.each([undefined, null, 0, -0, 'now', true, NOW - 3601, NOW + 61, NOW * 1000, NOW - 0.5, [NOW]])('R61, H10 tell of a recent sign-in: not auth_time %j', async (authTime) => {
    const error = await refusal(await signed({ auth_time: authTime }))
    expect([error.code, error.status, error.members, error.headers]).toEqual(['login_required', 401, { max_age: 3600 }, { 'WWW-Authenticate': 'AgentAuth error="login_required", max_age="3600"' }])
  })

  it.each([NOW - 3600, NOW, NOW + 60])('R61 tell of a recent sign-in: auth_time %j', async (authTime) => expect((await verify(await signed({ auth_time: authTime }))).issuer).toBe(ISSUER))

  it.each([undefined, null, false, 'true', 1, {}, [true]])('R63 hold a verified address: not with email_verified %j', async (verified) => {
    expect(await codeOf(await signed({ email_verified: verified }))).toBe('missing_verified_email')
    expect(await codeOf(await signed({ email_verified: verified, phone_number: '+14075550100', phone_number_verified: true }))).toBe('missing_verified_email')
  })

  it.each([
    undefined, null, 7, '', 'ana', 'ana@', '@example.com', 'ana@example', 'ana@@example.com', 'ana@b@example.com', 'ana@example.com,ben@example.com', 'ana@example.com ben@example.com', 'Ana <ana@example.com>', ' ana@example.com', 'ana@example.com\n',
    'ana@example.com\r\nBcc: eve@evil.example', 'ana@exa mple.com', 'ana@.com', 'ana@example..com', '.ana@example.com', 'a..na@example.com', 'ana\0@example.com', '"ana"@example.com', 'mailto:ana@example.com', ['ana@example.com'], { address: 'ana@example.com' },
    `${'a'.repeat(243)}@example.com`, 'ana@\u202eexample.com',
  ])('R63 hold one address: not %j', async (email) => expect(await codeOf(await signed({ email }))).toBe('missing_verified_email'))

  it.each(["o'ana+x@mail.example.com", 'Ana.B@Example.COM', `${'a'.repeat(242)}@example.com`])('R63 hold one address: %.30j, as it was written', async (email) => expect((await verify(await signed({ email }))).email).toBe(email))

  it('are their own: none comes from a prototype', async () => {
    expect(await codeOf(await provider.sign(JSON.stringify(claims({ email_verified: undefined })).replace(/}$/, ',"__proto__":{"email_verified":true}}')))).toBe('missing_verified_email')
    expect(await codeOf(await provider.sign(JSON.stringify(claims({ jti: undefined })).replace(/}$/, ',"__proto__":{"jti":"x"}}')))).toBe('invalid_request')
  })

  it('are judged in one order', async () => {
    const faults: [Claims, string][] = [
      [{ sub: 7 }, 'invalid_request'],
      [{ aud: 'x' }, 'invalid_audience'],
      [{ exp: NOW - 100, iat: NOW - 200 }, 'expired'],
      [{ client_id: 'x' }, 'issuer_not_enabled'],
      [{ cnf: {} }, 'invalid_request'],
      [{ resource: 'x' }, 'invalid_target'],
      [{ auth_time: 0 }, 'login_required'],
      [{ email: 'x' }, 'missing_verified_email'],
      [{ scope: 7 }, 'invalid_request'],
    ]
    for (const [index, [, code]] of faults.entries()) {
      const all = Object.assign({}, ...faults.slice(index).map(([fault]) => fault))
      expect(await codeOf(await signed(all))).toBe(code)
    }
  })
})
