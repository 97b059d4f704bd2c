/**
 * Agents whose provider vouches for the person: section A3, and those who pretend to be a provider.
 */
import { CompactSign, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { issuerKeys } from '../../src/agents/identity/issuer-keys.ts'
import { type Answer, type Json, play, type Player } from '../player.ts'
import { BASE, KEY_SET } from '../world.ts'
import { EVENT, type Manner, type Provider, startProvider, TYP } from './vouching-provider.ts'

const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'
let player: Player
let provider: Provider
let other: Provider
const seconds = () => Math.floor((player?.service.clock.now().getTime() ?? 0) / 1000)
beforeEach(async () => {
  ;[provider, other] = await Promise.all([startProvider(BASE, seconds), startProvider(BASE, seconds)])
  player = await play({ trustedIssuers: [provider.trusted, other.trusted] })
})
afterEach(() => Promise.all([provider.close(), other.close()]))

const send = (assertion: unknown): Promise<Answer> => player.post('identity', '/agent/identity', { type: 'identity_assertion', assertion_type: ID_JAG, assertion })
const base64url = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

describe('an ID-JAG', () => {
  it('registers an agent of a verified person (R52)', async () => {
    const { status, headers, body } = await send(await provider.vouch())
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      registration_id: body.id, registration_type: 'identity_assertion', id: expect.stringMatching(/^reg_/), type: 'identity_assertion',
      identity_assertion: expect.any(String), assertion_expires: '2026-11-22T15:04:05.000Z', identity: { assertion: body.identity_assertion, expires_at: body.assertion_expires },
      scopes: ['firm.read', 'inquiries.write'],
    })
    const token = await player.exchange(body.identity_assertion)
    expect((await player.check(token.body.access_token)).body).toMatchObject({ claimed: true, email_verified: true, registration_type: 'identity_assertion' })
    expect(JSON.stringify([...player.store.facts]) + player.logged()).not.toMatch(/ana@example|person-1/)
  })

  it.each([
    [`${BASE}/api/v1`, 200], [BASE, 200], [[`${BASE}/api/v1`], 200], [[BASE], 200],
    [[`${BASE}/api/v1`, 'https://evil.example'], 400], [[BASE, BASE], 400], [[], 400], [7, 400],
    [`${BASE}/api/v1/`, 400], [`${BASE}/API/v1`, 400], [`${BASE}/api/v1#x`, 400], [{ toString: BASE }, 400], [[[BASE]], 400],
  ])('for the audience %j is %d (R57, H9)', async (aud, status) => {
    const answer = await send(await provider.vouch({ aud }))
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.error).toBe('invalid_audience')
  })

  it.each(['iss', 'sub', 'aud', 'client_id', 'jti', 'exp', 'iat'])('without %s is invalid_request (R56)', async (claim) => {
    expect((await send(await provider.vouch({ [claim]: undefined }))).body.error).toBe('invalid_request')
  })

  const CASES: [string, Record<string, unknown>, string, Record<string, unknown>?][] = [
    ['of type JWT (R54)', {}, 'invalid_request', { typ: 'JWT' }],
    ['without a type (R54)', {}, 'invalid_request', { typ: undefined }],
    ...['at+jwt', 'logout+jwt', 'secevent+jwt'].map((typ): [string, Json, string, Json] => [`of type ${typ} (H13)`, {}, 'invalid_request', { typ }]),
    ['with kid as a number (H5)', {}, 'invalid_request', { kid: 7 }],
    ['with a kid of 10 KB (H5)', {}, 'invalid_request', { kid: 'x'.repeat(10_000) }],
    ...['__proto__', 'constructor', '../../etc/passwd', "' OR 1=1--", '/dev/null', 'https://evil.example'].map((kid): [string, Json, string, Json] => [`with kid ${kid} (H5)`, {}, 'invalid_signature', { kid }]),
    ['that is compressed (H17)', {}, 'invalid_request', { zip: 'DEF' }],
    ['that expired (H10)', { exp: -1000, iat: -1200 }, 'expired'],
    ['from the future', { iat: 120, exp: 300 }, 'expired'],
    ['not valid yet', { nbf: 120 }, 'expired'],
    ['valid for an hour (R41)', { exp: 3600 }, 'expired'],
    ['with exp as a text (H10)', { exp: 'soon' }, 'invalid_request'],
    ['with exp true (H10)', { exp: true }, 'invalid_request'],
    ['of another client (R67)', { client_id: 'somebody' }, 'issuer_not_enabled'],
    ['with cnf (R64)', { cnf: { jkt: 'x' } }, 'invalid_request'],
    ['with authorization_details (R64)', { authorization_details: [] }, 'invalid_request'],
    ['for another resource (R66)', { resource: 'https://evil.example' }, 'invalid_target'],
    ['without an address (R63)', { email: undefined }, 'missing_verified_email'],
    ['with an unverified address (R63)', { email_verified: false }, 'missing_verified_email'],
    ['with "true" for verified (R63)', { email_verified: 'true' }, 'missing_verified_email'],
    ['with an address that is none', { email: 'nobody' }, 'missing_verified_email'],
    ['with an empty jti (H12)', { jti: '' }, 'invalid_request'],
    ['with jti a number (H12)', { jti: 5 }, 'invalid_request'],
    ['with no scope of ours (R65)', { scope: 'admin' }, 'invalid_scope'],
    ['with a lone surrogate (H19)', { sub: '\ud800' }, 'invalid_request'],
  ]
  it.each(CASES)('%s is refused', async (_name, claims, error, header = {}) => {
    // Times are told relative to now.
    const placed = Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, ['exp', 'iat', 'nbf'].includes(name) && typeof value === 'number' ? seconds() + value : value]))
    const { status, body } = await send(await provider.vouch(placed, header))
    expect([status, body.error]).toEqual([400, error])
    expect([...player.store.facts.keys()]).toEqual([])
  })

  it.each([undefined, 'soon', -4000, 120, 1e400])('with auth_time %s asks for a new sign-in (R61)', async (offset) => {
    const answer = await send(await provider.vouch({ auth_time: typeof offset === 'number' ? seconds() + offset : offset }))
    expect(answer).toMatchObject({ status: 401, body: { error: 'login_required', max_age: 3600 } })
    expect(answer.headers.get('www-authenticate')).toBe('AgentAuth error="login_required", max_age="3600"')
  })

  it.each([() => `${provider.trusted.issuer}/`, () => provider.trusted.issuer.toUpperCase(), () => 'https://evil.example', () => `${provider.trusted.issuer}@evil.example`, () => BASE])('of an issuer that is not on the list is refused, and nobody is asked (R53, H8)', async (issuer) => {
    expect((await send(await provider.vouch({ iss: issuer() }))).body.error).toBe('issuer_not_enabled')
    expect(provider.fetches() + other.fetches()).toBe(0)
  })

  it('signed by another trusted issuer is refused (H14)', async () => {
    const forged = await other.vouch({ iss: provider.trusted.issuer })
    expect((await send(forged)).body.error).toBe('invalid_signature')
  })

  it('of an algorithm that is not on the list is refused like a wrong signature (R55, H4)', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const { header } = { header: { alg: 'RS256', typ: TYP, kid: 'x' } }
    const text = await new SignJWT({ iss: provider.trusted.issuer, sub: 'x', aud: BASE, client_id: 'agent-app', jti: 'x', iat: seconds(), exp: seconds() + 60 }).setProtectedHeader(header).sign(privateKey)
    expect((await send(text)).body.error).toBe('invalid_signature')
  })

  it('unsigned, symmetric, foreign or torn is refused (H1–H3, H16, H20)', async () => {
    const good = await provider.vouch()
    const [header = '', payload = ''] = good.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Json
    const texts: unknown[] = [
      new UnsecuredJWT(claims).encode(),
      ...['none', 'None', '', 5, null].map((alg) => `${base64url({ alg, typ: TYP, kid: 'x' })}.${payload}.AA`),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: TYP, kid: 'x' }).sign(new TextEncoder().encode(JSON.stringify(await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)))),
      ...[Buffer.alloc(64), Buffer.alloc(63, 1), Buffer.alloc(65, 1), Buffer.from('3044022001', 'hex')].map((signature) => `${header}.${payload}.${signature.toString('base64url')}`),
      `${good}=`, ` ${good}`, `${good}\n`, good.replace('.', '..'), `${good}.x.y`, '', 'x', {}, ['x'], null, undefined, { payload, signatures: [] },
      player.service.keys.sign(TYP, claims).then((text) => text),
    ]
    for (const text of await Promise.all(texts)) {
      const { status, body } = await send(text)
      expect([status, ['invalid_request', 'invalid_signature', 'issuer_not_enabled']], String(text).slice(0, 40)).toEqual([400, expect.arrayContaining([body.error])])
    }
    expect([...player.store.facts.keys()]).toEqual([])
  })

  it('that says where its key is, is not believed and nobody is asked there (H6)', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    const claims = JSON.parse(Buffer.from((await provider.vouch()).split('.')[1] ?? '', 'base64url').toString()) as Json
    for (const hint of [{ jwk }, { jku: `${provider.trusted.issuer}/elsewhere` }, { x5u: `${provider.trusted.issuer}/elsewhere` }]) {
      const text = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader({ alg: 'ES256', typ: TYP, kid: 'mine', ...hint }).sign(privateKey)
      expect((await send(text)).body.error).toBe('invalid_signature')
    }
    expect(provider.strays()).toBe(0)
  })

  it('of ours is none: an identity assertion cannot vouch for itself (H13)', async () => {
    const registration = await player.register()
    expect((await send(registration.identity_assertion)).status).toBe(400)
    expect((await player.exchange(await provider.vouch())).body.error).toBe('invalid_grant')
  })

  it('is good once, whoever comes at the same time (R58, H11)', async () => {
    const text = await provider.vouch()
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(text)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'replay_detected')).toHaveLength(49)
  })

  it('shares its jti with no other issuer, and burns it last (R59, R60)', async () => {
    const jti = 'the-same'
    expect((await send(await provider.vouch({ jti, aud: 'https://evil.example' }))).status).toBe(400)
    expect((await send(await provider.vouch({ jti }))).status).toBe(200)
    expect((await send(await other.vouch({ jti, email: 'bob@example.com' }))).status).toBe(200)
    expect((await send(await provider.vouch({ jti }))).body.error).toBe('replay_detected')
  })

  it('narrows what is granted (R65)', async () => {
    const { body } = await send(await provider.vouch({ scope: 'firm.read admin' }))
    expect(body.scopes).toEqual(['firm.read'])
    expect((await player.exchange(body.identity_assertion)).body.scope).toBe('firm.read')
    expect((await player.exchange(body.identity_assertion, { scope: 'inquiries.write' })).body.error).toBe('invalid_scope')
  })

  it('costs two rounds', async () => {
    const text = await provider.vouch()
    player.store.latencyMs = 150
    await send(text)
    expect(player.store.rounds()).toBe(2)
  })
})

describe('a person whom the firm knows by another way', () => {
  it('is asked before a provider speaks for them (R62, H15)', async () => {
    const known = (await player.register({ type: 'service_auth', login_hint: 'Ana@example.com' })) as { claim: { verification_uri: string; user_code: string } }
    await player.decide(await player.openLink(known.claim.verification_uri, known.claim.user_code), 'confirmed')
    const { status, body } = await send(await provider.vouch())
    expect([status, body.error]).toEqual([401, 'interaction_required'])
    expect(body).not.toHaveProperty('identity_assertion')
    expect((await send(await provider.vouch())).status).toBe(401)
    const { claim, claim_token } = body as { claim: { verification_uri: string; user_code: string }; claim_token: string }
    await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed')
    expect((await player.poll(claim_token)).status).toBe(200)
    expect((await send(await provider.vouch())).status).toBe(200)
    expect((await send(await other.vouch())).status).toBe(401)
    expect((await send(await provider.vouch({ sub: 'person-2' }))).status).toBe(401)
  })

  it('goes on with a provider that vouched before', async () => {
    expect((await send(await provider.vouch())).status).toBe(200)
    const claimed = (await player.register({ type: 'service_auth', login_hint: 'ana@example.com' })) as { claim: { verification_uri: string; user_code: string } }
    await player.decide(await player.openLink(claimed.claim.verification_uri, claimed.claim.user_code), 'confirmed')
    expect((await send(await provider.vouch())).status).toBe(200)
  })
})

describe('the keys of a provider', () => {
  it('are fetched once, by however many at once', async () => {
    const texts = await Promise.all(Array.from({ length: 10 }, () => provider.vouch()))
    const answers = await Promise.all(texts.map(send))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(provider.fetches()).toBe(1)
  })

  it('are asked for anew when one is unknown, at most twice a minute (R69, H24)', async () => {
    for (let number = 0; number < 100; number++) await send(await provider.vouch({}, { kid: `made-up-${number}` }))
    expect(provider.fetches()).toBeLessThanOrEqual(2)
  })

  it('are rotated without a stop', async () => {
    await send(await provider.vouch())
    await provider.rotate()
    player.advance(31_000)
    expect((await send(await provider.vouch())).status).toBe(200)
    player.advance(11 * 60_000)
    expect((await send(await provider.vouch())).status).toBe(200)
  })

  it.each(['down', 'large', 'page', 'elsewhere', 'many'] satisfies Manner[])('of a provider that is %s are 503, and nothing is burnt (R70, H22)', async (manner) => {
    provider.behave(manner)
    const text = await provider.vouch()
    const answer = await send(text)
    expect([answer.status, answer.body.error]).toEqual([503, 'temporarily_unavailable'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(provider.strays()).toBe(0)
    provider.behave('polite')
    player.advance(31_000)
    expect((await send(text)).status).toBe(200)
  })

  it('serve on while it is down, for a day', async () => {
    await send(await provider.vouch())
    provider.behave('down')
    player.advance(3600_000)
    expect((await send(await provider.vouch())).status).toBe(200)
    player.advance(24 * 3600_000)
    expect((await send(await provider.vouch())).status).toBe(503)
  })

  it('are not used when they are no public signing keys of that kind (H23)', async () => {
    const good = await provider.vouch()
    const kid = (JSON.parse(Buffer.from(good.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const [jwk, secret] = [await exportJWK(publicKey), await exportJWK(privateKey)]
    const weak = [[{ kty: 'oct', k: 'AAAA', kid }], [{ ...jwk, kid, use: 'enc' }], [{ ...jwk, kid, alg: 'ES384' }], [{ ...secret, kid }], [{ ...jwk, kid }, { ...jwk, kid }], [{ kty: 'RSA', n: 'AQAB', e: 'AQAB', kid }], [{ kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', kid }]]
    for (const keys of weak) {
      provider.publish(keys as Record<string, unknown>[])
      player.service.issuerKeys = issuerKeys(player.service.clock)
      const text = await new CompactSign(new TextEncoder().encode(Buffer.from(good.split('.')[1] ?? '', 'base64url').toString())).setProtectedHeader({ alg: 'ES256', typ: TYP, kid }).sign(privateKey)
      expect((await send(text)).body.error, JSON.stringify(keys)).toBe('invalid_signature')
    }
  })
})

describe('a provider that takes its word back', () => {
  const notify = (body: string, type = 'application/secevent+jwt') => player.send('event-notify', '/agent/event/notify', { method: 'POST', headers: { 'Content-Type': type }, body })

  it('ends every registration of that person', async () => {
    const [one, two] = [await send(await provider.vouch()), await send(await provider.vouch())]
    const bystander = await send(await provider.vouch({ sub: 'person-2', email: 'bob@example.com' }))
    const token = await player.exchange(one.body.identity_assertion)
    expect((await notify(await provider.event())).status).toBe(202)
    expect((await player.check(token.body.access_token)).status).toBe(401)
    for (const { body } of [one, two]) expect((await player.exchange(body.identity_assertion)).body.error).toBe('invalid_grant')
    expect((await player.exchange(bystander.body.identity_assertion)).status).toBe(200)
    expect((await send(await provider.vouch())).status).toBe(200)
    expect((await notify(await provider.event())).status).toBe(202)
  })

  it.each<[string, () => Promise<string> | string, string]>([
    ['another issuer’s subject', () => other.event({ sub_id: { iss: provider.trusted.issuer, sub: 'person-1' } }), 'invalid_request'],
    ['a stranger', () => provider.event({ iss: 'https://evil.example' }), 'invalid_issuer'],
    ['another’s key', () => other.event({ iss: provider.trusted.issuer, sub_id: { iss: provider.trusted.issuer, sub: 'person-1' } }), 'invalid_key'],
    ['another audience', () => provider.event({ aud: 'https://evil.example' }), 'invalid_audience'],
    ['another type', () => provider.event({}, { typ: 'JWT' }), 'invalid_request'],
    ['an ID-JAG', () => provider.vouch(), 'invalid_request'],
    ['another event', () => provider.event({ events: { 'https://example.com/x': {} } }), 'invalid_request'],
    ['garbage', () => 'x', 'invalid_request'],
    ['nothing', () => '', 'invalid_request'],
  ])('is not taken from %s', async (_name, make, err) => {
    const { body } = await send(await provider.vouch())
    const response = await notify(await make())
    expect([response.status, ((await response.json()) as Json).err]).toEqual([400, err])
    expect((await player.exchange(body.identity_assertion)).status).toBe(200)
  })

  it('is told when it cannot be stored', async () => {
    await send(await provider.vouch())
    player.store.down = true
    expect((await notify(await provider.event())).status).toBe(503)
    expect((await notify('{}', 'application/json')).status).toBe(400)
    expect(EVENT).toContain('revoked')
  })
})

describe('the trust list', () => {
  it('empty, the method is neither offered nor performed', async () => {
    const alone = await play()
    const { body } = await alone.post('identity', '/agent/identity', { type: 'identity_assertion', assertion_type: ID_JAG, assertion: await provider.vouch() })
    expect(body.error).toBe('issuer_not_enabled')
    expect(provider.fetches()).toBe(0)
    expect(KEY_SET.signing.length).toBe(1)
  })
})
