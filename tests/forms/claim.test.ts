/** A claim in the browser: the pages, the mail and the codes, also for a person who has only the link, or only the code. */
import { decodeJwt } from 'jose'
import { beforeEach, expect, it } from 'vitest'
import { revokeRegistration } from '../../src/agents/claims/claim-record.ts'
import { findClaim } from '../../src/agents/claims/claim-list.ts'
import { createCode } from '../../src/agents/claims/user-code.ts'
import { DAY_MS } from '../../src/duration.ts'
import { runOutbox } from '../../src/mail/tries.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { linkOf, SAME_ORIGIN, readBackOf, ANA, attemptOf, stepOf, agent, useAgent, type Claim } from '../test-agent.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'

useAgent()
/** An agent asks to write for Ana. */
let claim: Claim
let claim_token: string
let id: string
beforeEach(async () => {
  ;({ claim, claim_token, id } = await agent.serviceAuth())
})

/** A form of our own page. */
const post = (fields: Record<string, string>, path = '/claim') => agent.form('claim', path, fields, SAME_ORIGIN)

it('turns the poll into a token that says who confirmed it', async () => {
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
  const page = await agent.pageOf(claim)
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }
  expect([page.status, Object.fromEntries(page.headers)]).toMatchObject([200, headers])
  expect(page.headers.has('access-control-allow-origin')).toBe(false)
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
})

it('speaks Spanish at the same address below /es, and leads from one language to the other, also after something was sent', async () => {
  const query = new URL(claim.verification_uri_complete).search
  const english = String((await agent.get('claim', `/claim${query}`)).body.text)
  expect(english).toContain(`<a class="language" href="/es/claim${query}" hreflang="es"`)
  const spanish = String((await agent.get('claim', `/es/claim${query}`)).body.text)
  for (const words of ['lang="es"', 'código que le mostró', 'action="/es/claim"', `href="/claim${query}"`])
    expect(spanish).toContain(words)
  const attempt = attemptOf(claim)
  const wrong = await post({ attempt, code: createCode() }, '/es/claim')
  expect(wrong.body.text).toContain('Quedan 4 intentos')
  const checked = await post({ attempt, code: claim.user_code }, '/es/claim')
  const toEnglish = `<a class="language" href="/claim${query}" hreflang="en"`
  for (const words of ['a•••@example.com', 'El 21 de noviembre de 2026 a las 10:04\u00a0a.\u00a0m.', toEnglish])
    expect(checked.body.text).toContain(words)
  await post({ step: stepOf(checked), action: 'send' }, '/es/claim')
  const { text: letter } = agent.mails.at(-1) ?? {}
  const link = linkOf(letter)
  expect(letter).toContain(`/es/claim/confirm?link=${link}`)
  const done = await post({ link, decision: 'confirmed' }, '/es/claim/confirm')
  for (const words of ['Confirmado.', `<a class="language" href="/claim/confirm?link=${link}" hreflang="en"`])
    expect(done.body.text).toContain(words)
  expect(agent.mails.at(-1)?.html).toContain('<html lang="es">')
  expect((await agent.poll(claim_token)).status).toBe(200)
})

it('is confirmed with the link from the mail only: nothing that the agent or the page has takes its place', async () => {
  const step = stepOf(await agent.enter(claim))
  expect(step).not.toBe('')
  const page = attemptOf(claim)
  for (const link of [step, page, claim_token]) {
    expect((await agent.get('claim', `/claim/confirm?link=${link}`)).status).toBe(404)
    expect((await post({ link, decision: 'confirmed' }, '/claim/confirm')).status).toBe(404)
  }
  for (const attempt of ['', 'x', claim_token, `${page}x`, '"><script>alert(1)</script>']) {
    const { status, body } = await agent.get('claim', `/claim?attempt=${encodeURIComponent(attempt)}`)
    expect([status, String(body.text).includes('<script>')]).toEqual([404, false])
    if (attempt !== '') expect((await post({ attempt, code: claim.user_code })).status).toBe(404)
  }
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
  expect((await post({ step: await agent.openLink(claim), action: 'send' })).status).toBe(404)
})

it('is confirmed only when all is stored that follows from it', async () => {
  const link = await agent.openLink(claim)
  for (const prefix of ['claims/', 'people/']) {
    agent.store.readOnly = prefix
    expect((await post({ link, decision: 'confirmed' }, '/claim/confirm')).status, prefix).toBe(503)
  }
  agent.store.readOnly = undefined
  expect(await agent.decide(link, 'confirmed')).toContain('Confirmed.')
  expect(agent.store.keysOf(/^people\/.*\/known$/)).toHaveLength(1)
})

it('changes nothing on GET, whatever is opened how often', async () => {
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
  const open = await agent.serviceAuth()
  await revokeRegistration(agent.service, id, 'staff')
  expect((await agent.pageOf(open.claim)).body.text).toContain('name="code"')
  for (const { body } of [await agent.pageOf(claim), await agent.enter(claim)]) {
    expect(body.text).toContain('<h1')
    expect(body.text).not.toMatch(/name="(code|step)"/)
  }
  expect(agent.mails).toEqual([])
})

it('can be denied by anyone who has the code, without the mail', async () => {
  await post({ step: stepOf(await agent.enter(claim)), action: 'deny' })
  expect((await agent.poll(claim_token)).body.error).toBe('access_denied')
  expect(agent.mails).toEqual([])
  expect(await findClaim(agent.service, claim.user_code)).toMatchObject({ state: 'denied', decision: { by: 'page' } })
})

it('shows the agent, which knows the address of the page, neither the mail address nor the read-back code', async () => {
  const { text } = (await agent.enter(claim)).body
  expect([text, text]).toEqual([expect.stringContaining('a•••@example.com'), expect.not.stringContaining(ANA)])
  const done = await agent.confirm(claim)
  const page = String((await agent.pageOf(claim)).body.text)
  expect(page).toContain('Confirmed')
  expect(page).not.toContain(readBackOf(done))
})

it('is followed by one mail to the person, also when the link is opened again days later', async () => {
  const link = await agent.openLink(claim)
  for (let day = 0; day < 5; day++) {
    expect(await agent.decide(link, 'confirmed')).toContain('Confirmed.')
    expect(agent.mails).toHaveLength(2)
    agent.advance(DAY_MS)
    await runHousekeeping(agent.service)
  }
})

it('sends the mail with the link later when mail fails, and says so where there is none', async () => {
  agent.service.mailer = { send: () => Promise.reject(new Error(`refused ${ANA}`)) }
  const asked = await post({ step: stepOf(await agent.enter(claim)), action: 'send' })
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
  const link = await agent.openLink(claim)
  for (const left of ['4 tries are', '3 tries are', '2 tries are', 'One try is'])
    expect((await agent.enter(claim, createCode())).body.text).toContain(`${left} left`)
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

/** The person, or anyone who has the address of the page, says that there is no code. */
const askWithoutCode = (of = claim) => post({ attempt: attemptOf(of), action: 'no-code' })
const textOf = async (path: string) => String((await agent.get('claim', path)).body.text)

it('a person whose agent shows only the link is mailed the link at once, and completes the claim with the code that the agent is read', async () => {
  expect((await agent.pageOf(claim)).body.text).toContain('My assistant did not show me a code')
  expect((await askWithoutCode()).body.text).toContain('Check your e-mail.')
  const [mail, ...others] = agent.mails
  expect([mail?.text, others]).toEqual([expect.stringContaining('without its code'), []])
  const done = await agent.decide(linkOf(mail?.text), 'confirmed')
  expect(done).toContain('Give the assistant this code.')
  const { status, body } = await agent.complete(claim_token, readBackOf(done))
  expect([status, body.status]).toEqual([200, 'claimed'])
  expect((await agent.exchange(body.identity_assertion)).status).toBe(200)
})

it('a victim whose agent shows only the link gives the attacker nothing by confirming: the poll waits until the time is up', async () => {
  ;({ claim, claim_token } = await agent.serviceAuth('victim@example.com'))
  await askWithoutCode()
  await agent.decide(linkOf(agent.mails[0]?.text), 'confirmed')
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
  // Neither the attacker's own code, nor entering it now, nor another start takes the place of the victim's.
  expect((await agent.complete(claim_token, claim.user_code)).body.error).toBe('invalid_user_code')
  await agent.enter(claim)
  await post({ code: claim.user_code })
  await agent.startClaim(claim_token, 'victim@example.com')
  agent.advance(6000)
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
  expect((await agent.pageOf(claim)).body.text).not.toMatch(/class="code"/)
  agent.advance(72 * 3_600_000)
  expect((await agent.poll(claim_token)).body.error).toBe('expired_token')
})

it('a person whose agent shows only the link is mailed no more often than others', async () => {
  for (let time = 0; time < 4; time++) await askWithoutCode()
  expect(agent.mails).toHaveLength(3)
  const { quota } = RATE_LIMITS['code-try']
  for (let time = 4; time < quota; time++) await askWithoutCode()
  expect((await askWithoutCode()).status).toBe(429)
})

it('a person whose agent shows only the link is offered it only where mail can be sent, and never for a claim that is over', async () => {
  await agent.decide(await agent.openLink(claim), 'denied')
  expect((await askWithoutCode()).body.text).toContain('Denied.')
  expect(agent.mails).toHaveLength(1)
  agent.service.mailer = undefined
  const { claim: other } = await agent.serviceAuth()
  expect((await agent.pageOf(other)).body.text).not.toContain('showed me no')
  expect((await askWithoutCode(other)).body.text).toContain('has ended')
})

it('a person who has only the code enters it on the page without a request, in any spelling, and goes on', async () => {
  expect(await textOf('/es/claim')).toContain('name="code"')
  const page = await post({ code: claim.user_code.toLowerCase().replace('-', '—') })
  expect(page.body.text).toMatch(/a•••@example\.com/)
  await post({ step: stepOf(page), action: 'send' })
  await agent.decide(linkOf(agent.mails[0]?.text), 'confirmed')
  expect((await agent.poll(claim_token)).status).toBe(200)
})

it('a person who has only the code gets an error when no open request has it: unknown, replaced, decided or used up', async () => {
  const unknown = 'No open request has this code'
  expect((await post({ code: createCode() })).body.text).toContain(unknown)
  agent.advance(1000)
  const next = await agent.claimFor(claim_token)
  expect((await post({ code: claim.user_code })).body.text).toContain(unknown)
  await agent.confirm(next)
  expect((await post({ code: next.user_code })).body.text).toContain(unknown)
  const { claim: other } = await agent.serviceAuth()
  for (let time = 0; time < 5; time++) await agent.enter(other, createCode())
  expect((await post({ code: other.user_code })).body.text).toContain(unknown)
})

it('a person who has only the code cannot guess for long: each caller, and all together', async () => {
  const { quota, everyone = 0 } = RATE_LIMITS['code-try']
  const attempt = attemptOf(claim)
  const guess = async (address: string, more = {}) => {
    const body = new URLSearchParams({ code: createCode(), ...more }).toString()
    return (await agent.send('claim', '/claim', { method: 'POST', headers: SAME_ORIGIN, body, address })).status
  }
  for (let time = 0; time < 4; time++) expect(await guess('203.0.113.1', { attempt })).toBe(200)
  for (let time = 4; time < quota; time++) expect(await guess('203.0.113.1')).toBe(200)
  for (const more of [{}, { attempt }]) expect(await guess('203.0.113.1', more)).toBe(429)
  for (let time = quota; time < everyone; time++) await guess(`198.51.100.${time % 200}`)
  expect(await guess('203.0.113.2')).toBe(429)
})

/** The person confirms. @returns the link of the first mail, and the address in the second that ends what was confirmed */
async function confirmed() {
  const link = await agent.openLink(claim)
  await agent.decide(link, 'confirmed')
  return { link, end: /\/claim\/end\?end=[\w.-]+/.exec(agent.mails.at(-1)?.text ?? '')?.[0] ?? '' }
}

it('the mail that says that an agent was linked has a link to a page with one button, which ends it at once; opening it ends nothing', async () => {
  const { link, end } = await confirmed()
  const { body } = await agent.poll(claim_token)
  expect((await textOf(end)).match(/<button/g)).toHaveLength(1)
  expect((await agent.check(body.access_token)).status).toBe(200)
  const secret = new URLSearchParams(end.split('?')[1]).get('end') ?? ''
  expect((await post({ end: secret }, '/es/claim/end')).body.text).toContain('Permiso retirado.')
  expect((await agent.check(body.access_token)).status).toBe(401)
  expect((await agent.exchange(body.identity_assertion)).status).toBe(400)
  const later = [await agent.decide(link, 'confirmed'), await textOf(`/claim/confirm?link=${link}`), await textOf(end)]
  for (const page of [...later, (await agent.pageOf(claim)).body.text]) expect(page).toContain('Withdrawn.')
  expect(agent.mails).toHaveLength(2)
})

it('the mail that says that an agent was linked has a link for 30 days, which nothing else takes the place of', async () => {
  const { link, end } = await confirmed()
  for (const other of [link, claim_token, attemptOf(claim), ''])
    expect((await post({ end: other }, '/claim/end')).status).toBe(404)
  agent.advance(30 * 86_400_000 - 1000)
  expect((await agent.get('claim', end)).status).toBe(200)
  agent.advance(1000)
  expect((await agent.get('claim', end)).status).toBe(404)
})
