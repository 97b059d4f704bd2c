/**
 * Registration and claims: sections A4 and H of the stories, from the first request to the agent that acts for a person.
 */
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCode, parseCode } from '../../src/agents/code.ts'
import { findClaim } from '../../src/agents/claim-list.ts'
import { decide } from '../../src/agents/confirmation.ts'
import { CLAIM_GRANT_ALIAS } from '../../src/agents/grant.ts'
import { linkOf, OWN_PAGE, play, type Json, type Player, readBackOf } from '../player.ts'
import { BASE, GOOD } from '../world.ts'

const HOUR_MS = 3600_000
const ANA = 'ana@example.com'
interface Claim extends Json {
  user_code: string
  verification_uri: string
  attempt: Json
}

let player: Player
beforeEach(async () => {
  player = await play()
})

async function serviceAuth(login_hint = ANA): Promise<Json & { claim: Claim; claim_token: string }> {
  return (await player.register({ type: 'service_auth', login_hint })) as Json & { claim: Claim; claim_token: string }
}
const startClaim = (claim_token: unknown, email: unknown = ANA, more: Json = {}) => player.post('identity-claim', '/agent/identity/claim', { claim_token, email, ...more })
const complete = (claim_token: unknown, user_code: unknown) => player.post('identity-claim-complete', '/agent/identity/claim/complete', { claim_token, user_code })
const attemptOf = (uri: string) => new URL(uri).searchParams.get('attempt') ?? ''
const enter = (uri: string, code: string) => player.form('claim', '/claim', { attempt: attemptOf(uri), code }, OWN_PAGE)
const wrongCode = () => createCode()

describe('registration', () => {
  it('of an anonymous agent gives both dialects everything, and stores nothing', async () => {
    const answer = await player.post('identity', '/agent/identity', { type: 'anonymous' })
    const { body } = answer
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache'])
    const scopes = ['firm.read', 'inquiries.write']
    expect(body).toMatchObject({ registration_type: 'anonymous', type: 'anonymous', pre_claim_scopes: scopes, post_claim_scopes: scopes, scopes: { pre_claim: scopes, post_claim: scopes }, claim_url: `${BASE}/agent/identity/claim` })
    expect(body.id).toBe(body.registration_id)
    expect(body.identity).toEqual({ assertion: body.identity_assertion, expires_at: body.assertion_expires })
    expect(body.claim).toEqual({ token: body.claim_token, expires_at: body.claim_token_expires, url: body.claim_url })
    expect(body.claim_token_expires).toBe('2026-11-24T15:04:05.000Z')
    expect(body.assertion_expires).toBe('2026-11-22T15:04:05.000Z')
    expect(decodeJwt(String(body.identity_assertion))).toMatchObject({ iss: BASE, aud: BASE, sub: body.id })
    expect(player.store.facts.size).toBe(0)
  })

  it('by e-mail gives a code and no assertion (R71, R85)', async () => {
    const body = await serviceAuth()
    expect(body).not.toHaveProperty('identity_assertion')
    expect(body.claim).toMatchObject({ user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/), expires_in: 72 * 3600, interval: 5, token: body.claim_token, url: `${BASE}/agent/identity/claim` })
    expect(body.claim.verification_uri).toMatch(new RegExp(`^${BASE}/claim\\?attempt=`))
    expect(body.claim.verification_uri).not.toContain(body.claim.user_code)
    expect(body.claim.attempt).toEqual({ verification_uri: body.claim.verification_uri, expires_at: body.claim_token_expires })
  })

  it('stores neither code nor address in the clear', async () => {
    const body = await serviceAuth()
    const stored = JSON.stringify([...player.store.facts])
    for (const secret of [ANA, body.claim.user_code, body.claim.user_code.replace('-', ''), body.claim_token]) expect(stored).not.toContain(secret)
    expect(player.logged()).not.toContain(ANA)
    expect(player.logged()).not.toContain(body.claim.user_code)
  })

  it.each([
    [{ type: 'service_auth' }, 'invalid_request'],
    [{ type: 'service_auth', login_hint: '' }, 'invalid_login_hint'],
    [{ type: 'service_auth', login_hint: 'nobody' }, 'invalid_login_hint'],
    [{ type: 'service_auth', login_hint: 5 }, 'invalid_login_hint'],
    [{ type: 'service_auth', login_hint: `${'a'.repeat(250)}@b.co` }, 'invalid_login_hint'],
    [{ type: 'service_auth', login_hint: 'a@b.co\r\nBcc: c@d.co' }, 'invalid_login_hint'],
    [{ type: 'identity_assertion', assertion_type: 'urn:ietf:params:oauth:token-type:id-jag', assertion: 'x' }, 'issuer_not_enabled'],
    [{ type: 'admin' }, 'invalid_request'],
    [{ type: '__proto__' }, 'invalid_request'],
    [{ type: ['anonymous'] }, 'invalid_request'],
    [{}, 'invalid_request'],
  ])('%j is %s (R72)', async (body, error) => {
    const answer = await player.post('identity', '/agent/identity', body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect(player.store.facts.size).toBe(0)
  })

  it.each(['', '[]', 'null', '{', '\uFEFF{}', '{"type":"anonymous"', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, '{"__proto__":{"type":"anonymous"}}'])('the body %j is 400 (H43)', async (text) => {
    const answer = await player.post('identity', '/agent/identity', text)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
    expect(answer.body.message).toBe(answer.body.error_description)
  })

  it('takes JSON of 64 KiB and no more', async () => {
    expect((await player.post('identity', '/agent/identity', { type: 'anonymous' }, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415)
    const large = await player.post('identity', '/agent/identity', { type: 'anonymous', padding: 'x'.repeat(70_000) })
    expect([large.status, large.body.error]).toEqual([413, 'invalid_request'])
  })

  it('answers alike for an address it knows and one it does not (R73, H63)', async () => {
    const known = await serviceAuth()
    await player.decide(await player.openLink(known.claim.verification_uri, known.claim.user_code), 'confirmed')
    const shape = (body: Json) => JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' ? value.length : value))
    expect(shape(await serviceAuth(ANA))).toBe(shape(await serviceAuth('bob@example.com')))
  })

  it('is limited per address (H41)', async () => {
    const answers = await Promise.all(Array.from({ length: 201 }, () => player.post('identity', '/agent/identity', { type: 'anonymous' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200)
    const [refused] = answers.filter(({ status }) => status === 429)
    expect(refused?.body.error).toBe('rate_limited')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await player.post('inquiries', '/api/v1/inquiries', GOOD)).status).toBe(202)
  })
})

describe('a claim in the browser', () => {
  it('turns the poll into a token, once, and makes a verified person of the sender (R74, R79)', async () => {
    const { claim, claim_token, id } = await serviceAuth()
    expect((await player.poll(claim_token)).body.error).toBe('authorization_pending')
    const page = await player.get('claim', `/claim?attempt=${attemptOf(claim.verification_uri)}`)
    expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy'), page.headers.get('access-control-allow-origin')]).toEqual([200, 'no-store', 'same-origin', null])
    const link = await player.openLink(claim.verification_uri, claim.user_code.toLowerCase().replace('-', ' '))
    expect(player.mails).toMatchObject([{ to: ANA, subject: expect.stringMatching(/agent/) }])
    const done = await player.decide(link, 'confirmed')
    expect(readBackOf(done)).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
    const { status, body } = await player.poll(claim_token)
    expect([status, body.token_type, body.scope]).toEqual([200, 'Bearer', 'firm.read inquiries.write'])
    expect(body.identity).toEqual({ assertion: body.identity_assertion, expires_at: body.assertion_expires })
    expect(body.assertion_expires).toBe('2026-12-21T15:04:05.000Z')
    expect(decodeJwt(String(body.identity_assertion))).toMatchObject({ sub: id, email: ANA, email_verified: true })
    expect((await player.check(body.access_token)).body).toMatchObject({ registration_id: id, claimed: true, email_verified: true })
    const sent = await player.post('inquiries', '/api/v1/inquiries', GOOD, { headers: { Authorization: `Bearer ${String(body.access_token)}` } })
    expect(sent.body.sender).toBe('verified_person')
    expect((await player.exchange(body.identity_assertion)).status).toBe(200)
  })

  it('changes nothing on GET, whatever is opened how often (R87, H59)', async () => {
    const { claim, claim_token } = await serviceAuth()
    const link = await player.openLink(claim.verification_uri, claim.user_code)
    const before = player.store.facts.size
    for (let time = 0; time < 10; time++) {
      await player.get('claim', `/claim?attempt=${attemptOf(claim.verification_uri)}&code=${claim.user_code}`)
      await player.get('claim', `/claim/confirm?link=${link}&decision=confirmed`)
    }
    expect(player.store.facts.size).toBe(before)
    expect((await player.poll(claim_token)).body.error).toBe('authorization_pending')
  })

  it('refuses a form from another site (H59)', async () => {
    const { claim, claim_token } = await serviceAuth()
    const link = await player.openLink(claim.verification_uri, claim.user_code)
    for (const [name, value] of [['Origin', 'https://evil.example'], ['Sec-Fetch-Site', 'cross-site'], ['Origin', 'null']] as const) {
      expect((await player.form('claim', '/claim/confirm', { link, decision: 'confirmed' }, { [name]: value })).status).toBe(403)
    }
    expect((await player.poll(claim_token)).body.error).toBe('authorization_pending')
  })

  it('is denied for good (R76)', async () => {
    const { claim, claim_token } = await serviceAuth()
    const link = await player.openLink(claim.verification_uri, claim.user_code)
    expect(await player.decide(link, 'denied')).toContain('Denied')
    expect((await player.poll(claim_token)).body.error).toBe('access_denied')
    expect((await player.poll(claim_token)).body.error).toBe('access_denied')
    for (const email of [ANA, 'bob@example.com', 'nobody']) expect(await startClaim(claim_token, email)).toMatchObject({ status: 403, body: { error: 'claim_denied' } })
    expect(await complete(claim_token, 'BCDF-GHJK')).toMatchObject({ status: 403, body: { error: 'claim_denied' } })
    expect(await player.decide(link, 'confirmed')).toContain('Denied')
  })

  it('can be denied by whoever has the code, without the mail', async () => {
    const { claim, claim_token } = await serviceAuth()
    const step = /name="step" value="([^"]+)"/.exec(String((await enter(claim.verification_uri, claim.user_code)).body.text))?.[1] ?? ''
    await player.form('claim', '/claim', { step, action: 'deny' }, OWN_PAGE)
    expect((await player.poll(claim_token)).body.error).toBe('access_denied')
    expect(player.mails).toEqual([])
    expect(await findClaim(player.service, claim.user_code)).toMatchObject({ state: 'denied', decision: { by: 'page' } })
  })

  it('shows the agent, which knows the address of the page, neither the mail address nor the read-back code', async () => {
    const { claim } = await serviceAuth()
    const checked = String((await enter(claim.verification_uri, claim.user_code)).body.text)
    expect(checked).toContain('a•••@example.com')
    expect(checked).not.toContain(ANA)
    const done = await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed')
    const page = String((await player.get('claim', `/claim?attempt=${attemptOf(claim.verification_uri)}`)).body.text)
    expect(page).toContain('Confirmed')
    expect(page).not.toContain(readBackOf(done))
  })

  it('is no page of a forged, foreign or missing address (H56, H61)', async () => {
    const { claim, claim_token } = await serviceAuth()
    for (const attempt of ['', 'x', claim_token, `${attemptOf(claim.verification_uri)}x`, attemptOf(claim.verification_uri).replace(/.$/, 'A')]) {
      if (attempt === attemptOf(claim.verification_uri)) continue
      expect((await player.get('claim', `/claim?attempt=${encodeURIComponent(attempt)}`)).status).toBe(404)
      expect((await player.form('claim', '/claim', { attempt, code: claim.user_code }, OWN_PAGE)).status).toBe(404)
    }
    // The address of the page is not the secret of the mail.
    expect((await player.form('claim', '/claim/confirm', { link: attemptOf(claim.verification_uri), decision: 'confirmed' }, OWN_PAGE)).status).toBe(404)
  })

  it('mails three links per attempt, ten per address and hour (H69)', async () => {
    const { claim } = await serviceAuth()
    const step = /name="step" value="([^"]+)"/.exec(String((await enter(claim.verification_uri, claim.user_code)).body.text))?.[1] ?? ''
    for (let time = 0; time < 5; time++) await player.form('claim', '/claim', { step, action: 'send' }, OWN_PAGE)
    expect(player.mails).toHaveLength(3)
    for (let other = 0; other < 5; other++) {
      const { claim: next } = await serviceAuth()
      const nextStep = /name="step" value="([^"]+)"/.exec(String((await enter(next.verification_uri, next.user_code)).body.text))?.[1] ?? ''
      for (let time = 0; time < 3; time++) await player.form('claim', '/claim', { step: nextStep, action: 'send' }, OWN_PAGE)
    }
    expect(player.mails).toHaveLength(10)
  })

  it('says so when mail fails or there is none, and nothing is lost', async () => {
    const { claim, claim_token } = await serviceAuth()
    player.service.mailer = { send: () => Promise.reject(new Error(`refused ${ANA}`)) }
    const step = /name="step" value="([^"]+)"/.exec(String((await enter(claim.verification_uri, claim.user_code)).body.text))?.[1] ?? ''
    expect((await player.form('claim', '/claim', { step, action: 'send' }, OWN_PAGE)).body.text).toContain('could not be sent')
    expect(player.logged()).not.toContain(ANA)
    player.service.mailer = undefined
    expect((await enter(claim.verification_uri, claim.user_code)).body.text).toContain('cannot send mail')
    expect((await player.poll(claim_token)).body.error).toBe('authorization_pending')
  })
})

describe('codes', () => {
  it('are read as people write them (R85)', () => {
    for (const text of ['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'b.c.d.f-g.h.j.k', 'BCDF–GHJK']) expect(parseCode(text)).toBe('BCDF-GHJK')
    for (const text of ['', 'BCDF', 'BCDF-GHJKL', 'ACDF-GHJK', 'BCDF-GHJ1', 'BCDFGHJÉ']) expect(parseCode(text)).toBeUndefined()
  })

  it('end an attempt after five wrong ones; another attempt goes on (R86)', async () => {
    const { claim, claim_token } = await serviceAuth()
    for (const left of [4, 3, 2, 1]) expect((await enter(claim.verification_uri, wrongCode())).body.text).toContain(left === 1 ? 'One try is left' : `${left} tries are left`)
    await enter(claim.verification_uri, wrongCode())
    expect((await enter(claim.verification_uri, claim.user_code)).body.text).toContain('has ended')
    expect((await player.poll(claim_token)).body.error).toBe('expired_token')
    player.advance(1000)
    const { body } = await startClaim(claim_token)
    expect((await player.poll(claim_token)).body.error).not.toBe('expired_token')
    const attempt = body.claim_attempt as Claim
    await player.decide(await player.openLink(attempt.verification_uri, attempt.user_code), 'confirmed')
    expect((await player.poll(claim_token)).status).toBe(200)
  })

  it('are five even when a hundred come at once (R86, H31)', async () => {
    const { claim } = await serviceAuth()
    const guesses = [...Array.from({ length: 99 }, wrongCode), claim.user_code]
    const addresses = guesses.map((_, number) => `198.51.100.${number}`)
    await Promise.all(guesses.map((code, number) => player.send('claim', '/claim', { method: 'POST', headers: OWN_PAGE, body: new URLSearchParams({ attempt: attemptOf(claim.verification_uri), code }).toString(), address: addresses[number] ?? '' })))
    expect([...player.store.facts.keys()].filter((key) => key.includes('/tries/'))).toHaveLength(5)
    expect((await enter(claim.verification_uri, claim.user_code)).body.text).toContain('has ended')
  })

  it('of one claim open no other (H31)', async () => {
    const [one, other] = [await serviceAuth(), await serviceAuth('bob@example.com')]
    expect((await enter(one.claim.verification_uri, other.claim.user_code)).body.text).toContain('not the code')
  })

  it('are tried twenty times a minute from one address at most', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 6; number++) {
      const { claim } = await serviceAuth()
      for (let time = 0; time < 4; time++) statuses.push((await enter(claim.verification_uri, wrongCode())).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('POST /agent/identity/claim', () => {
  it('starts a claim of an anonymous registration, in both dialects (R83)', async () => {
    const registration = await player.register()
    const { status, body } = await startClaim(registration.claim_token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ registration_id: registration.id, id: registration.id, type: 'service_auth', status: 'initiated', expires_at: registration.claim_token_expires })
    expect(body.claim_attempt).toMatchObject({ user_code: expect.any(String), verification_uri: expect.any(String), expires_in: 72 * 3600, interval: 5 })
    expect(body.attempt).toEqual(body.claim_attempt)
  })

  it('replaces the former attempt: its code and its link are dead (R83)', async () => {
    const { claim, claim_token } = await serviceAuth()
    const former = await player.openLink(claim.verification_uri, claim.user_code)
    player.advance(1000)
    const { body } = await startClaim(claim_token)
    expect((await enter(claim.verification_uri, claim.user_code)).status).toBe(410)
    await player.decide(former, 'confirmed')
    expect((await player.poll(claim_token)).body.error).toBe('authorization_pending')
    const attempt = body.claim_attempt as Claim
    await player.decide(await player.openLink(attempt.verification_uri, attempt.user_code), 'confirmed')
    expect((await player.poll(claim_token)).status).toBe(200)
  })

  it('never extends the window', async () => {
    const { claim_token, claim_token_expires } = await serviceAuth()
    player.advance(10 * HOUR_MS)
    const { body } = await startClaim(claim_token)
    expect([body.expires_at, (body.claim_attempt as Claim).expires_in]).toEqual([claim_token_expires, 62 * 3600])
  })

  it('takes login_hint for email', async () => {
    const registration = await player.register()
    const { status } = await player.post('identity-claim', '/agent/identity/claim', { claim_token: registration.claim_token, login_hint: ANA, type: 'login_hint' })
    expect(status).toBe(200)
  })

  it('answers who may not claim (R84)', async () => {
    const { claim_token, claim } = await serviceAuth()
    expect(await startClaim(claim_token, 'bob@example.com')).toMatchObject({ status: 400, body: { error: 'invalid_login_hint' } })
    expect(await startClaim('x')).toMatchObject({ status: 401, body: { error: 'invalid_claim_token' } })
    expect(await startClaim(undefined)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(await player.post('identity-claim', '/agent/identity/claim', { claim_token })).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(await startClaim(claim_token, 'nobody')).toMatchObject({ status: 400, body: { error: 'invalid_login_hint' } })
    await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed')
    expect(await startClaim(claim_token)).toMatchObject({ status: 200, body: { status: 'claimed' } })
    const anonymous = await player.register()
    const { body } = await startClaim(anonymous.claim_token)
    const attempt = body.claim_attempt as Claim
    await player.decide(await player.openLink(attempt.verification_uri, attempt.user_code), 'confirmed')
    expect(await startClaim(anonymous.claim_token, 'bob@example.com')).toMatchObject({ status: 409, body: { error: 'claimed_or_in_flight' } })
  })

  it('ends with the window: 410, and the poll is expired_token (R77, R84)', async () => {
    const { claim, claim_token } = await serviceAuth()
    player.advance(72 * HOUR_MS - 1000)
    expect((await player.poll(claim_token)).body.error).toBe('authorization_pending')
    player.advance(1000)
    expect((await player.poll(claim_token)).body.error).toBe('expired_token')
    expect(await startClaim(claim_token)).toMatchObject({ status: 410, body: { error: 'claim_expired' } })
    expect(await complete(claim_token, 'BCDF-GHJK')).toMatchObject({ status: 410, body: { error: 'user_code_expired' } })
    expect((await enter(claim.verification_uri, claim.user_code)).status).toBe(410)
  })
})

describe('polling', () => {
  it('too fast is slow_down, and five seconds more from then on (R75)', async () => {
    const { claim_token } = await serviceAuth()
    const after = async (seconds: number) => {
      player.advance(seconds * 1000)
      return (await player.poll(claim_token)).body.error
    }
    expect(await after(0)).toBe('authorization_pending')
    expect(await after(2)).toBe('slow_down')
    expect(await after(3)).toBe('slow_down')
    expect(await after(10)).toBe('authorization_pending')
    expect(await after(5)).toBe('slow_down')
    expect(await after(15)).toBe('authorization_pending')
  })

  it('an unknown token is one that never existed (R78)', async () => {
    const { claim_token } = await serviceAuth()
    const answers = await Promise.all(['x', 'a.b.c.d.e', `${claim_token}x`, claim_token.replace(/^eyJ/, 'eyK')].map((token) => player.poll(token)))
    for (const { status, body } of answers) expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect((await player.poll('')).body.error).toBe('invalid_request')
  })

  it('is answered under both names of the grant', async () => {
    const { claim_token } = await serviceAuth()
    expect((await player.poll(claim_token, { grant_type: CLAIM_GRANT_ALIAS })).body.error).toBe('authorization_pending')
  })

  it('delivers once, and again for two minutes if the reply was lost (R79, R80)', async () => {
    const { claim, claim_token } = await serviceAuth()
    await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed')
    const answers = await Promise.all(Array.from({ length: 20 }, () => player.poll(claim_token)))
    for (const { status } of answers) expect(status).toBe(200)
    expect([...player.store.facts.keys()].filter((key) => key.endsWith('/delivery'))).toHaveLength(1)
    player.advance(120_000)
    expect((await player.poll(claim_token)).status).toBe(200)
    player.advance(1)
    expect((await player.poll(claim_token)).body.error).toBe('invalid_grant')
  })

  it('costs one round of reads, delivery one more, starting a claim one', async () => {
    player.store.latencyMs = 150
    const { claim, claim_token } = await serviceAuth()
    expect(player.store.rounds()).toBe(1)
    await player.poll(claim_token)
    expect(player.store.rounds()).toBe(2)
    await startClaim(claim_token)
    expect(player.store.rounds()).toBe(3)
    const other = await serviceAuth()
    await player.decide(await player.openLink(other.claim.verification_uri, other.claim.user_code), 'confirmed')
    const before = player.store.rounds()
    await player.poll(other.claim_token)
    expect(player.store.rounds() - before).toBe(2)
    expect(claim.user_code).toBeDefined()
  })
})

describe('a claim of an agent that had an assertion', () => {
  it('kills its tokens and its assertion, and gives it others (R81, R82, H27)', async () => {
    const { token, registration } = await player.anonymousToken()
    const attempt = (await startClaim(registration.claim_token)).body.claim_attempt as Claim
    expect((await player.check(token)).status).toBe(200)
    await player.decide(await player.openLink(attempt.verification_uri, attempt.user_code), 'confirmed')
    expect((await player.check(token)).status).toBe(401)
    expect((await player.exchange(registration.identity_assertion)).body.error).toBe('invalid_grant')
    const { body } = await player.poll(registration.claim_token)
    expect((await player.check(body.access_token)).body).toMatchObject({ registration_type: 'anonymous', claimed: true })
  })

  it('leaves it as it was when the person denies', async () => {
    const { token, registration } = await player.anonymousToken()
    const attempt = (await startClaim(registration.claim_token)).body.claim_attempt as Claim
    await player.decide(await player.openLink(attempt.verification_uri, attempt.user_code), 'denied')
    expect((await player.check(token)).body).toMatchObject({ claimed: false })
  })

  it('ended by its own agent is denied and finds no claim', async () => {
    const registration = await player.register()
    const attempt = (await startClaim(registration.claim_token)).body.claim_attempt as Claim
    const link = await player.openLink(attempt.verification_uri, attempt.user_code)
    await player.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) })
    expect((await player.poll(registration.claim_token)).body.error).toBe('access_denied')
    expect((await startClaim(registration.claim_token)).status).toBe(401)
    expect(await player.decide(link, 'confirmed')).toContain('has ended')
  })
})

describe('POST /agent/identity/claim/complete', () => {
  it('takes the code that the person was shown, never the one the agent had', async () => {
    const { claim, claim_token, id } = await serviceAuth()
    expect(await complete(claim_token, claim.user_code)).toMatchObject({ status: 409, body: { error: 'claim_not_confirmed' } })
    const readBack = readBackOf(await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed'))
    expect(await complete(claim_token, claim.user_code)).toMatchObject({ status: 401, body: { error: 'invalid_user_code' } })
    const { status, body } = await complete(claim_token, readBack.toLowerCase())
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, registration_id: id, status: 'claimed', identity: { assertion: body.identity_assertion } })
    expect((await player.exchange(body.identity_assertion)).status).toBe(200)
  })

  it('shares its one delivery with the poll', async () => {
    const { claim, claim_token } = await serviceAuth()
    const readBack = readBackOf(await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed'))
    expect((await player.poll(claim_token)).status).toBe(200)
    expect((await complete(claim_token, readBack)).status).toBe(200)
    player.advance(121_000)
    expect(await complete(claim_token, readBack)).toMatchObject({ status: 410, body: { error: 'user_code_expired' } })
  })

  it('counts the tries', async () => {
    const { claim, claim_token } = await serviceAuth()
    const readBack = readBackOf(await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'confirmed'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(claim_token, wrongCode())))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ body }) => body.error === 'too_many_attempts')).toHaveLength(5)
    expect((await complete(claim_token, readBack)).status).toBe(429)
    expect((await player.poll(claim_token)).status).toBe(200)
  })

  it('says what is missing or never started', async () => {
    const anonymous = await player.register()
    expect(await complete(anonymous.claim_token, 'BCDF-GHJK')).toMatchObject({ status: 400, body: { error: 'invalid_claim' } })
    expect(await complete('x', 'BCDF-GHJK')).toMatchObject({ status: 400, body: { error: 'invalid_claim' } })
    expect(await complete(anonymous.claim_token, undefined)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(await complete(undefined, 'BCDF-GHJK')).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })
})

describe('the staff', () => {
  it('find a claim by the code and confirm it, and the poll is a token', async () => {
    const { claim, claim_token, id } = await serviceAuth()
    const found = await findClaim(player.service, claim.user_code.toLowerCase())
    expect(found).toMatchObject({ registration: id, email: ANA, state: 'waiting' })
    await decide(player.service, { sub: found?.registration ?? '', attempt: found?.attempt ?? '' }, 'confirmed', 'staff', 'called back')
    expect((await player.poll(claim_token)).status).toBe(200)
    expect(await findClaim(player.service, claim.user_code)).toMatchObject({ state: 'confirmed', decision: { by: 'staff', how: 'called back' } })
  })

  it('do not confirm by a code that was replaced', async () => {
    const { claim, claim_token } = await serviceAuth()
    player.advance(1000)
    await startClaim(claim_token)
    expect(await findClaim(player.service, claim.user_code)).toMatchObject({ state: 'over' })
    expect(await findClaim(player.service, 'BCDF-GHJK')).toBeUndefined()
  })
})

describe('who decides at once with others meets one decision (H33, H34)', () => {
  it('confirm against deny, forty contenders', async () => {
    const { claim, claim_token, id } = await serviceAuth()
    const link = await player.openLink(claim.verification_uri, claim.user_code)
    const { attempt = '' } = (await findClaim(player.service, claim.user_code)) ?? {}
    const decisions = await Promise.all(Array.from({ length: 40 }, (_, number) => decide(player.service, { sub: String(id), attempt }, number % 2 ? 'confirmed' : 'denied', number % 3 ? 'link' : 'staff')))
    expect(new Set(decisions.map((decision) => JSON.stringify(decision))).size).toBe(1)
    const outcome = decisions[0]?.outcome
    expect(await player.decide(link, outcome === 'confirmed' ? 'denied' : 'confirmed')).toContain(outcome === 'confirmed' ? 'Confirmed' : 'Denied')
    expect((await player.poll(claim_token)).status).toBe(outcome === 'confirmed' ? 200 : 400)
  })

  it('confirm against a new attempt, and poll at the end of the window', async () => {
    const { claim, claim_token } = await serviceAuth()
    const link = await player.openLink(claim.verification_uri, claim.user_code)
    player.advance(1000)
    await Promise.all([player.decide(link, 'confirmed'), startClaim(claim_token), player.decide(link, 'confirmed')])
    const first = await player.poll(claim_token)
    player.advance(72 * HOUR_MS)
    expect((await player.poll(claim_token)).body.error).toBe(first.status === 200 ? 'invalid_grant' : 'expired_token')
  })
})

it('a mail holds nothing but what the firm says, and one link', async () => {
  const { claim } = await serviceAuth()
  await player.openLink(claim.verification_uri, claim.user_code)
  const [mail] = player.mails
  expect(mail?.from).toEqual({ name: player.service.firm.name, address: player.service.firm.email })
  expect(mail?.text.match(/https?:\/\//g)).toHaveLength(1)
  expect(linkOf(mail?.text)).not.toBe('')
})
