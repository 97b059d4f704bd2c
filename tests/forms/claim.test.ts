/** A claim in the browser: the pages, the mail and the codes. */
import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import { revokeRegistration } from '../../src/agents/claims/claim-record.ts'
import { findClaim } from '../../src/agents/claims/claim-list.ts'
import { createCode } from '../../src/agents/claims/user-code.ts'
import { DAY_MS } from '../../src/duration.ts'
import { runOutbox } from '../../src/mail/tries.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { linkOf, SAME_ORIGIN, readBackOf, ANA, attemptOf, stepOf, agent, useAgent } from '../test-agent.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

useAgent()

it('turns the poll into a token, once, and makes a verified person of the sender', async () => {
  const { claim, claim_token, id } = await agent.serviceAuth()
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
  const page = await agent.pageOf(claim)
  const headers = ['cache-control', 'referrer-policy', 'x-robots-tag', 'access-control-allow-origin']
  expect(page.status).toBe(200)
  expect(headers.map((name) => page.headers.get(name))).toEqual(['no-store', 'same-origin', 'noindex', null])
  const link = await agent.openLink({ ...claim, user_code: claim.user_code.toLowerCase().replace('-', ' ') })
  expect(agent.mails).toMatchObject([{ to: ANA, subject: expect.stringMatching(/AI assistant/) }])
  // A form without the link in its address, so that it stays in no history.
  expect((await agent.get('claim', `/claim/confirm?link=${link}`)).body.text).toContain('action="/claim/confirm"')
  const done = await agent.decide(link, 'confirmed')
  expect(readBackOf(done)).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
  const { status, body } = await agent.poll(claim_token)
  expect([status, body.token_type, body.scope]).toEqual([200, 'Bearer', 'firm.read inquiries.write'])
  expect(body.identity).toEqual({ assertion: body.identity_assertion, expires_at: body.assertion_expires })
  expect(body.assertion_expires).toBe('2026-12-21T15:04:05.000Z')
  expect(decodeJwt(String(body.identity_assertion))).toMatchObject({ sub: id, email: ANA, email_verified: true })
  const access = (await agent.check(body.access_token)).body
  expect(access).toMatchObject({ registration_id: id, claimed: true, email_verified: true })
  const sent = await agent.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY, {
    headers: { Authorization: `Bearer ${String(body.access_token)}` },
  })
  expect(sent.body.sender).toBe('verified_person')
  expect((await agent.exchange(body.identity_assertion)).status).toBe(200)
})

it('speaks Spanish at the same address below /es, and leads from one language to the other, also after something was sent', async () => {
  const { claim, claim_token } = await agent.serviceAuth()
  const query = new URL(claim.verification_uri_complete).search
  const english = String((await agent.get('claim', `/claim${query}`)).body.text)
  expect(english).toContain(`<a class="language" href="/es/claim${query}" hreflang="es"`)
  const spanish = String((await agent.get('claim', `/es/claim${query}`)).body.text)
  for (const words of ['lang="es"', 'código que le mostró', 'action="/es/claim"', `href="/claim${query}"`])
    expect(spanish).toContain(words)
  const attempt = attemptOf(claim)
  const wrong = await agent.form('claim', '/es/claim', { attempt, code: createCode() }, SAME_ORIGIN)
  expect(wrong.body.text).toContain('Quedan 4 intentos')
  const checked = await agent.form('claim', '/es/claim', { attempt, code: claim.user_code }, SAME_ORIGIN)
  expect(checked.body.text).toMatch(/a•••@example\.com/)
  expect(checked.body.text).toMatch(/El 21 de noviembre de 2026 a las 10:04\u00a0a\.\u00a0m\./)
  expect(checked.body.text).toContain(`<a class="language" href="/claim${query}" hreflang="en"`)
  await agent.form('claim', '/es/claim', { step: stepOf(checked), action: 'send' }, SAME_ORIGIN)
  const mail = agent.mails.at(-1)
  const link = linkOf(mail?.text)
  expect(mail?.text).toContain(`/es/claim/confirm?link=${link}`)
  const page = '/es/claim/confirm'
  const done = await agent.form('claim', page, { link, decision: 'confirmed' }, SAME_ORIGIN)
  expect(done.body.text).toContain('Confirmado.')
  expect(done.body.text).toContain(`<a class="language" href="/claim/confirm?link=${link}" hreflang="en"`)
  expect(agent.mails.at(-1)?.html).toContain('<html lang="es">')
  expect((await agent.poll(claim_token)).status).toBe(200)
})

it('is confirmed with the link from the mail only: nothing that the agent or the page has takes its place', async () => {
  const { claim, claim_token } = await agent.serviceAuth()
  const step = stepOf(await agent.enter(claim))
  expect(step).not.toBe('')
  const page = attemptOf(claim)
  for (const secret of [step, page, claim_token]) {
    const path = '/claim/confirm'
    expect((await agent.get('claim', `${path}?link=${secret}`)).status).toBe(404)
    const { status } = await agent.form('claim', path, { link: secret, decision: 'confirmed' }, SAME_ORIGIN)
    expect(status).toBe(404)
  }
  for (const attempt of ['', 'x', claim_token, `${page}x`, '"><script>alert(1)</script>']) {
    const { status, body } = await agent.get('claim', `/claim?attempt=${encodeURIComponent(attempt)}`)
    expect([status, String(body.text).includes('<script>')]).toEqual([404, false])
    if (attempt === '') continue
    const sent = await agent.form('claim', '/claim', { attempt, code: claim.user_code }, SAME_ORIGIN)
    expect(sent.status).toBe(404)
  }
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
  const link = await agent.openLink(claim)
  const fields = { step: link, action: 'send' }
  expect((await agent.form('claim', '/claim', fields, SAME_ORIGIN)).status).toBe(404)
})

it('is confirmed only when all is stored that follows from it', async () => {
  const { claim } = await agent.serviceAuth()
  const link = await agent.openLink(claim)
  for (const prefix of ['claims/', 'people/']) {
    agent.store.readOnly = prefix
    const { status } = await agent.form('claim', '/claim/confirm', { link, decision: 'confirmed' }, SAME_ORIGIN)
    expect(status, prefix).toBe(503)
  }
  agent.store.readOnly = undefined
  expect(await agent.decide(link, 'confirmed')).toContain('Confirmed.')
  expect(agent.store.keysOf(/^people\/.*\/known$/)).toHaveLength(1)
})

it('changes nothing on GET, whatever is opened how often', async () => {
  const { claim, claim_token } = await agent.serviceAuth()
  const link = await agent.openLink(claim)
  const before = agent.store.records.size
  for (let time = 0; time < 10; time++) {
    await agent.get('claim', `/claim?attempt=${attemptOf(claim)}&code=${claim.user_code}`)
    await agent.get('claim', `/claim/confirm?link=${link}&decision=confirmed`)
  }
  expect(agent.store.records.size).toBe(before)
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
})

it('is over once its registration is revoked: the page takes no code, and nothing is mailed', async () => {
  const [{ claim, id }, open] = [await agent.serviceAuth(), await agent.serviceAuth()]
  await revokeRegistration(agent.service, id, 'staff')
  expect((await agent.pageOf(open.claim)).body.text).toContain('name="code"')
  for (const { body } of [await agent.pageOf(claim), await agent.enter(claim)]) {
    expect(body.text).toContain('<h1')
    expect(body.text).not.toMatch(/name="(code|step)"/)
  }
  expect(agent.mails).toEqual([])
})

it('can be denied by anyone who has the code, without the mail', async () => {
  const { claim, claim_token } = await agent.serviceAuth()
  const step = stepOf(await agent.enter(claim))
  await agent.form('claim', '/claim', { step, action: 'deny' }, SAME_ORIGIN)
  expect((await agent.poll(claim_token)).body.error).toBe('access_denied')
  expect(agent.mails).toEqual([])
  expect(await findClaim(agent.service, claim.user_code)).toMatchObject({ state: 'denied', decision: { by: 'page' } })
})

it('shows the agent, which knows the address of the page, neither the mail address nor the read-back code', async () => {
  const { claim } = await agent.serviceAuth()
  const checked = String((await agent.enter(claim)).body.text)
  expect(checked).toContain('a•••@example.com')
  expect(checked).not.toContain(ANA)
  const done = await agent.confirm(claim)
  const page = String((await agent.pageOf(claim)).body.text)
  expect(page).toContain('Confirmed')
  expect(page).not.toContain(readBackOf(done))
})

it('is followed by one mail to the person, also when the link is opened again days later', async () => {
  const { claim } = await agent.serviceAuth()
  const link = await agent.openLink(claim)
  for (let day = 0; day < 5; day++) {
    expect(await agent.decide(link, 'confirmed')).toContain('Confirmed.')
    expect(agent.mails).toHaveLength(2)
    agent.advance(DAY_MS)
    await runHousekeeping(agent.service)
  }
})

it('sends the mail with the link later when mail fails, and says so where there is none', async () => {
  const { claim, claim_token } = await agent.serviceAuth()
  agent.service.mailer = { send: () => Promise.reject(new Error(`refused ${ANA}`)) }
  const step = stepOf(await agent.enter(claim))
  const asked = await agent.form('claim', '/claim', { step, action: 'send' }, SAME_ORIGIN)
  expect(asked.body.text).toContain('Check your e-mail')
  expect(agent.logged()).toContain('outbox.failed')
  expect(agent.logged()).not.toContain(ANA)
  agent.service.mailer = { send: async (mail) => void agent.mails.push(mail) }
  agent.advance(60_000)
  await runOutbox(agent.service)
  expect(agent.mails).toMatchObject([{ to: ANA }])
  agent.service.mailer = undefined
  expect((await agent.enter(claim)).body.text).toContain('cannot send you a link')
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
})

it('ends after five wrong codes, with the link that was mailed; another attempt goes on', async () => {
  const { claim, claim_token } = await agent.serviceAuth()
  const link = await agent.openLink(claim)
  for (const left of [4, 3, 2, 1])
    expect((await agent.enter(claim, createCode())).body.text).toContain(
      left === 1 ? 'One try is left' : `${left} tries are left`,
    )
  for (const code of [createCode(), claim.user_code]) {
    const page = (await agent.enter(claim, code)).body.text
    expect(page).toContain('has ended')
    expect(page).not.toContain('<form')
  }
  expect(await agent.decide(link, 'confirmed')).toContain('has ended')
  expect(await findClaim(agent.service, claim.user_code)).toMatchObject({ state: 'over' })
  expect((await agent.poll(claim_token)).body.error).toBe('expired_token')
  agent.advance(1000)
  const attempt = await agent.claimFor(claim_token)
  expect((await agent.poll(claim_token)).body.error).not.toBe('expired_token')
  await agent.confirm(attempt)
  expect((await agent.poll(claim_token)).status).toBe(200)
})
