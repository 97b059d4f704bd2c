/**
 * The mail with the link of a claim.
 */
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { SAME_ORIGIN, ANA, stepOf, agent, useAgent } from '../test-agent.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'

useAgent()

/** How often the link of an attempt is mailed. */
const mails = 3

/** The person has the link mailed. */
const sendLink = (step: string) => agent.form('claim', '/claim', { step, action: 'send' }, SAME_ORIGIN)

describe('the mail with the link', () => {
  it('is mailed to the person once, also when the link is opened again days later', async () => {
    const { claim } = await agent.serviceAuth()
    const link = await agent.openLink(claim)
    for (let day = 0; day < 5; day++) {
      expect(await agent.decide(link, 'confirmed')).toContain('Confirmed.')
      expect(agent.mails).toHaveLength(2)
      agent.advance(DAY_MS)
      await runHousekeeping(agent.service)
    }
  })

  it('uses up neither a mail of the claim nor the budget of the address when it refuses to send', async () => {
    const { quota } = RATE_LIMITS['claim-mail']
    const steps: string[] = []
    for (let count = 0; count <= quota / mails; count++) {
      const { claim } = await agent.serviceAuth()
      steps.push(stepOf(await agent.enter(claim)))
    }
    const [first = '', ...others] = steps
    const last = others.pop() ?? ''
    // More often than the claim allows: what is refused leaves the budget to the others.
    for (let time = 0; time < quota; time++) await sendLink(first)
    for (const step of others) for (let time = 0; time < mails; time++) await sendLink(step)
    for (let left = quota % mails; left > 0; left--) await sendLink(last)
    expect(agent.mails).toHaveLength(quota)
    for (let time = 0; time < mails; time++) expect((await sendLink(last)).status).toBe(429)
    agent.advance(RATE_LIMITS['claim-mail'].windowSeconds * 1000)
    agent.mails.length = 0
    for (let time = 0; time <= mails; time++) await sendLink(last)
    expect(agent.mails).toHaveLength(mails - (quota % mails))
  })

  it('sends the mail with the link later when mail fails, and says so where there is none', async () => {
    const { claim, claim_token } = await agent.serviceAuth()
    agent.service.mailer = { send: () => Promise.reject(new Error(`refused ${ANA}`)) }
    const step = stepOf(await agent.enter(claim))
    expect((await sendLink(step)).body.text).toContain('Check your e-mail')
    expect(agent.logged()).toContain('outbox.failed')
    expect(agent.logged()).not.toContain(ANA)
    agent.service.mailer = { send: async (mail) => void agent.mails.push(mail) }
    agent.advance(60_000)
    await runOutbox(agent.service)
    expect(agent.mails).toMatchObject([{ to: ANA }])
    agent.service.mailer = undefined
    expect((await agent.enter(claim)).body.text).toContain('cannot send mail')
    expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
  })
})
