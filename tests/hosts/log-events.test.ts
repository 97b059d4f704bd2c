/** What the log says: each event is in the manual of the hosts, and none holds anything of people. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { NotDelivered } from '../../src/ports.ts'
import { openBrowser, signIn } from '../desk/browser.ts'
import { ANA, createTestAgent } from '../test-agent.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

/** Names of events as the code writes them: where it logs, and where it hands a name on as an event. */
const LOGGED =
  /\b(?:log|jsonLog)\(\s*'([a-z]+(?:\.[a-z-]+)?)'|\bevent = '([a-z.-]+)'|logRefusal\([^)]*, '([a-z]+\.[a-z-]+)'/g

it('has a row in the manual of the hosts for each event that the code logs by name', () => {
  const files = globSync(['src/**/*.ts', 'netlify/**/*.ts'], { exclude: ['src/commands/**'] })
  const logged = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(LOGGED)].map(([, ...names]) => names.find(Boolean) ?? ''),
  )
  expect(new Set(logged).size).toBeGreaterThan(20)
  const manual = readFileSync('src/hosts/README.md', 'utf8')
  expect(logged.filter((event) => !manual.includes(`\`${event}\``))).toEqual([])
})

it('holds nothing of people, no codes, tokens, keys and addresses', async () => {
  const agent = await createTestAgent()
  const { service } = agent
  service.mailer = { send: ({ to }) => Promise.reject(new NotDelivered(to === '' ? 'no address' : 'ECONNECTION')) }
  const inquiry = { ...VALID_INQUIRY, phone: '+1 386 555 0187', message: 'A message that no log may hold.' }
  await agent.inquire(inquiry)
  await agent.post('inquiries', '/api/v1/inquiries', { ...inquiry, email: 'not an address' })
  const { token, registration } = await agent.anonymousToken()
  await agent.check(`${token}x`)
  const { claim, claim_token } = await agent.serviceAuth()
  await agent.enter(claim, 'BCDF-GHJK')
  await agent.enter(claim)
  await agent.poll(claim_token)
  const key = 'DESK-0000-0000-0000-0000-0000-0000-0000-0000'
  await signIn(openBrowser(agent), key)
  agent.store.down = true
  await agent.post('inquiries', '/api/v1/inquiries', inquiry)
  const logged = agent.logged()
  const events = ['inquiry.accepted', 'request.refused', 'claim.code-refused', 'desk.key-refused', 'outbox.failed']
  for (const event of [...events, 'store.unavailable']) expect(logged).toContain(event)
  const secrets = [token, claim_token, String(registration.identity_assertion), claim.user_code, 'BCDF-GHJK', key]
  const personal = [...Object.values(inquiry), ANA, 'not an address', '203.0.113.7', '198.51.100.1', '/api/v1']
  for (const word of [...secrets, ...personal]) expect(logged).not.toContain(word)
})
