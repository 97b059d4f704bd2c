/**
 * Those who pretend to be a provider, and providers whose word does not do: every fault of an ID-JAG by its code.
 */
import { CompactSign, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../player.ts'
import { BASE } from '../../world.ts'
import { playVouched, type VouchedPlayer } from './vouched-player.ts'
import { type Provider, TYP } from './vouching-provider.ts'

let player: VouchedPlayer
let provider: Provider
beforeEach(async () => {
  player = await playVouched()
  provider = player.provider
})
const base64url = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

describe('an ID-JAG', () => {
  it.each([
    [`${BASE}/api/v1`, 200],
    [BASE, 200],
    [[`${BASE}/api/v1`], 200],
    [[BASE], 200],
    [[`${BASE}/api/v1`, 'https://evil.example'], 400],
    [[BASE, BASE], 400],
    [[], 400],
    [7, 400],
    [`${BASE}/api/v1/`, 400],
    [`${BASE}/API/v1`, 400],
    [`${BASE}/api/v1#x`, 400],
    [{ toString: BASE }, 400],
    [[[BASE]], 400],
  ])('for the audience %j is %d', async (aud, status) => {
    const answer = await player.present(await provider.vouch({ aud }))
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.error).toBe('invalid_audience')
  })

  it.each(['iss', 'sub', 'aud', 'client_id', 'jti', 'exp', 'iat'])('without %s is invalid_request', async (claim) => {
    expect((await player.present(await provider.vouch({ [claim]: undefined }))).body.error).toBe('invalid_request')
  })

  const CASES: [string, Record<string, unknown>, string, Record<string, unknown>?][] = [
    ['of type JWT', {}, 'invalid_request', { typ: 'JWT' }],
    ['without a type', {}, 'invalid_request', { typ: undefined }],
    ...['at+jwt', 'logout+jwt', 'secevent+jwt'].map((typ): [string, Json, string, Json] => [
      `of type ${typ}`,
      {},
      'invalid_request',
      { typ },
    ]),
    ['with kid as a number', {}, 'invalid_request', { kid: 7 }],
    ['with a kid of 10 KB', {}, 'invalid_request', { kid: 'x'.repeat(10_000) }],
    ...['__proto__', 'constructor', '../../etc/passwd', "' OR 1=1--", '/dev/null', 'https://evil.example'].map(
      (kid): [string, Json, string, Json] => [`with kid ${kid}`, {}, 'invalid_signature', { kid }],
    ),
    ['that is compressed', {}, 'invalid_request', { zip: 'DEF' }],
    ['that expired', { exp: -1000, iat: -1200 }, 'expired'],
    ['from the future', { iat: 120, exp: 300 }, 'expired'],
    ['not valid yet', { nbf: 120 }, 'expired'],
    ['valid for an hour', { exp: 3600 }, 'expired'],
    ['with exp as a text', { exp: 'soon' }, 'invalid_request'],
    ['with exp true', { exp: true }, 'invalid_request'],
    ['of another client', { client_id: 'somebody' }, 'issuer_not_enabled'],
    ['with cnf', { cnf: { jkt: 'x' } }, 'invalid_request'],
    ['with authorization_details', { authorization_details: [] }, 'invalid_request'],
    ['for another resource', { resource: 'https://evil.example' }, 'invalid_target'],
    ['without an address', { email: undefined }, 'missing_verified_email'],
    ['with an unverified address', { email_verified: false }, 'missing_verified_email'],
    ['with "true" for verified', { email_verified: 'true' }, 'missing_verified_email'],
    ['with an address that is none', { email: 'nobody' }, 'missing_verified_email'],
    ['with an empty jti', { jti: '' }, 'invalid_request'],
    ['with jti a number', { jti: 5 }, 'invalid_request'],
    ['with no scope of ours', { scope: 'admin' }, 'invalid_scope'],
    ['with a lone surrogate', { sub: '\ud800' }, 'invalid_request'],
  ]
  it.each(CASES)('%s is refused', async (_name, claims, error, header = {}) => {
    // Times are told relative to now.
    const placed = Object.fromEntries(
      Object.entries(claims).map(([name, value]) => [
        name,
        ['exp', 'iat', 'nbf'].includes(name) && typeof value === 'number' ? player.seconds() + value : value,
      ]),
    )
    const { status, body } = await player.present(await provider.vouch(placed, header))
    expect([status, body.error]).toEqual([400, error])
    expect([...player.store.facts.keys()]).toEqual([])
  })

  it.each([undefined, 'soon', -4000, 120, 1e400])('with auth_time %s asks for a new sign-in', async (offset) => {
    const answer = await player.present(
      await provider.vouch({ auth_time: typeof offset === 'number' ? player.seconds() + offset : offset }),
    )
    expect(answer).toMatchObject({ status: 401, body: { error: 'login_required', max_age: 3600 } })
    expect(answer.headers.get('www-authenticate')).toBe('AgentAuth error="login_required", max_age="3600"')
  })

  it.each([
    () => `${provider.trusted.issuer}/`,
    () => provider.trusted.issuer.toUpperCase(),
    () => 'https://evil.example',
    () => `${provider.trusted.issuer}@evil.example`,
    () => BASE,
  ])('of an issuer that is not on the list is refused, and nobody is asked', async (issuer) => {
    expect((await player.present(await provider.vouch({ iss: issuer() }))).body.error).toBe('issuer_not_enabled')
    expect(provider.fetches() + player.other.fetches()).toBe(0)
  })

  it('signed by another trusted issuer is refused', async () => {
    const forged = await player.other.vouch({ iss: provider.trusted.issuer })
    expect((await player.present(forged)).body.error).toBe('invalid_signature')
  })

  it('of an algorithm that is not on the list is refused like a wrong signature', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const { header } = { header: { alg: 'RS256', typ: TYP, kid: 'x' } }
    const text = await new SignJWT({
      iss: provider.trusted.issuer,
      sub: 'x',
      aud: BASE,
      client_id: 'agent-app',
      jti: 'x',
      iat: player.seconds(),
      exp: player.seconds() + 60,
    })
      .setProtectedHeader(header)
      .sign(privateKey)
    expect((await player.present(text)).body.error).toBe('invalid_signature')
  })

  it('unsigned, symmetric, foreign or torn is refused', async () => {
    const good = await provider.vouch()
    const [header = '', payload = ''] = good.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Json
    const texts: unknown[] = [
      new UnsecuredJWT(claims).encode(),
      ...['none', 'None', '', 5, null].map((alg) => `${base64url({ alg, typ: TYP, kid: 'x' })}.${payload}.AA`),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: TYP, kid: 'x' })
        .sign(
          new TextEncoder().encode(
            JSON.stringify(await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)),
          ),
        ),
      ...[Buffer.alloc(64), Buffer.alloc(63, 1), Buffer.alloc(65, 1), Buffer.from('3044022001', 'hex')].map(
        (signature) => `${header}.${payload}.${signature.toString('base64url')}`,
      ),
      `${good}=`,
      ` ${good}`,
      `${good}\n`,
      good.replace('.', '..'),
      `${good}.x.y`,
      '',
      'x',
      {},
      ['x'],
      null,
      undefined,
      { payload, signatures: [] },
      player.service.keys.sign(TYP, claims).then((text) => text),
    ]
    for (const text of await Promise.all(texts)) {
      const { status, body } = await player.present(text)
      expect(
        [status, ['invalid_request', 'invalid_signature', 'issuer_not_enabled']],
        String(text).slice(0, 40),
      ).toEqual([400, expect.arrayContaining([body.error])])
    }
    expect([...player.store.facts.keys()]).toEqual([])
  })

  it('that says where its key is, is not believed and nobody is asked there', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    const claims = JSON.parse(Buffer.from((await provider.vouch()).split('.')[1] ?? '', 'base64url').toString()) as Json
    for (const hint of [
      { jwk },
      { jku: `${provider.trusted.issuer}/elsewhere` },
      { x5u: `${provider.trusted.issuer}/elsewhere` },
    ]) {
      const text = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'ES256', typ: TYP, kid: 'mine', ...hint })
        .sign(privateKey)
      expect((await player.present(text)).body.error).toBe('invalid_signature')
    }
    expect(provider.strays()).toBe(0)
  })

  it('of ours is none: an identity assertion cannot vouch for itself', async () => {
    const registration = await player.register()
    expect((await player.present(registration.identity_assertion)).status).toBe(400)
    expect((await player.exchange(await provider.vouch())).body.error).toBe('invalid_grant')
  })
})
