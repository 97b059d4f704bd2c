/**
 * The mail with the link of a claim.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { SAME_ORIGIN, createTestAgent, type TestAgent, ANA, stepOf } from '../test-agent.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'

let testAgent: TestAgent
beforeEach(async () => {
  testAgent = await createTestAgent()
})

/** How often the link of an attempt is mailed. */
const mails = 3

/** The person has the link mailed. */
const sendLink = (step: string) => testAgent.form('claim', '/claim', { step, action: 'send' }, SAME_ORIGIN)

describe('the mail with the link', () => {
  it('is mailed to the person once, also when the link is opened again days later', async () => {
    const { claim } = await testAgent.serviceAuth()
    const link = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    for (let day = 0; day < 5; day++) {
      expect(await testAgent.decide(link, 'confirmed')).toContain('Confirmed.')
      expect(testAgent.mails).toHaveLength(2)
      testAgent.advance(DAY_MS)
      await runHousekeeping(testAgent.service)
    }
  })

  it('uses up neither a mail of the claim nor the budget of the address when it refuses to send', async () => {
    const { quota } = RATE_LIMITS['claim-mail']
    const steps: string[] = []
    for (let count = 0; count <= quota / mails; count++) {
      const { claim } = await testAgent.serviceAuth()
      steps.push(stepOf(await testAgent.enter(claim.verification_uri_complete, claim.user_code)))
    }
    const [first = '', ...others] = steps
    const last = others.pop() ?? ''
    // More often than the claim allows: what is refused leaves the budget to the others.
    for (let time = 0; time < quota; time++) await sendLink(first)
    for (const step of others) for (let time = 0; time < mails; time++) await sendLink(step)
    for (let left = quota % mails; left > 0; left--) await sendLink(last)
    expect(testAgent.mails).toHaveLength(quota)
    for (let time = 0; time < mails; time++) expect((await sendLink(last)).status).toBe(429)
    testAgent.advance(RATE_LIMITS['claim-mail'].windowSeconds * 1000)
    testAgent.mails.length = 0
    for (let time = 0; time <= mails; time++) await sendLink(last)
    expect(testAgent.mails).toHaveLength(mails - (quota % mails))
  })

  it('sends the mail with the link later when mail fails, and says so where there is none', async () => {
    const { claim, claim_token } = await testAgent.serviceAuth()
    testAgent.service.mailer = { send: () => Promise.reject(new Error(`refused ${ANA}`)) }
    const step = stepOf(await testAgent.enter(claim.verification_uri_complete, claim.user_code))
    expect((await sendLink(step)).body.text).toContain('Check your e-mail')
    expect(testAgent.logged()).toContain('outbox.failed')
    expect(testAgent.logged()).not.toContain(ANA)
    testAgent.service.mailer = { send: async (mail) => void testAgent.mails.push(mail) }
    testAgent.advance(60_000)
    await runOutbox(testAgent.service)
    expect(testAgent.mails).toMatchObject([{ to: ANA }])
    testAgent.service.mailer = undefined
    expect((await testAgent.enter(claim.verification_uri_complete, claim.user_code)).body.text).toContain(
      'cannot send mail',
    )
    expect((await testAgent.poll(claim_token)).body.error).toBe('authorization_pending')
  })
})
