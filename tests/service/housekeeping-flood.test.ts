/** Housekeeping while strangers send more than it can look through. */
import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { createTestAgent } from '../test-agent.ts'

it('under a flood, housekeeping removes what is due all the same, and ends in time', async () => {
  const agent = await createTestAgent()
  const { service, store } = agent
  await makeChanges(agent, await agent.submit(), { status: 'spam' })
  agent.advance(200 * DAY_MS)
  await agent.register({ type: 'service_auth', login_hint: 'ana@example.com' })
  const at = service.clock.now().toISOString()
  // What a function has no time to look through: each look takes a tenth of a second.
  const codes = Array.from({ length: 3000 }, (_, number) => `codes/${String(number).padStart(5, '0')}`)
  for (const key of codes) store.facts.set(key, JSON.stringify({ at }))
  store.facts.set('sessions/x/start', JSON.stringify({ at: '2026-11-21T15:04:05.000Z' }))
  const slow = {
    ...store,
    read: async (key: string) => (agent.advance(key.startsWith('codes/') ? 100 : 0), store.read(key)),
  }
  const startedAt = service.clock.now().getTime()
  expect(await runHousekeeping({ ...service, store: slow })).toMatchObject({ inquiries: 1, sessions: 1 })
  expect(service.clock.now().getTime() - startedAt).toBeLessThan(26_000)
  expect(agent.logged()).toContain('"cutOff":"codes"')
})
