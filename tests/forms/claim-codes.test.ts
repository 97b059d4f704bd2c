/** A claim of a person who has only the link, or only the code. */
import { describe, expect, it } from 'vitest'
import { createCode } from '../../src/agents/claims/user-code.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { attemptOf, linkOf, readBackOf, SAME_ORIGIN, type Shown, stepOf, agent, useAgent } from '../test-agent.ts'

useAgent()

const post = (fields: Record<string, string>, path = '/claim') => agent.form('claim', path, fields, SAME_ORIGIN)
/** The person, or anyone who has the address of the page, says that there is no code. */
const askWithoutCode = (claim: Shown) => post({ attempt: attemptOf(claim), action: 'no-code' })
const textOf = async (path: string) => String((await agent.get('claim', path)).body.text)

describe('a person whose agent shows the link only', () => {
  it('is mailed the link at once, and completes the claim with the code that the agent is read', async () => {
    const { claim, claim_token } = await agent.serviceAuth()
    expect((await agent.pageOf(claim)).body.text).toContain('My assistant did not show me a code')
    expect((await askWithoutCode(claim)).body.text).toContain('Check your e-mail.')
    expect(agent.mails).toHaveLength(1)
    expect(agent.mails[0]?.text).toContain('without its code')
    const done = await agent.decide(linkOf(agent.mails[0]?.text), 'confirmed')
    expect(done).toContain('Give the assistant this code.')
    const { status, body } = await agent.complete(claim_token, readBackOf(done))
    expect([status, body.status]).toEqual([200, 'claimed'])
    expect((await agent.exchange(body.identity_assertion)).status).toBe(200)
  })

  it('who is a victim and confirms gives the attacker nothing: the poll waits until the time is up', async () => {
    const { claim, claim_token } = await agent.serviceAuth('victim@example.com')
    await askWithoutCode(claim)
    const link = linkOf(agent.mails[0]?.text)
    await agent.decide(link, 'confirmed')
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

  it('is mailed no more often than others', async () => {
    const { claim } = await agent.serviceAuth()
    for (let time = 0; time < 4; time++) await askWithoutCode(claim)
    expect(agent.mails).toHaveLength(3)
    const { quota } = RATE_LIMITS['code-try']
    for (let time = 4; time < quota; time++) await askWithoutCode(claim)
    expect((await askWithoutCode(claim)).status).toBe(429)
  })

  it('is offered it only where mail can be sent, and never for a claim that is over', async () => {
    const { claim } = await agent.serviceAuth()
    await agent.decide(await agent.openLink(claim), 'denied')
    expect((await askWithoutCode(claim)).body.text).toContain('Denied.')
    expect(agent.mails).toHaveLength(1)
    agent.service.mailer = undefined
    const { claim: other } = await agent.serviceAuth()
    expect((await agent.pageOf(other)).body.text).not.toContain('showed me no')
    expect((await askWithoutCode(other)).body.text).toContain('has ended')
  })
})

describe('a person who has the code only', () => {
  it('enters it on the page without a request, in any spelling, and goes on', async () => {
    const { claim, claim_token } = await agent.serviceAuth()
    expect(await textOf('/es/claim')).toContain('name="code"')
    const page = await post({ code: claim.user_code.toLowerCase().replace('-', ' ') })
    expect(page.body.text).toMatch(/a•••@example\.com/)
    await post({ step: stepOf(page), action: 'send' })
    await agent.decide(linkOf(agent.mails[0]?.text), 'confirmed')
    expect((await agent.poll(claim_token)).status).toBe(200)
  })

  it('gets an error when no open request has it: unknown, replaced, decided or used up', async () => {
    const { claim, claim_token } = await agent.serviceAuth()
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

  it('cannot guess for long: each caller, and all together', async () => {
    const { quota, everyone = 0 } = RATE_LIMITS['code-try']
    const attempt = attemptOf((await agent.serviceAuth()).claim)
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
})

describe('the mail that an agent was linked', () => {
  it('has a link to a page with one button, which ends it at once; opening it ends nothing', async () => {
    const { claim, claim_token } = await agent.serviceAuth()
    await agent.confirm(claim)
    const { body } = await agent.poll(claim_token)
    const [end = ''] = /\/claim\/end\?end=[\w.-]+/.exec(agent.mails.at(-1)?.text ?? '') ?? []
    const page = await textOf(end)
    expect(page.match(/<button/g)).toHaveLength(1)
    expect((await agent.check(body.access_token)).status).toBe(200)
    const secret = new URLSearchParams(end.split('?')[1]).get('end') ?? ''
    expect((await post({ end: secret }, '/es/claim/end')).body.text).toContain('Permiso retirado.')
    expect((await agent.check(body.access_token)).status).toBe(401)
    expect((await agent.exchange(body.identity_assertion)).status).toBe(400)
    expect(await textOf(end)).toContain('Withdrawn.')
  })

  it('has a link for 30 days, which nothing else takes the place of', async () => {
    const { claim, claim_token } = await agent.serviceAuth()
    const link = await agent.openLink(claim)
    await agent.decide(link, 'confirmed')
    const [end = ''] = /\/claim\/end\?end=[\w.-]+/.exec(agent.mails.at(-1)?.text ?? '') ?? []
    for (const other of [link, claim_token, attemptOf(claim), ''])
      expect((await post({ end: other }, '/claim/end')).status).toBe(404)
    agent.advance(30 * 86_400_000 - 1000)
    expect((await agent.get('claim', end)).status).toBe(200)
    agent.advance(1000)
    expect((await agent.get('claim', end)).status).toBe(404)
  })
})
