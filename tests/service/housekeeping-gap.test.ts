/** After a gap the clock may be ahead, so nothing that expired by it is removed for three days, and the desk says so. */
import { parse } from 'node-html-parser'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { addStaff, openSession } from '../desk/browser.ts'
import { createTestAgent, type TestAgent } from '../test-agent.ts'
import { passTime } from './pass-time.ts'

let agent: TestAgent
/** A run may remove a revoked token first. */
const isKept = () => agent.store.keysOf().some((key) => key.startsWith('revoked/tokens/'))
async function warning(): Promise<string | undefined> {
  const { html } = await (await openSession(agent, (await addStaff(agent)).id)).get('/desk')
  return parse(html).querySelector('main [role=alert]')?.text
}

beforeEach(async () => {
  agent = await createTestAgent()
  await passTime(agent, 10 * DAY_MS)
  const { token } = await agent.anonymousToken()
  await agent.revoke(token)
})

it.each([1, 4])('%i days off are no gap', async (days) => {
  agent.advance(days * DAY_MS)
  expect(await warning()).toBeUndefined()
  await runHousekeeping(agent.service)
  expect([isKept(), agent.logged()]).toEqual([false, expect.not.stringContaining('housekeeping.held')])
})

it('a month holds it for three days, in which a clock that was ahead can be set right', async () => {
  agent.advance(31 * DAY_MS)
  const said =
    /^Between Dec 1, 2026, 10:04 a.m. and Jan 1, 2027, 10:04 a.m. this service did not run, or its clock was set ahead\. By its clock it is Jan 1, 2027, .* before it says Jan 4, 2027, 10:04 a.m.: then/
  expect(await warning()).toMatch(said)
  expect(await runHousekeeping(agent.service)).toEqual({})
  expect(agent.logged()).toContain(
    '{"event":"housekeeping.held","from":"2026-12-01T15:04:05.000Z","to":"2027-01-01T15:04:05.000Z","heldUntil":"2027-01-04T15:04:05.000Z"}',
  )
  await passTime(agent, 3 * DAY_MS - HOUR_MS)
  expect([isKept(), await warning()]).toEqual([true, expect.stringMatching(/^Between Dec 1/)])
  // The clock is right again, and the record is not a day old.
  agent.advance(-34 * DAY_MS + HOUR_MS)
  expect([isKept(), await warning()]).toEqual([true, undefined])
})

it('a month in which the service was off holds it for three days, and not longer', async () => {
  agent.advance(31 * DAY_MS)
  await runHousekeeping(agent.service)
  await passTime(agent, 3 * DAY_MS)
  expect([isKept(), await warning()]).toEqual([false, undefined])
})
