/**
 * The claims of an assertion of a third party: each has its rule, and a code of its own for who breaks it.
 */
import { describe, expect, it } from 'vitest'
import { BASE, claims, type Claims, codeOf, NOW, refusal, signed, signedText, useVerifier, verify } from './id-jags.ts'
import { clock, ISSUER, provider, START } from './two-issuers.ts'

useVerifier()

describe('the claims', () => {
  it.each(['iss', 'sub', 'aud', 'client_id', 'jti', 'exp', 'iat'])('need %s', async (name) => {
    const error = await refusal(await signed({ [name]: undefined }))
    expect([error.code, error.reason]).toEqual(['invalid_request', `claims: ${name} is missing or not allowed`])
  })

  it.each(
    ['sub', 'client_id', 'jti'].flatMap((name) =>
      ['', null, 7, ['x'], {}, true].map((value) => [name, value] as const),
    ),
  )('have no %s like %j', async (name, value) => {
    expect(await codeOf(await signed({ [name]: value }))).toBe('invalid_request')
  })

  it.each(['/', '..', '../../claims/1', 'a\0b', ' ', '🔑', 'x'.repeat(8000)])(
    'have any text as jti: %.20j',
    async (jti) => expect((await verify(await signed({ jti }))).jti).toBe(jti),
  )

  it('have no jti of 1 MB', async () =>
    expect(await codeOf(await signed({ jti: 'x'.repeat(1_000_000) }))).toBe('invalid_request'))

  it.each([[`${BASE}/api/v1`], [BASE], [[`${BASE}/api/v1`]], [[BASE]]])('are for this service: aud %j', async (aud) =>
    expect((await verify(await signed({ aud }))).issuer).toBe(ISSUER),
  )

  it.each([
    [[`${BASE}/api/v1`, 'https://evil.example']],
    [[BASE, `${BASE}/api/v1`]],
    [[]],
    [null],
    ['https://evil.example'],
    [[[BASE]]],
    [`${BASE}/`],
    [`${BASE}/API/v1`],
    [`${BASE}/api`],
    [`${BASE}/api/v1/inquiries`],
    ['https://WWW.example.com'],
    [`${BASE}.evil`],
    [`${BASE}/api/v1 ${BASE}`],
    [{ 0: BASE, length: 1 }],
  ])('are for another audience: aud %j', async (aud) =>
    expect(await codeOf(await signed({ aud }))).toBe('invalid_audience'),
  )

  it.each([
    ['exp', '"9999999999"'],
    ['exp', '1e999'],
    ['exp', 'null'],
    ['exp', `${NOW + 100}.5`],
    ['exp', '9007199254740993'],
    ['iat', `${NOW}.5`],
    ['iat', 'true'],
    ['nbf', '"now"'],
    ['nbf', 'null'],
  ])('have whole seconds: %s is not %s', async (name, text) =>
    expect(await codeOf(await signedText(name, text))).toBe('invalid_request'),
  )

  it.each([
    ['exp', '-0'],
    ['exp', '-5'],
    ['exp', '9007199254740991'],
    ['iat', '-9007199254740991'],
    ['nbf', '9007199254740991'],
  ])('are valid now: not with %s %s', async (name, text) => {
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
  it.each(times)('%s', async (_title, changes, good) => {
    const assertion = await signed(changes)
    if (good) expect((await verify(assertion)).issuer).toBe(ISSUER)
    else expect(await codeOf(assertion)).toBe('expired')
  })

  it('end while time goes on', async () => {
    const assertion = await signed()
    clock.at = START + 359_999
    expect((await verify(assertion)).expiresAt).toEqual(new Date(START + 300_000))
    clock.at = START + 360_000
    expect(await codeOf(assertion)).toBe('expired')
  })

  it.each(
    ['cnf', 'authorization_details'].flatMap((name) =>
      [{ jkt: 'x' }, {}, [], null, false, ''].map((value) => [name, value] as const),
    ),
  )('hold no constraint that no one checks: %s %j', async (name, value) => {
    expect(await codeOf(await signed({ [name]: value }))).toBe('invalid_request')
  })

  it('name no other resource', async () => {
    for (const resource of [`${BASE}/api/v1`, BASE])
      expect((await verify(await signed({ resource }))).issuer).toBe(ISSUER)
    for (const resource of ['https://evil.example/api', `${BASE}/api/v1/`, `${BASE}/mcp`, '', null, [BASE]])
      expect(await codeOf(await signed({ resource }))).toBe('invalid_target')
  })

  it.each([undefined, null, 0, -0, 'now', true, NOW - 3601, NOW + 61, NOW * 1000, NOW - 0.5, [NOW]])(
    'tell of a recent sign-in: not auth_time %j',
    async (authTime) => {
      const error = await refusal(await signed({ auth_time: authTime }))
      expect([error.code, error.status, error.members, error.headers]).toEqual([
        'login_required',
        401,
        { max_age: 3600 },
        { 'WWW-Authenticate': 'AgentAuth error="login_required", max_age="3600"' },
      ])
    },
  )

  it.each([NOW - 3600, NOW, NOW + 60])('tell of a recent sign-in: auth_time %j', async (authTime) =>
    expect((await verify(await signed({ auth_time: authTime }))).issuer).toBe(ISSUER),
  )

  it.each([undefined, null, false, 'true', 1, {}, [true]])(
    'hold a verified address: not with email_verified %j',
    async (verified) => {
      const changes = { email_verified: verified, phone_number: '+14075550100', phone_number_verified: true }
      expect(await codeOf(await signed(changes))).toBe('missing_verified_email')
    },
  )

  // Which texts are addresses is tested in email-address.test.ts, on assertions too.
  it.each([undefined, null, 7, ' ana@example.com', ['ana@example.com'], { address: 'ana@example.com' }])(
    'hold one address: not %j',
    async (email) => expect(await codeOf(await signed({ email }))).toBe('missing_verified_email'),
  )

  it('hold one address, as it was written', async () =>
    expect((await verify(await signed({ email: 'Ana.B@Example.COM' }))).email).toBe('Ana.B@Example.COM'))

  it('are their own: none comes from a prototype', async () => {
    const inherited = (name: string, text: string) =>
      provider.sign(JSON.stringify(claims({ [name]: undefined })).replace(/}$/, `,"__proto__":{"${name}":${text}}}`))
    expect(await codeOf(await inherited('email_verified', 'true'))).toBe('missing_verified_email')
    expect(await codeOf(await inherited('jti', '"x"'))).toBe('invalid_request')
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
      const all = Object.fromEntries(faults.slice(index).flatMap(([fault]) => Object.entries(fault)))
      expect(await codeOf(await signed(all))).toBe(code)
    }
  })
})
