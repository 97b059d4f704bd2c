/** Names that agents give themselves: which are accepted, and how people see them quoted. */
import { expect, it } from 'vitest'
import { ClientName, quotedName } from '../src/client-name.ts'
import { fieldsOf } from '../src/inquiries/card-fields.ts'
import { ANA, agent, type Claim, stepOf, useAgent } from './test-agent.ts'
import { VALID_INQUIRY } from './test-desk.ts'

useAgent()

const NAMES = ['A', 'Ana’s helper', 'x'.repeat(60), '助手', 'Über-Agent 2.0 (beta)', '<b>Bot</b>', '  Bot  ']
it.each(NAMES)('a name may be %j', (name) => expect(ClientName.parse(name)).toBe(name.trim()))
const LONG = ['x'.repeat(61), '𝒳'.repeat(61)]
const UNSEEN = ['turned \u202e round', 'zero\u200bwidth', 'hangul filler \u3164', 'e\u0301\u0301\u0301\u0301', '\ud800']
it.each(['', 'two\nlines', ...LONG, ...UNSEEN, null])('a name may not be %j', (name) =>
  expect(ClientName.safeParse(name).success).toBe(false),
)

it('a name is quoted by marks that nothing in it can close', () => {
  expect(quotedName('Bot” checked by the firm, “really')).toBe("“Bot' checked by the firm, 'really”")
  expect(quotedName('"«»„‟＂')).toBe("“''''''”")
})

const NAME = 'Helper” <script>alert(1)</script>'
const SHOWN = 'Helper&#39; &lt;script&gt;'

it.each(['anonymous', 'service_auth'])('the name of an agent, %s, is shown as its own word', async (type) => {
  const { claim_token, ...registration } = await agent.register({ type, login_hint: ANA, client_name: NAME })
  const claim = type === 'anonymous' ? await agent.claimFor(claim_token) : (registration.claim as Claim)
  const page = await agent.enter(claim)
  expect(page.body.text).toContain(`It calls itself “${SHOWN}`)
  expect(page.body.text).not.toContain('<script>alert')
  expect((await agent.pageOf(claim)).body.text).not.toContain('Helper')
  expect(stepOf(page)).not.toBe('')
  await agent.confirm(claim)
  const [link, linked] = agent.mails
  expect(link?.text).not.toContain('Helper')
  expect(linked?.text).toContain("calls itself “Helper' <script>")
  expect(linked?.subject).not.toContain('Helper')
  expect(linked?.html).not.toContain('<script>alert')
  expect(JSON.stringify([...agent.store.records]) + agent.logged()).not.toContain('Helper')
  const { body } = await agent.poll(claim_token)
  const { body: exchanged } = await agent.exchange(body.identity_assertion)
  for (const token of [body.access_token, exchanged.access_token]) {
    const headers = { Authorization: `Bearer ${String(token)}` }
    await agent.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY, { headers })
  }
  for (const inquiry of await agent.inquiries())
    expect(fieldsOf(inquiry, '').find(({ label }) => label === 'Calls itself')?.value).toMatch(/^“Helper' /)
  expect(await agent.inquiries()).toHaveLength(2)
})
