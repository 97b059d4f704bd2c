/** The claims of an assertion of a third party: what a good one yields, and each rule with the code for who breaks it. */
import { describe, expect, it } from 'vitest'
import {
  asked,
  BASE,
  type Claims,
  claims,
  codeOf,
  NOW,
  refusal,
  signed,
  signedText,
  useVerifier,
  verify,
} from './id-jags.ts'
import { SIGNING_ALGS, signWith } from './identity-provider.ts'
import { clock, ISSUER, other, provider, START } from './two-issuers.ts'

useVerifier()
/** One case for each value of a claim. */
const cases = (name: string, values: unknown[], more: Claims = {}) =>
  values.map((value): [Claims] => [{ ...more, [name]: value }])

describe('a good assertion', () => {
  it.each(SIGNING_ALGS)('signed with %s yields what the issuer vouches for', async (alg) => {
    expect(await verify(await signWith(provider.keys[alg], claims()))).toEqual({
      issuer: ISSUER,
      subject: 'person-4711',
      jti: 'jti-4711',
      email: 'ana@example.com',
    })
  })

  it.each<[Claims]>([
    ...cases('aud', [BASE, [`${BASE}/api/v1`], [BASE]]),
    ...cases('resource', [`${BASE}/api/v1`, BASE]),
    ...cases('auth_time', [NOW - 3600, NOW, NOW + 60]),
    [{ iat: NOW - 200, exp: NOW - 59 }],
    [{ iat: NOW + 60, exp: NOW + 300 }],
    [{ nbf: NOW + 60 }],
    [{ amr: ['pwd'], act: { sub: 'agent' }, nbf: NOW, '': 1, constructor: 1 }],
  ])('may hold %j', async (changes) => expect((await verify(await signed(changes))).subject).toBe('person-4711'))

  it('passes until its time is up, a minute late: its callers remember which were used', async () => {
    const assertion = await signed()
    clock.at = START + 359_999
    expect(await verify(assertion)).toEqual(await verify(assertion))
    expect(provider.fetches()).toBe(1)
    clock.at = START + 360_000
    expect(await codeOf(assertion)).toBe('expired')
  })
})

describe('an assertion is refused', () => {
  it.each(['iss', 'sub', 'aud', 'client_id', 'jti', 'exp', 'iat'])('without %s', async (name) => {
    const { code, reason } = await refusal(await signed({ [name]: undefined }))
    expect([code, reason]).toEqual(['invalid_request', `claims.${name} is missing or not allowed`])
  })

  const refusals: Record<string, [Claims][]> = {
    invalid_request: [
      ...['sub', 'client_id', 'jti'].flatMap((name) => cases(name, ['', null, 7, ['x'], {}, true])),
      // Constraints that this service cannot check.
      ...['cnf', 'authorization_details'].flatMap((name) => cases(name, [{ jkt: 'x' }, {}, [], null, false, ''])),
      ...cases('scope', [7, null, ['firm.read']]),
      ...cases('iss', [[ISSUER], null, { toString: ISSUER }, '']),
    ],
    issuer_not_enabled: [
      ...cases('iss', [`${ISSUER}/`, 'https://TRUSTED.example', `${ISSUER}.evil`, 'https://trustеd.example']),
      ...cases('client_id', ['assistant-3', 'Assistant', 'assistant,assistant-2']),
    ],
    invalid_audience: [
      ...cases('aud', [[`${BASE}/api/v1`, 'https://evil.example'], [BASE, `${BASE}/api/v1`], [], null, [[BASE]]]),
      ...cases('aud', [`${BASE}/`, `${BASE}/API/v1`, `${BASE}/api`, `${BASE}/api/v1/inquiries`, `${BASE}.evil`]),
    ],
    expired: [
      [{ iat: NOW - 200, exp: NOW - 60 }],
      [{ iat: NOW + 61, exp: NOW + 300 }],
      [{ nbf: NOW + 61 }],
      [{ iat: NOW - 10, exp: NOW + 291 }],
      [{ iat: NOW + 10, exp: NOW + 5 }],
    ],
    invalid_target: cases('resource', ['https://evil.example/api', `${BASE}/api/v1/`, `${BASE}/mcp`, '', null, [BASE]]),
    // What the answer says besides is tested in identity-assertion.test.ts.
    login_required: cases('auth_time', [undefined, null, 0, 'now', true, NOW - 3601, NOW + 61, NOW * 1000, NOW - 0.5]),
    missing_verified_email: [
      ...cases('email_verified', [undefined, null, false, 'true', 1, {}, [true]], { phone_number_verified: true }),
      // Which texts are addresses is tested in email-address.test.ts, on assertions too.
      ...cases('email', [undefined, null, 7, ' ana@example.com', ['ana@example.com'], { address: 'ana@example.com' }]),
    ],
  }
  describe.each(Object.entries(refusals))('as %s', (code, all) => {
    it.each(all)('with %.60j', async (changes) => {
      expect(await codeOf(await signed(changes))).toBe(code)
      if (changes.iss !== undefined) expect(asked).toEqual([])
    })
  })

  it.each([
    ['exp', '"9999999999"', 'invalid_request'],
    ['exp', `${NOW + 100}.5`, 'invalid_request'],
    ['nbf', '"now"', 'invalid_request'],
    ['exp', '9007199254740991', 'expired'],
    ['nbf', '9007199254740991', 'expired'],
  ])('with the text %s: %s as %s', async (name, text, code) =>
    expect(await codeOf(await signedText(name, text))).toBe(code),
  )

  it('when its issuer or client is not on the list', async () => {
    expect(await codeOf(await signed(), [])).toBe('issuer_not_enabled')
    expect(await codeOf(await signed(), [other.trusted])).toBe('issuer_not_enabled')
    expect(asked).toEqual([])
    const narrower = { ...other.trusted, clientIds: ['other-assistant'] }
    expect(await codeOf(await other.sign(claims({ iss: other.trusted.issuer })), [provider.trusted, narrower])).toBe(
      'issuer_not_enabled',
    )
  })

  it('when another trusted issuer signed it, whatever its kid', async () => {
    expect(await codeOf(await other.sign(claims()))).toBe('invalid_signature')
    const kid = 'theirs-alone'
    other.publish([{ ...other.keys.ES256.jwk, kid }])
    expect((await verify(await other.sign(claims({ iss: other.trusted.issuer }), { kid }))).issuer).toBe(
      other.trusted.issuer,
    )
    expect(await codeOf(await other.sign(claims(), { kid }))).toBe('invalid_signature')
  })
})
