/** The mail with the link of a claim. */
import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { SAME_ORIGIN, ANA, stepOf, agent, useAgent } from '../test-agent.ts'

useAgent()

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
  expect((await agent.enter(claim)).body.text).toContain('cannot send e-mail')
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
})
