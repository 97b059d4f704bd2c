/** A clock that was a month ahead and is set right: what began meanwhile ends at once, and nothing waits for that month. And one that may be ahead. */
import { parse } from 'node-html-parser'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, SKEW_MS } from '../../src/duration.ts'
import { BACKOFF_MS, outboxStatus } from '../../src/mail/outbox.ts'
import { runOutbox } from '../../src/mail/tries.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { addStaff, openSession } from '../desk/browser.ts'
import { down, openOutboxDesk } from '../mail/outbox-desk.ts'
import { agent, useAgent } from '../test-agent.ts'
import { jsonRequest, type TestDesk, VALID_INQUIRY } from '../test-desk.ts'
import { passTime } from './pass-time.ts'

const AHEAD_MS = 31 * DAY_MS

async function whileAhead<T>({ advance }: Pick<TestDesk, 'advance'>, act: () => Promise<T>, by = AHEAD_MS): Promise<T> {
  advance(by)
  const result = await act()
  advance(-by)
  return result
}

useAgent()

const signedIn = async (browser: { get(path: string): Promise<{ status: number }> }) =>
  (await browser.get('/desk/mail')).status === 200

it('after the clock was ahead, no caller is kept out by what it sent then', async () => {
  const send = () => agent.send('inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY))
  await whileAhead(agent, async () => {
    while ((await send()).status !== 429);
  })
  expect((await send()).status).toBe(202)
})

it('after the clock was ahead, no agent polls too soon for a month', async () => {
  const { claim_token } = await agent.serviceAuth()
  await whileAhead(agent, () => agent.poll(claim_token), DAY_MS)
  expect((await agent.poll(claim_token)).body.error).toBe('authorization_pending')
})

it('after the clock was ahead, what agents were given then is not valid yet', async () => {
  const { token, registration } = await whileAhead(agent, () => agent.anonymousToken())
  expect((await agent.check(token)).status).toBe(401)
  expect((await agent.exchange(registration.identity_assertion)).status).toBe(400)
  expect((await agent.poll(registration.claim_token)).body.error).toBe('invalid_grant')
})

it('after the clock was ahead, sessions that began then are not open', async () => {
  const { id } = await addStaff(agent)
  const browser = await whileAhead(agent, () => openSession(agent, id))
  expect(await signedIn(browser)).toBe(false)
  expect(await signedIn(await whileAhead(agent, () => openSession(agent, id), SKEW_MS))).toBe(true)
})

it('after the clock was ahead, mail that failed then is tried at once, and from then on by the schedule', async () => {
  const desk = await openOutboxDesk()
  desk.server = down
  await desk.post()
  await whileAhead(desk, desk.run)
  for (let runs = 0; runs < 2; runs++) await desk.run()
  expect(desk.tries).toBe(2)
  desk.server = async () => undefined
  desk.advance(5 * MINUTE_MS)
  expect(await desk.run()).toEqual({ sent: 1, failed: 0, open: 0 })
})

it('after the clock was ahead, mail whose process ended then is tried at once', async () => {
  const desk = await openOutboxDesk()
  await whileAhead(desk, desk.startHangingTry)
  expect(await desk.run()).toEqual({ sent: 1, failed: 0, open: 0 })
})

it('after the clock was ahead, mail that waits or was given up is not dropped as too old', async () => {
  const desk = await openOutboxDesk()
  desk.server = down
  await desk.post()
  for (const wait of [0, ...BACKOFF_MS]) {
    desk.advance(wait)
    await desk.run()
  }
  await desk.post('two')
  await runHousekeeping(desk.service)
  await whileAhead(desk, async () => {
    await desk.run()
    await runHousekeeping(desk.service)
  })
  const { failing, givenUp } = await outboxStatus(desk.service)
  expect([...failing, ...givenUp]).toMatchObject([{ subject: 'two' }, { subject: 'one' }])
})

it('after the clock was ahead, a process that started then leaves alone what it is sending now', async () => {
  const desk = await openOutboxDesk()
  const startedAt = desk.service.clock.now().getTime() + AHEAD_MS
  await desk.startHangingTry()
  desk.advance(SECOND_MS)
  expect(await runOutbox(desk.service, startedAt)).toEqual({ sent: 0, failed: 0, open: 1 })
})

/** Nothing that expired by a clock that may be ahead is removed for three days, and the desk says so. */
describe('housekeeping after a gap', () => {
  /** A run may remove a revoked token first. */
  const isKept = () => agent.store.keysOf().some((key) => key.startsWith('revoked/tokens/'))
  async function warning(): Promise<string | undefined> {
    const { html } = await (await openSession(agent, (await addStaff(agent)).id)).get('/desk')
    return parse(html).querySelector('main [role=alert]')?.text
  }

  beforeEach(async () => {
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
    expect(await warning()).toMatch(
      /^Between Dec 1, 2026, 10:04 a.m. and Jan 1, 2027, 10:04 a.m. this service did not run, or its clock was set ahead\. By its clock it is Jan 1, 2027, .* before it says Jan 4, 2027, 10:04 a.m.: then/,
    )
    expect(await runHousekeeping(agent.service)).toEqual({})
    const held = '"to":"2027-01-01T15:04:05.000Z","heldUntil":"2027-01-04T15:04:05.000Z"}'
    expect(agent.logged()).toContain(`{"event":"housekeeping.held","from":"2026-12-01T15:04:05.000Z",${held}`)
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
})
