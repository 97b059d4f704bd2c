/**
 * The token endpoint, the bearer check and revocation: sections A1, A2, A5 and A6 of RFC conformance, and what tries to get round them.
 */
import { CompactSign, decodeJwt, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CLAIM_GRANT_ALIAS, JWT_BEARER_GRANT } from '../../src/agents/grant.ts'
import { type Answer, type Json, play, type Player } from '../player.ts'
import { BASE, GOOD, KEY_SET } from '../world.ts'

const TYP = 'oauth-id-jag+jwt'
let player: Player
let registration: Json
let good: JWTPayload
beforeEach(async () => {
  player = await play()
  registration = await player.register()
  good = decodeJwt(String(registration.identity_assertion))
})

const [signing] = KEY_SET.signing
let key: Awaited<ReturnType<typeof importJWK>>
beforeAll(async () => {
  key = await importJWK({ ...signing }, 'ES256')
})
const kid = signing?.kid ?? ''
const sign = (claims: JWTPayload, header: Record<string, unknown> = {}) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: TYP, kid, ...header }).sign(key)
const signText = (payload: string) => new CompactSign(new TextEncoder().encode(payload)).setProtectedHeader({ alg: 'ES256', typ: TYP, kid }).sign(key)
const base64url = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** RFC 6749 section 5.2: the envelope, and characters that may stand in it. */
function expectOAuthError({ status, headers, body }: Answer, code: string, expected = 400) {
  expect([status, body.error]).toEqual([expected, code])
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('cache-control')).toContain('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
  expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  expect(body.message).toBe(body.error_description)
  expect(headers.get('access-control-allow-origin')).toBe('*')
}

describe('the jwt-bearer grant', () => {
  it('gives an opaque token with its lifetime and scopes, and nothing else (R1–R4)', async () => {
    const { status, headers, body } = await player.exchange(registration.identity_assertion)
    expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache'])
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope: 'firm.read inquiries.write' })
    expect(body.access_token).toMatch(/^[\w\-.~+/]+=*$/)
    expect(String(body.access_token).split('.')).toHaveLength(5)
  })

  it('gives another token each time, both good (R5)', async () => {
    const [one, other] = await Promise.all([player.exchange(registration.identity_assertion), player.exchange(registration.identity_assertion)])
    expect(one.body.access_token).not.toBe(other.body.access_token)
    for (const { body } of [one, other]) expect((await player.check(body.access_token)).status).toBe(200)
  })

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('%s is 405 with Allow (R6)', async (method) => {
    const response = await player.send('token', `/oauth/token?grant_type=${JWT_BEARER_GRANT}&assertion=${String(registration.identity_assertion)}`, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })

  it('reads the form, not the query (R7)', async () => {
    const answer = await player.form('token', `/oauth/token?grant_type=${JWT_BEARER_GRANT}&assertion=${String(registration.identity_assertion)}`, {})
    expectOAuthError(answer, 'invalid_request')
  })

  it('needs a grant type it knows (R8, R9)', async () => {
    expectOAuthError(await player.form('token', '/oauth/token', {}), 'invalid_request')
    for (const grant_type of ['authorization_code', 'client_credentials', 'refresh_token', 'password', 'urn:ietf:params:oauth:grant-type:token-exchange', 'urn:ietf:params:oauth:grant-type:device_code', JWT_BEARER_GRANT.toUpperCase(), '__proto__', 'constructor']) {
      expectOAuthError(await player.form('token', '/oauth/token', { grant_type }), 'unsupported_grant_type')
    }
  })

  it.each(['grant_type', 'assertion', 'scope', 'claim_token', 'foo'])('%s given twice is invalid_request (R10, R11)', async (name) => {
    const parameters: [string, string][] = [['grant_type', JWT_BEARER_GRANT], ['assertion', String(registration.identity_assertion)], [name, 'a'], [name, 'a']]
    expectOAuthError(await player.form('token', '/oauth/token', parameters), 'invalid_request')
  })

  it('ignores what it does not know, a client id, and what is empty (R11–R13)', async () => {
    for (const [name, value] of Object.entries({ foo: 'bar', client_id: 'anybody', scope: '', resource: '' })) {
      expect((await player.exchange(registration.identity_assertion, { [name]: value })).status, name).toBe(200)
    }
    expectOAuthError(await player.exchange(''), 'invalid_request')
  })

  it('has no clients (R14, R15)', async () => {
    const basic = await player.form('token', '/oauth/token', { grant_type: JWT_BEARER_GRANT }, { Authorization: 'Basic YTpi' })
    expectOAuthError(basic, 'invalid_client', 401)
    expect(basic.headers.get('www-authenticate')).toMatch(/^Basic realm="/)
    for (const name of ['client_secret', 'client_assertion']) expectOAuthError(await player.exchange(registration.identity_assertion, { [name]: 'x' }), 'invalid_client', 401)
  })

  it.each(['application/json', 'text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded-foo', 'application/json, application/x-www-form-urlencoded', '', 'application/x-www-form-urlencoded; charset=utf-16'])(
    'a body of type %j is 400 invalid_request (R16, R17, R19)',
    async (type) => {
      const answer = await player.form('token', '/oauth/token', { grant_type: JWT_BEARER_GRANT }, { 'Content-Type': type })
      expectOAuthError(answer, 'invalid_request')
      expect(answer.headers.get('accept')).toBe('application/x-www-form-urlencoded')
    },
  )

  it.each(['application/x-www-form-urlencoded; charset=utf-8', 'APPLICATION/X-WWW-FORM-URLENCODED'])('a body of type %s is read (R18)', async (type) => {
    const answer = await player.form('token', '/oauth/token', { grant_type: JWT_BEARER_GRANT, assertion: String(registration.identity_assertion) }, { 'Content-Type': type })
    expect(answer.status).toBe(200)
  })

  it('narrows scopes, as a set (R20, R23)', async () => {
    expect((await player.exchange(registration.identity_assertion, { scope: 'firm.read' })).body.scope).toBe('firm.read')
    expect((await player.exchange(registration.identity_assertion, { scope: 'inquiries.write firm.read firm.read' })).body.scope).toBe('firm.read inquiries.write')
  })

  it.each(['firm.read admin', 'unknown', '*', 'inquiries.read', 'firm.read  inquiries.write', ' firm.read', 'firm.read ', '"firm.read"', 'firm.read\\', 'firm.read\tinquiries.write', 'fïrm', '__proto__'])(
    'scope %j is invalid_scope (R21, R22, H26)',
    async (scope) => expectOAuthError(await player.exchange(registration.identity_assertion, { scope }), 'invalid_scope'),
  )

  it('is for this service only (R24)', async () => {
    for (const resource of [BASE, `${BASE}/api/v1`, `${BASE}/mcp`]) expect((await player.exchange(registration.identity_assertion, { resource })).status).toBe(200)
    for (const resource of ['https://evil.example/', `${BASE}/api/v1#x`, `${BASE}/`, `${BASE}/api/v1/`]) expectOAuthError(await player.exchange(registration.identity_assertion, { resource }), 'invalid_target')
    const parameters: [string, string][] = [['grant_type', JWT_BEARER_GRANT], ['assertion', String(registration.identity_assertion)], ['resource', BASE], ['resource', `${BASE}/api/v1`]]
    expect((await player.form('token', '/oauth/token', parameters)).status).toBe(200)
    expectOAuthError(await player.form('token', '/oauth/token', [...parameters, ['resource', 'https://evil.example']]), 'invalid_target')
  })

  it('repeats nothing that is secret (R25)', async () => {
    const secret = `${String(registration.identity_assertion)}x`
    expect(JSON.stringify((await player.exchange(secret)).body)).not.toContain(secret.slice(0, 40))
    expect(player.logged()).not.toContain(secret.slice(0, 40))
  })

  it('says 503 while the store is down, never invalid_grant (R26)', async () => {
    player.store.down = true
    const answer = await player.exchange(registration.identity_assertion)
    expectOAuthError(answer, 'temporarily_unavailable', 503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('an assertion is refused, with one sentence for all,', () => {
  const cases: [string, () => Promise<unknown> | unknown][] = [
    ['that is no JWT (R28)', () => 'x'],
    ['of two parts (R28)', () => 'a.b'],
    ['whose header is null (R28)', () => `${base64url('null')}.${base64url(good)}.AA`],
    ['whose header is an array (R28)', () => `${base64url('[]')}.${base64url(good)}.AA`],
    ['whose payload is an array (R28)', () => signText('[]')],
    ['signed by another key (R29)', async () => new SignJWT(good).setProtectedHeader({ alg: 'ES256', typ: TYP, kid }).sign((await generateKeyPair('ES256')).privateKey)],
    ['without a signature (R30, H1)', () => new UnsecuredJWT(good).encode()],
    ...['none', 'None', 'nOnE', '', 5, [], undefined].map((alg): [string, () => unknown] => [`with alg ${JSON.stringify(alg)} (R30, H1)`, () => `${base64url({ alg, typ: TYP, kid })}.${base64url(good)}.`]),
    ['signed with our public key as a secret (R31, H2)', async () => {
      const { d: _private, ...jwk } = signing ?? {}
      const spki = await exportSPKI((await importJWK({ ...jwk }, 'ES256', { extractable: true })) as never)
      return new SignJWT(good).setProtectedHeader({ alg: 'HS256', typ: TYP, kid }).sign(new TextEncoder().encode(spki))
    }],
    ['signed with the JWK text as a secret (H2)', () => new SignJWT(good).setProtectedHeader({ alg: 'HS256', typ: TYP, kid }).sign(new TextEncoder().encode(JSON.stringify(signing)))],
    ['of another algorithm under our kid (R32, H4)', async () => new SignJWT(good).setProtectedHeader({ alg: 'RS256', typ: TYP, kid }).sign((await generateKeyPair('RS256')).privateKey)],
    ['with a signature of zeros (H3)', async () => `${(await sign(good)).split('.').slice(0, 2).join('.')}.${Buffer.alloc(64).toString('base64url')}`],
    ['with a signature of 63 bytes (H3)', async () => `${(await sign(good)).split('.').slice(0, 2).join('.')}.${Buffer.alloc(63, 1).toString('base64url')}`],
    ...['../../dev/null', "' OR 1=1--", 'x'.repeat(10_000), 7, '__proto__', 'constructor', 'https://evil.example', '🦀'].map((bad): [string, () => unknown] => [`with kid ${JSON.stringify(bad).slice(0, 20)} (H5)`, () => sign(good, { kid: bad })]),
    ...['JWT', 'at+jwt', 'logout+jwt', 'secevent+jwt', undefined].map((typ): [string, () => unknown] => [`of type ${typ} (R33, H13)`, () => sign(good, { typ })]),
    ...[undefined, `${BASE}/`, 'https://evil.example', [BASE]].map((iss): [string, () => unknown] => [`of issuer ${JSON.stringify(iss)} (R34)`, () => sign({ ...good, iss } as JWTPayload)]),
    ...[undefined, '', 5, 'reg_x', 'somebody'].map((sub): [string, () => unknown] => [`about ${JSON.stringify(sub)} (R35)`, () => sign({ ...good, sub } as JWTPayload)]),
    ...[undefined, 'https://evil.example', [BASE], [BASE, 'https://evil.example'], [], { toString: BASE }].map((aud): [string, () => unknown] => [`for ${JSON.stringify(aud)} (R36)`, () => sign({ ...good, aud } as JWTPayload)]),
    ['with exp 1e999 (R37, H10)', () => signText(JSON.stringify(good).replace(/"exp":\d+/, '"exp":1e999'))],
    ...[undefined, '9999999999', -1, true, 2 ** 53 + 2].map((exp): [string, () => unknown] => [`with exp ${String(exp)} (R37, H10)`, () => sign({ ...good, exp } as JWTPayload)]),
    ['that expired 61 seconds ago (R38)', () => sign({ ...good, exp: Number(good.iat) - 61 })],
    ['that is valid in two minutes (R39)', () => sign({ ...good, nbf: Number(good.iat) + 120 })],
    ['from the future (R40)', () => sign({ ...good, iat: Number(good.iat) + 61 })],
    ['without a time (R40)', () => sign({ ...good, iat: undefined } as JWTPayload)],
    ['valid for a year (R41)', () => sign({ ...good, exp: Number(good.iat) + 365 * 86400 })],
    ['of more than 16 KiB (R42)', () => sign({ ...good, padding: 'x'.repeat(20_000) })],
    ['with something critical (R43, H7)', () => new CompactSign(new TextEncoder().encode(JSON.stringify(good))).setProtectedHeader({ alg: 'ES256', typ: TYP, kid, crit: ['x'], x: 1 } as never).sign(key, { crit: { x: true } })],
    ['with an empty list of what is critical (H7)', () => `${base64url({ alg: 'ES256', typ: TYP, kid, crit: [] })}.${base64url(good)}.${Buffer.alloc(64, 1).toString('base64url')}`],
    ['that is compressed (R46, H17)', () => sign(good, { zip: 'DEF' })],
    ['with a space in it (H20)', async () => (await sign(good)).replace('.', '. ')],
    ['with padding (H20)', async () => `${await sign(good)}=`],
    ['that is an access token (R50, H13)', async () => (await player.anonymousToken()).token],
    ['that is a claim token (H13)', () => registration.claim_token],
  ]
  it.each(cases)('%s', async (_name, make) => {
    const answer = await player.exchange(await make())
    expectOAuthError(answer, 'invalid_grant')
    expect(answer.body.error_description).toBe('The assertion or claim token is invalid.')
  })

  it('and accepted when only the clocks differ (R38, R39)', async () => {
    const now = Number(good.iat)
    expect((await player.exchange(await sign({ ...good, iat: now - 100, exp: now - 30 }))).status).toBe(200)
    expect((await player.exchange(await sign({ ...good, nbf: now + 30 }))).status).toBe(200)
  })

  it('checks the value it uses: the last of two members (R47, H18)', async () => {
    const payload = JSON.stringify(good).replace('{', '{"aud":"https://evil.example",')
    expect((await player.exchange(await signText(payload))).status).toBe(200)
  })

  it('ends after its 24 hours', async () => {
    player.advance(24 * 3600_000 + 61_000)
    expectOAuthError(await player.exchange(registration.identity_assertion), 'invalid_grant')
  })
})

describe('the bearer token', () => {
  it('tells who holds it', async () => {
    const { token, registration: own } = await player.anonymousToken('firm.read')
    const { status, headers, body } = await player.check(token)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({ registration_id: own.id, registration_type: 'anonymous', claimed: false, email_verified: false, scopes: ['firm.read'], expires_at: '2026-11-21T16:04:05.000Z' })
  })

  const challenge = `Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource"`
  it.each([[{}], [{ Authorization: 'Basic YTpi' }], [{ Authorization: 'Digest x' }], [{ Authorization: 'Token x' }]])('with %j is 401 with a challenge that names no error (R88, R89)', async (headers: Record<string, string>) => {
    const answer = await player.get('agent', '/api/v1/agent', headers)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  it('is dead alike when unknown, expired or revoked (R90, R103)', async () => {
    const expired = (await player.anonymousToken()).token
    player.advance(3600_000)
    const revoked = (await player.anonymousToken()).token
    await player.form('revoke', '/oauth/revoke', { token: revoked })
    const answers = await Promise.all(['unknown', expired, revoked, '', 'x'.repeat(5000), registration.identity_assertion, registration.claim_token].map((token) => player.check(token)))
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('www-authenticate')]).toEqual([401, `${challenge}, error="invalid_token"`])
      expect(body).toEqual(answers[0]?.body)
    }
  })

  it('without the scope is 403 and says which (R20, R91)', async () => {
    const { token } = await player.anonymousToken('firm.read')
    const answer = await player.post('inquiries', '/api/v1/inquiries', GOOD, { headers: { Authorization: `Bearer ${token}` } })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, `${challenge}, error="insufficient_scope", scope="inquiries.write"`])
    expect(await player.inquiries()).toEqual([])
  })

  it('is sent once, in the header (R92, R93, R95)', async () => {
    const { token } = await player.anonymousToken()
    expect((await player.get('agent', `/api/v1/agent?access_token=${token}`, { Authorization: `Bearer ${token}` })).status).toBe(400)
    const query = await player.get('agent', `/api/v1/agent?access_token=${token}`)
    expect([query.status, query.headers.get('www-authenticate')]).toEqual([401, challenge])
    expect((await player.get('agent', '/api/v1/agent', { Authorization: `Bearer ${token}, Bearer ${token}` })).status).toBe(400)
    expect(player.logged()).not.toContain(token)
  })

  it('may be called in any case (R94)', async () => {
    const { token } = await player.anonymousToken()
    expect((await player.get('agent', '/api/v1/agent', { Authorization: `bEaReR ${token}` })).status).toBe(200)
  })

  it('marks the inquiry it is sent with', async () => {
    const { token, registration: own } = await player.anonymousToken()
    const { body } = await player.post('inquiries', '/api/v1/inquiries', GOOD, { headers: { Authorization: `Bearer ${token}` } })
    expect(body.sender).toBe('agent')
    expect(await player.inquiries()).toMatchObject([{ sender: 'agent', registration: own.id }])
  })
})

describe('revocation', () => {
  it('ends a token at once, and answers 200 with nothing (R104)', async () => {
    const { token } = await player.anonymousToken()
    const { status, headers, body } = await player.form('revoke', '/oauth/revoke', { token })
    expect([status, body, headers.get('cache-control')]).toEqual([200, { text: '' }, 'no-store'])
    expect((await player.check(token)).status).toBe(401)
  })

  it.each(['garbage', '', 'a.b.c', 'claim'])('answers the same for %j (R105)', async (kind) => {
    const token = kind === 'claim' ? String(registration.claim_token) : kind
    const { status } = await player.form('revoke', '/oauth/revoke', { token })
    expect(status).toBe(kind === '' ? 400 : 200)
    expect([...player.store.facts.keys()]).toEqual([])
  })

  it('takes any hint, and one token (R106–R108)', async () => {
    const { token } = await player.anonymousToken()
    expect((await player.form('revoke', '/oauth/revoke', { token, token_type_hint: 'refresh_token' })).status).toBe(200)
    expect((await player.check(token)).status).toBe(401)
    expectOAuthError(await player.form('revoke', '/oauth/revoke', {}), 'invalid_request')
    expectOAuthError(await player.form('revoke', '/oauth/revoke', [['token', 'a'], ['token', 'b']]), 'invalid_request')
  })

  it('of one token leaves the others; of the assertion ends all (R48, R109, R112)', async () => {
    const [one, other] = await Promise.all([player.exchange(registration.identity_assertion), player.exchange(registration.identity_assertion)])
    await player.form('revoke', '/oauth/revoke', { token: String(one.body.access_token) })
    expect((await player.check(other.body.access_token)).status).toBe(200)
    await player.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) })
    expect((await player.check(other.body.access_token)).status).toBe(401)
    expectOAuthError(await player.exchange(registration.identity_assertion), 'invalid_grant')
  })

  it('is not asked for with GET, and says so while the store is down (R110, R111)', async () => {
    const { token } = await player.anonymousToken()
    expect((await player.get('revoke', `/oauth/revoke?token=${token}`)).status).toBe(405)
    player.store.down = true
    expectOAuthError(await player.form('revoke', '/oauth/revoke', { token }), 'temporarily_unavailable', 503)
    player.store.down = false
    expect((await player.check(token)).status).toBe(200)
  })

  it('may be asked for fifty times at once (R113)', async () => {
    const { token } = await player.anonymousToken()
    const answers = await Promise.all(Array.from({ length: 50 }, () => player.form('revoke', '/oauth/revoke', { token })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('of a registration kills a token that is being issued (H36)', async () => {
    const [, minted] = await Promise.all([player.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) }), player.exchange(registration.identity_assertion)])
    if (minted.status === 200) expect((await player.check(minted.body.access_token)).status).toBe(401)
    expectOAuthError(await player.exchange(registration.identity_assertion), 'invalid_grant')
  })

  it('of everything before a moment is one setting', async () => {
    const { token } = await player.anonymousToken()
    player.advance(1000)
    player.service.revokeBefore = player.service.clock.now().getTime()
    expect((await player.check(token)).status).toBe(401)
    expectOAuthError(await player.exchange(registration.identity_assertion), 'invalid_grant')
    expectOAuthError(await player.form('token', '/oauth/token', { grant_type: CLAIM_GRANT_ALIAS, claim_token: String(registration.claim_token) }), 'invalid_grant')
    expect((await player.check((await player.anonymousToken()).token)).status).toBe(200)
  })
})

describe('what it costs', () => {
  it('registration nothing; exchange and bearer check one round of reads; revocation one write', async () => {
    const { calls } = player.store
    player.store.latencyMs = 150
    expect(calls).toEqual({ create: 0, read: 0, list: 0, remove: 0 })
    const { body } = await player.exchange(registration.identity_assertion)
    expect(calls).toEqual({ create: 0, read: 2, list: 0, remove: 0 })
    await player.check(body.access_token)
    expect(calls).toEqual({ create: 0, read: 5, list: 0, remove: 0 })
    await player.form('revoke', '/oauth/revoke', { token: String(body.access_token) })
    expect(calls).toEqual({ create: 1, read: 5, list: 0, remove: 0 })
    expect(player.store.rounds(), 'reads that wait for one another').toBe(3)
  })
})

describe('authorize', () => {
  it.each(['GET', 'POST'])('%s says that nobody signs in here', async (method) => {
    const response = await player.send('authorize', '/oauth/authorize?response_type=code', { method })
    expect([response.status, ((await response.json()) as Json).error]).toEqual([400, 'unsupported_response_type'])
  })
})
