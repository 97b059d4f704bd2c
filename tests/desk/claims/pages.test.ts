/** Claims at the desk: an agent asks, a person calls, the staff vouch. */
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/duration.ts'
import { readClaim } from '../../../src/agents/claims/claim-record.ts'
import { startAttempt } from '../../../src/agents/claims/claim.ts'
import { parsePerson } from '../../../src/agents/person.ts'
import { createRegistration, nowSeconds } from '../../../src/agents/registration.ts'
import { RATE_LIMITS } from '../../../src/rate-limits.ts'
import { agent, ANA, type Claimable, readBackOf, useAgent } from '../../test-agent.ts'
import { attemptOf, decideClaim, openSignedInBrowser, tracesIn } from '../browser.ts'

useAgent()
let browser: Awaited<ReturnType<typeof openSignedInBrowser>>
/** An agent asks to write for Ana; its claim has this page. */
let asked: Claimable
let path: string
beforeEach(async () => {
  browser = await openSignedInBrowser(agent)
  agent.advance(1)
  asked = await agent.serviceAuth()
  path = `/desk/claims/${asked.id}`
})

const find = (code: string) => browser.post('/desk/claims', { code })
const decide = (decision: string, ...ways: string[]) => decideClaim(browser, path, decision, ...ways)

/** What the member did, and to what. */
async function traces(): Promise<string[]> {
  const entries = await tracesIn(agent)
  expect(entries.join()).not.toContain('@')
  const [by, ofMember] = [`${browser.id} `, entries.filter((one) => !one.includes('session.started'))]
  return ofMember.flatMap((entry) => (entry.startsWith(by) ? [entry.slice(by.length)] : []))
}

it("is found by the code, confirmed, and the agent's next poll gets its token", async () => {
  const { claim, claim_token, id } = asked
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
  const found = await find(` ${claim.user_code.toLowerCase().replace('-', '\u2212')} `)
  expect([found.status, found.location]).toEqual([303, path])
  const card = await browser.get(path)
  for (const words of [ANA, 'Not confirmed.']) expect(card.text).toContain(words)
  const confirmed = await decide('confirmed', 'call-back', 'voice')
  expect([confirmed.status, confirmed.location]).toEqual([303, `${path}?did=confirmed`])
  const { status, body } = await agent.poll(claim_token)
  expect([status, body.token_type, body.scope]).toEqual([200, 'Bearer', 'firm.read inquiries.write'])
  const done = await browser.get(path)
  expect(done.text).toMatch(/confirmed by Olive Owner,[\s\S]*called back at a number[\s\S]*; I know their voice/)
  // The agent may ask the person for the code as well.
  const completed = await agent.complete(claim_token, readBackOf(done.html))
  expect(completed).toMatchObject({ status: 200, body: { status: 'claimed' } })
  // No one knows which language the person reads.
  expect(agent.mails.at(-1)?.text).toMatch(/Our staff confirmed it[\s\S]*Lo confirmó nuestro personal/)
  const actions = ['claim.confirmed', ...Array<string>(3).fill('claim.opened'), 'claims.searched']
  expect(await traces()).toEqual(actions.map((action) => `${action} ${id}`))
  for (const text of [...agent.store.records].flat().concat(agent.logged())) expect(text).not.toContain(claim.user_code)
  expect(agent.logged()).not.toMatch(/ana@|Olive/)
})

it('is not confirmed without a tick or with what is not enough alone; is denied, and stays so', async () => {
  const { claim_token, id } = asked
  for (const ways of [[], ['toString'], ['<b>'], ['voice'], ['voice', 'client']]) {
    const { status, text } = await decide('confirmed', ...ways)
    expect([status, text]).toEqual([422, expect.stringContaining('Check the boxes for how you verified')])
  }
  expect((await decide('perhaps', 'voice')).status).toBe(400)
  expect((await agent.poll(claim_token)).body.error).not.toBe('access_denied')
  expect((await browser.get('/desk/claims')).text).toContain(ANA)
  expect((await decide('denied')).status).toBe(303)
  expect((await agent.poll(claim_token)).body.error).toBe('access_denied')
  const attempt = (await readClaim(agent.service, id)).claim.attempt?.id ?? ''
  const again = await browser.post(path, { decision: 'confirmed', verified: 'call-back', attempt })
  expect([again.status, again.text]).toEqual([422, expect.stringContaining('This claim was already denied')])
  expect((await agent.poll(claim_token)).body.error).toBe('access_denied')
})

it('is revoked: what the agent was given is dead', async () => {
  await decide('confirmed', 'document')
  const { body } = await agent.poll(asked.claim_token)
  expect((await agent.check(body.access_token)).status).toBe(200)
  expect((await browser.get('/desk/claims')).text).toMatch(/Confirmed: these assistants[\s\S]*ana@example\.com/)
  const { text } = await browser.get(path)
  expect(text).toContain('Send messages that we treat as sent with this person')
  const bob = await openSignedInBrowser(agent, 'Bob', false)
  const revoked = await bob.submit(`${path}/revoke`)
  expect(revoked.text).toMatch(/It may\s*Nothing\.[\s\S]*confirmed by Olive Owner,[\s\S]*Revoked\s*by Bob,/)
  expect(revoked.text).not.toContain('Send inquiries')
  expect((await agent.check(body.access_token)).status).toBe(401)
  expect((await browser.get('/desk/claims')).text).not.toContain(ANA)
})

it('that cannot be read is shown as not readable, counts as revoked, and does not affect other claims', async () => {
  await agent.serviceAuth('bob@example.com')
  agent.store.records.set(`claims/${asked.id}`, '"?"')
  const list = await browser.get('/desk/claims')
  expect(list.text).toMatch(/bob@example\.com[\s\S]*a record that cannot be read[\s\S]*Revoked/)
  expect(list.html).not.toContain('/revoke"')
  const card = await browser.get(path)
  expect([card.status, card.text]).toEqual([200, expect.stringMatching(/State\s*Revoked[\s\S]*cannot be read/)])
  expect((await browser.post(`${path}/revoke`)).status).toBe(303)
  expect((await find('bob@example.com')).status).toBe(303)
})

it('is over with its window, or when a later attempt took the place of the one on the page', async () => {
  const { claim, claim_token } = asked
  const stale = attemptOf((await browser.get(path)).html)
  agent.advance(1000)
  const later = await agent.claimFor(claim_token)
  const late = await browser.post(path, { attempt: stale, decision: 'confirmed', verified: 'call-back' })
  expect([late.status, late.text]).toEqual([422, expect.stringContaining('This claim is over')])
  expect(await find(claim.user_code)).toMatchObject({ status: 422, text: expect.stringContaining('by a later one') })
  expect((await find(later.user_code)).status).toBe(303)
  agent.advance(73 * HOUR_MS)
  browser = await openSignedInBrowser(agent, 'Late')
  expect((await find(later.user_code)).status).toBe(422)
  expect((await agent.poll(claim_token)).body.error).toBe('expired_token')
})

it('the audit trail names each claim that an address has, and never the address', async () => {
  const ids = [asked.id, (await agent.serviceAuth()).id]
  expect((await find(ANA)).text).toContain('Claims that name')
  expect(await traces()).toEqual(ids.map((id) => `claims.searched ${id}`).sort())
  expect((await browser.get('/desk/audit')).html).toContain(`<a href="/desk/claims/${ids[0]}">${ids[0]}</a>`)
})

it('the audit trail names no claim that does not exist, and one whose card is shown without having been opened', async () => {
  for (const id of ['reg_nothing', 'nothing', 'reg_x@y']) {
    expect((await browser.get(`/desk/claims/${id}`)).status).toBe(404)
    expect((await browser.post(`/desk/claims/${id}`, { decision: 'denied' })).status).toBe(404)
    expect((await browser.post(`/desk/claims/${id}/revoke`)).status).toBe(404)
  }
  expect(await traces()).toEqual([])
  expect((await browser.post(path, { decision: 'confirmed' })).text).toContain(ANA)
  expect(await traces()).toEqual([`claim.opened ${asked.id}`])
})

const NO_CODES = ['', 'BCDF-GHJK', 'nonsense', 'reg_nothing', 'reg_../../staff', '"><script>alert(1)</script>']
const NO_ADDRESSES = ['@', 'nobody@example.com', '"><script>@x', 'ana@example', 'example.com@']
it.each([...NO_CODES, ...NO_ADDRESSES])('a code or an address, %j, leads nowhere, and is recorded', async (text) => {
  const words = text.includes('@') ? 'No claim for this e-mail address' : 'There is no claim with this code'
  const { status, html } = await find(text)
  expect([status, html]).toEqual([422, expect.stringContaining(words)])
  expect(html).not.toContain('<script>')
  expect(await traces()).toEqual(['claims.searched none'])
})

it('a code is limited for one member of the staff', async () => {
  const { quota, windowSeconds } = RATE_LIMITS['desk-code']
  const { claim } = asked
  for (let tried = 0; tried < quota; tried++) expect((await find('BCDF-GHJK')).status).toBe(422)
  const refused = await find(claim.user_code)
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining(`wait ${windowSeconds} seconds`)])
  browser = await openSignedInBrowser(agent, 'Bob', false)
  expect((await find(claim.user_code)).status).toBe(303)
})

async function flood(count: number, addressOf = (number: number) => `somebody${number}@example.com`): Promise<void> {
  for (let number = 0; number < count; number++) {
    agent.advance(1)
    const person = await parsePerson(agent.service, addressOf(number))
    const registration = createRegistration('service_auth')
    const expiresAt = nowSeconds(agent.service) + 72 * 3600
    await startAttempt(agent.service, { registration, expiresAt }, person)
  }
}

it('a flood of claims is shown as far as a page goes, the older ones are found, and it hides no claim that was confirmed', async () => {
  await flood(110)
  const { html } = await browser.get('/desk/claims')
  expect(html).toContain('11 older ones are not shown. Find one by its code or e-mail address.')
  expect(html).not.toContain(asked.id)
  expect((await find(asked.claim.user_code)).status).toBe(303)
  await decide('confirmed', 'call-back')
  await flood(60, () => ANA)
  const found = await find(ANA)
  expect(found.html).toContain(`${path}/revoke`)
  expect(found.html.match(/<tr><th scope="row"/g)).toHaveLength(21)
})

it('an e-mail address leads to the claim that names it, however it is written, waiting or confirmed', async () => {
  await agent.serviceAuth('other@example.com')
  expect((await find(` ANA@Example.com `)).location).toBe(path)
  await decide('confirmed', 'call-back')
  agent.advance(40 * DAY_MS)
  browser = await openSignedInBrowser(agent, 'Later')
  expect((await find(ANA)).location).toBe(path)
  await browser.post(`${path}/revoke`)
  expect(await find(ANA)).toMatchObject({ status: 422, text: expect.stringContaining('No claim for this e-mail') })
})
