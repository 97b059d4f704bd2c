/** The sender of an inquiry: a person who vouched for an agent vouched for their own words only. */
import { expect, it } from 'vitest'
import { fieldsOf } from '../../src/inquiries/card-fields.ts'
import { ANA, agent, useAgent } from '../test-agent.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

useAgent()
const LUIS = 'Luis.Gomez@Example.com'

async function tokensFor(email: string): Promise<string[]> {
  const { claim, claim_token } = await agent.serviceAuth(email)
  await agent.confirm(claim)
  const { body } = await agent.poll(claim_token)
  const exchanged = await agent.exchange(body.identity_assertion)
  return [body.access_token, exchanged.body.access_token].map(String)
}

const send = async (token: string, email: string) => {
  const headers = { Authorization: `Bearer ${token}` }
  const { body } = await agent.post('inquiries', '/api/v1/inquiries', { ...VALID_INQUIRY, email }, { headers })
  return body.sender
}

it.each([
  ['the address that was confirmed', LUIS, 'verified_person'],
  ['another spelling of it', 'luis.gomez@EXAMPLE.com', 'verified_person'],
  ['the address of another person', ANA, 'agent'],
])('an inquiry with %s', async (_what, email, sender) => {
  for (const token of await tokensFor(LUIS)) expect(await send(token, email)).toBe(sender)
  const [inquiry] = await agent.inquiries()
  const fields = inquiry ? fieldsOf(inquiry, '') : []
  const vouched = fields.find(({ label }) => label === 'Confirmed by')
  expect(vouched?.value).toBe(sender === 'agent' ? 'Luis.Gomez@example.com, not the address given here' : undefined)
})

it('an agent for which no one vouched is an agent, and nothing is said of a person', async () => {
  const { token } = await agent.anonymousToken()
  expect(await send(token, ANA)).toBe('agent')
  expect(Object.keys((await agent.inquiries())[0] ?? {})).not.toContain('vouchedBy')
})
