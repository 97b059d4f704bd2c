/**
 * A claim in the browser: the pages and the codes.
 */
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { findClaim } from '../../src/agents/claims/claim-list.ts'
import { prefixOf } from '../../src/store/fact.ts'
import { FACTS } from '../../src/store/facts.ts'
import { createCode } from '../../src/agents/claims/user-code.ts'
import {
  linkOf,
  SAME_ORIGIN,
  readBackOf,
  createTestAgent,
  type TestAgent,
  ANA,
  attemptOf,
  stepOf,
  errorOf,
} from '../test-agent.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

let testAgent: TestAgent
beforeEach(async () => {
  testAgent = await createTestAgent()
})

/** How many wrong codes an attempt takes. */
const tries = 5

describe('a claim in the browser', () => {
  it('turns the poll into a token, once, and makes a verified person of the sender', async () => {
    const { claim, claim_token, id } = await testAgent.serviceAuth()
    expect((await testAgent.poll(claim_token)).body.error).toBe('authorization_pending')
    const page = await testAgent.get('claim', `/claim?attempt=${attemptOf(claim.verification_uri_complete)}`)
    const headers = ['cache-control', 'referrer-policy', 'x-robots-tag', 'access-control-allow-origin']
    expect([page.status, ...headers.map((name) => page.headers.get(name))]).toEqual([
      200,
      'no-store',
      'same-origin',
      'noindex',
      null,
    ])
    const link = await testAgent.openLink(
      claim.verification_uri_complete,
      claim.user_code.toLowerCase().replace('-', ' '),
    )
    expect(testAgent.mails).toMatchObject([{ to: ANA, subject: expect.stringMatching(/agent/) }])
    const done = await testAgent.decide(link, 'confirmed')
    expect(readBackOf(done)).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
    const { status, body } = await testAgent.poll(claim_token)
    expect([status, body.token_type, body.scope]).toEqual([200, 'Bearer', 'firm.read inquiries.write'])
    expect(body.identity).toEqual({ assertion: body.identity_assertion, expires_at: body.assertion_expires })
    expect(body.assertion_expires).toBe('2026-12-21T15:04:05.000Z')
    expect(decodeJwt(String(body.identity_assertion))).toMatchObject({ sub: id, email: ANA, email_verified: true })
    expect((await testAgent.check(body.access_token)).body).toMatchObject({
      registration_id: id,
      claimed: true,
      email_verified: true,
    })
    const sent = await testAgent.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY, {
      headers: { Authorization: `Bearer ${String(body.access_token)}` },
    })
    expect(sent.body.sender).toBe('verified_person')
    expect((await testAgent.exchange(body.identity_assertion)).status).toBe(200)
  })

  it('speaks Spanish at the same address below /es, and leads from one language to the other, also after something was sent', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const query = new URL(claim.verification_uri_complete).search
    const english = String((await testAgent.get('claim', `/claim${query}`)).body.text)
    expect(english).toContain(`<a class="language" href="/es/claim${query}" hreflang="es"`)
    const spanish = String((await testAgent.get('claim', `/es/claim${query}`)).body.text)
    for (const words of [
      'lang="es"',
      'código que le mostró',
      'action="/es/claim"',
      `href="/claim${query}" hreflang="en"`,
    ])
      expect(spanish).toContain(words)
    const attempt = attemptOf(claim.verification_uri_complete)
    const wrong = await testAgent.form('claim', '/es/claim', { attempt, code: createCode() }, SAME_ORIGIN)
    expect(wrong.body.text).toContain('Quedan 4 intentos')
    const checked = await testAgent.form('claim', '/es/claim', { attempt, code: claim.user_code }, SAME_ORIGIN)
    expect(checked.body.text).toMatch(/a•••@example\.com/)
    expect(checked.body.text).toMatch(/El 21 de noviembre de 2026 a las 10:04\u00a0a\.\u00a0m\./)
    expect(checked.body.text).toContain(`<a class="language" href="/claim${query}" hreflang="en"`)
    await testAgent.form('claim', '/es/claim', { step: stepOf(checked), action: 'send' }, SAME_ORIGIN)
    const mail = testAgent.mails.at(-1)
    const link = linkOf(mail?.text)
    expect(mail?.text).toContain(`/es/claim/confirm?link=${link}`)
    const page = '/es/claim/confirm'
    const done = await testAgent.form('claim', page, { link, decision: 'confirmed' }, SAME_ORIGIN)
    expect(done.body.text).toContain('Confirmado.')
    expect(done.body.text).toContain(`<a class="language" href="/claim/confirm?link=${link}" hreflang="en"`)
    expect(testAgent.mails.at(-1)?.html).toContain('<html lang="es">')
    expect((await testAgent.poll(claim_token)).status).toBe(200)
  })

  it('is confirmed with the link from the mail only: nothing that the agent or the page has takes its place', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const step = stepOf(await testAgent.enter(claim.verification_uri_complete, claim.user_code))
    expect(step).not.toBe('')
    const page = attemptOf(claim.verification_uri_complete)
    for (const secret of [step, page, claim_token]) {
      const path = '/claim/confirm'
      expect((await testAgent.get('claim', `${path}?link=${secret}`)).status).toBe(404)
      const { status } = await testAgent.form('claim', path, { link: secret, decision: 'confirmed' }, SAME_ORIGIN)
      expect(status).toBe(404)
    }
    for (const attempt of ['', 'x', claim_token, `${page}x`, '"><script>alert(1)</script>']) {
      const { status, body } = await testAgent.get('claim', `/claim?attempt=${encodeURIComponent(attempt)}`)
      expect([status, String(body.text).includes('<script>')]).toEqual([404, false])
      if (attempt === '') continue
      const sent = await testAgent.form('claim', '/claim', { attempt, code: claim.user_code }, SAME_ORIGIN)
      expect(sent.status).toBe(404)
    }
    expect((await testAgent.poll(claim_token)).body.error).toBe('authorization_pending')
    const link = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    const fields = { step: link, action: 'send' }
    expect((await testAgent.form('claim', '/claim', fields, SAME_ORIGIN)).status).toBe(404)
  })

  it('is not confirmed by a link once its code was guessed at too often', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const link = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    for (let count = 1; count < tries; count++) await testAgent.enter(claim.verification_uri_complete, createCode())
    expect(await testAgent.decide(link, 'confirmed')).toContain('has ended')
    expect((await testAgent.poll(claim_token)).body.error).toBe('expired_token')
  })

  it('is confirmed only when all is stored that follows from it', async () => {
    const { claim } = await testAgent.serviceAuth()
    const link = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    for (const prefix of ['confirmed/', 'claims/', 'people/']) {
      testAgent.store.readOnly = prefix
      const { status } = await testAgent.form('claim', '/claim/confirm', { link, decision: 'confirmed' }, SAME_ORIGIN)
      expect(status, prefix).toBe(503)
    }
    testAgent.store.readOnly = undefined
    expect(await testAgent.decide(link, 'confirmed')).toContain('Confirmed.')
    expect([...testAgent.store.facts.keys()].some((key) => /^people\/.*\/known$/.test(key))).toBe(true)
  })

  it('changes nothing on GET, whatever is opened how often', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const link = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    const before = testAgent.store.facts.size
    for (let time = 0; time < 10; time++) {
      await testAgent.get(
        'claim',
        `/claim?attempt=${attemptOf(claim.verification_uri_complete)}&code=${claim.user_code}`,
      )
      await testAgent.get('claim', `/claim/confirm?link=${link}&decision=confirmed`)
    }
    expect(testAgent.store.facts.size).toBe(before)
    expect((await testAgent.poll(claim_token)).body.error).toBe('authorization_pending')
  })

  it('refuses a form from another site', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const link = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    for (const [name, value] of [
      ['Origin', 'https://evil.example'],
      ['Sec-Fetch-Site', 'cross-site'],
      ['Origin', 'null'],
    ] as const) {
      const fields = { link, decision: 'confirmed' }
      expect((await testAgent.form('claim', '/claim/confirm', fields, { [name]: value })).status).toBe(403)
    }
    expect((await testAgent.poll(claim_token)).body.error).toBe('authorization_pending')
  })

  it('is denied for good', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const link = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    expect(await testAgent.decide(link, 'denied')).toContain('Denied')
    expect((await testAgent.poll(claim_token)).body.error).toBe('access_denied')
    expect((await testAgent.poll(claim_token)).body.error).toBe('access_denied')
    for (const email of [ANA, 'bob@example.com', 'nobody'])
      expect(errorOf(await testAgent.startClaim(claim_token, email))).toEqual([403, 'claim_denied'])
    expect(errorOf(await testAgent.complete(claim_token, 'BCDF-GHJK'))).toEqual([403, 'claim_denied'])
    expect(await testAgent.decide(link, 'confirmed')).toContain('Denied')
  })

  it('can be denied by anyone who has the code, without the mail', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    const step = stepOf(await testAgent.enter(claim.verification_uri_complete, claim.user_code))
    await testAgent.form('claim', '/claim', { step, action: 'deny' }, SAME_ORIGIN)
    expect((await testAgent.poll(claim_token)).body.error).toBe('access_denied')
    expect(testAgent.mails).toEqual([])
    expect(await findClaim(testAgent.service, claim.user_code)).toMatchObject({
      state: 'denied',
      decision: { by: 'page' },
    })
  })

  it('shows the agent, which knows the address of the page, neither the mail address nor the read-back code', async () => {
    const { claim } = await testAgent.serviceAuth()
    const checked = String((await testAgent.enter(claim.verification_uri_complete, claim.user_code)).body.text)
    expect(checked).toContain('a•••@example.com')
    expect(checked).not.toContain(ANA)
    const done = await testAgent.confirm(claim)
    const page = String(
      (await testAgent.get('claim', `/claim?attempt=${attemptOf(claim.verification_uri_complete)}`)).body.text,
    )
    expect(page).toContain('Confirmed')
    expect(page).not.toContain(readBackOf(done))
  })

  it('has a code that no other claim has', async () => {
    const { create } = testAgent.store
    let isTaken = true
    testAgent.store.create = async (key, value) => {
      const created = await create(key, value)
      if (!key.startsWith(prefixOf(FACTS.code)) || !isTaken) return created
      isTaken = false
      return false
    }
    const { claim, claim_token } = await testAgent.serviceAuth()
    expect(await Array.fromAsync(testAgent.store.list(prefixOf(FACTS.code)))).toHaveLength(2)
    await testAgent.decide(await testAgent.openLink(claim.verification_uri_complete, claim.user_code), 'confirmed')
    expect((await testAgent.poll(claim_token)).status).toBe(200)
  })
})

describe('codes', () => {
  it('end an attempt after five wrong ones; another attempt goes on', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    for (const left of [4, 3, 2, 1])
      expect((await testAgent.enter(claim.verification_uri_complete, createCode())).body.text).toContain(
        left === 1 ? 'One try is left' : `${left} tries are left`,
      )
    for (const code of [createCode(), claim.user_code]) {
      const page = (await testAgent.enter(claim.verification_uri_complete, code)).body.text
      expect(page).toContain('has ended')
      expect(page).not.toContain('<form')
    }
    expect(await findClaim(testAgent.service, claim.user_code)).toMatchObject({ state: 'over' })
    expect((await testAgent.poll(claim_token)).body.error).toBe('expired_token')
    testAgent.advance(1000)
    const attempt = await testAgent.claimFor(claim_token)
    expect((await testAgent.poll(claim_token)).body.error).not.toBe('expired_token')
    await testAgent.confirm(attempt)
    expect((await testAgent.poll(claim_token)).status).toBe(200)
  })

  it('of one claim open no other', async () => {
    const [one, other] = [await testAgent.serviceAuth(), await testAgent.serviceAuth('bob@example.com')]
    expect((await testAgent.enter(one.claim.verification_uri_complete, other.claim.user_code)).body.text).toContain(
      'not the code',
    )
  })
})
