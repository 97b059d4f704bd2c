import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/duration.ts'
import { listOpen } from '../../src/inquiries/record.ts'
import { readParties } from '../../src/conflicts/party-search.ts'
import { StoreUnavailable } from '../../src/ports.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { LIFETIMES, runHousekeeping } from '../../src/service/housekeeping.ts'
import { isMailHint } from '../../src/store/hints.ts'
import { type RecordRow, expiryOf } from '../../src/store/record.ts'
import { RECORDS, type RecordName } from '../../src/store/records.ts'
import { recordsAt } from '../../src/store/transfer.ts'
import { RECORD_NAMES } from '../memory-store.ts'
import type { TestAgent } from '../test-agent.ts'
import { STAFF_INBOX } from '../test-desk.ts'
import { agent, useVouchedAgent } from '../agents/identity/vouched-agent.ts'
import { README_ROWS } from '../store/readme-table.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { passTime } from './pass-time.ts'
import { writeEachKind } from './each-kind.ts'

useVouchedAgent()

function kindsOf({ store }: TestAgent): RecordName[] {
  const found = new Set(store.keysOf().flatMap(recordsAt))
  return RECORD_NAMES.filter((name) => found.has(name))
}

/** The firm's list of clients, which stays until there is another one, and names, which stay until a member removes them. */
const LIST: readonly RecordName[] = ['keptNames', 'knownList']
const row = (name: RecordName): RecordRow => RECORDS[name]
/** Milliseconds; infinite when the kind is not removed by its age. */
const lifetimeOf = (name: RecordName) => row(name).removedAfterMs ?? Infinity
const FOR_GOOD = RECORD_NAMES.filter((name) =>
  README_ROWS.some(({ pattern, removed }) => pattern === row(name).pattern && removed === 'never'),
)

it('keeps each kind of record as long as its row says, and removes it then', async () => {
  const testAgent = await writeEachKind()
  const { service, store } = testAgent
  const all = [...store.records].map(([key, text]) => {
    return { key, value: JSON.parse(text) as unknown, names: recordsAt(key) }
  })
  const seen = new Set(all.flatMap(({ names }) => names))
  // A hint goes with what it leads to.
  const written = all.filter(({ key }) => !isMailHint(key))
  const lifetimes = [...new Set(RECORD_NAMES.map(lifetimeOf))].filter(Number.isFinite).sort((a, b) => a - b)
  expect(lifetimes.length).toBeGreaterThan(5)
  const startedAt = service.clock.now().getTime()
  for (const lifetime of lifetimes) {
    for (const end of [startedAt + lifetime, startedAt + lifetime + 1]) {
      await passTime(testAgent, end - service.clock.now().getTime())
      const isOver = ({ value, names }: (typeof all)[number]) =>
        names.map(lifetimeOf).some((kept) => expiryOf(value, kept) < end)
      const wrong = written.filter((one) => store.records.has(one.key) === isOver(one))
      expect(wrong, `after ${end - startedAt} ms`).toEqual([])
    }
    // A new process makes the index of parties, once ten days are over.
    await readParties({ ...service, store: { ...service.store } }, STAFF_INBOX)
    for (const name of kindsOf(testAgent)) seen.add(name)
  }
  // This test cannot judge kinds that it did not write.
  expect(RECORD_NAMES.filter((name) => !seen.has(name))).toEqual([])

  // Records of inquiries go with them.
  testAgent.advance(10 * 365 * DAY_MS)
  await runHousekeeping(service)
  await passTime(testAgent, 3 * DAY_MS)
  const open = await listOpen(service.store)
  expect(open).toHaveLength(4)
  const ids = open.map(({ id }) => id)
  await eraseInquiries(service, STAFF_INBOX, ids, { by: 'CLERK001', keepsNames: true })
  await runHousekeeping(service)
  const left = [...FOR_GOOD, 'clock', 'person', ...LIST]
  expect(kindsOf(testAgent)).toEqual(RECORD_NAMES.filter((name) => left.includes(name)))
})

it('says what it removed, and only when that is gone', async () => {
  await agent.present(await agent.vouch({ email: 'bob@example.com' }))
  expect(await runHousekeeping(agent.service)).toEqual({})
  expect(agent.logged()).toContain('{"event":"housekeeping.removed"}')
  agent.advance(HOUR_MS + 1)
  agent.store.readOnly = 'jti/'
  await expect(runHousekeeping(agent.service)).rejects.toThrow(StoreUnavailable)
  expect(agent.logged()).not.toContain('"jti"')
  agent.store.readOnly = undefined
  expect(await runHousekeeping(agent.service)).toEqual({ jti: 1 })
  expect(agent.logged()).toContain('{"event":"housekeeping.removed","jti":1}')
})

it('keeps what has no date: its age is unknown', async () => {
  const { service, store, advance } = agent
  for (const prefix of LIFETIMES.keys()) store.records.set(`${prefix}x`, '{}')
  advance(1000 * DAY_MS)
  expect(await runHousekeeping(service)).toEqual({})
  for (const prefix of LIFETIMES.keys()) expect(store.records.has(`${prefix}x`), prefix).toBe(true)
})

it('brings nothing dead to life', async () => {
  const { token, registration } = await agent.anonymousToken()
  await agent.revoke(token)
  await agent.revoke(registration.identity_assertion)
  // A token lives for an hour.
  for (let time = 0; time < 74; time++) {
    agent.advance(time < 14 ? 5 * MINUTE_MS : DAY_MS)
    await runHousekeeping(agent.service)
    expect((await agent.check(token)).status).toBe(401)
    expect((await agent.exchange(registration.identity_assertion)).status).toBe(400)
  }
  expect(kindsOf(agent)).toEqual(['clock'])
})

it('under a flood of strangers, removes what is due all the same, and ends in time', async () => {
  const { service, store } = agent
  await makeChanges(agent, await agent.submit(), { status: 'spam' })
  agent.advance(200 * DAY_MS)
  await agent.register({ type: 'service_auth', login_hint: 'ana@example.com' })
  const at = service.clock.now().toISOString()
  // What a function has no time to look through: each look takes a tenth of a second.
  const codes = Array.from({ length: 3000 }, (_, number) => `codes/${String(number).padStart(5, '0')}`)
  for (const key of codes) store.records.set(key, JSON.stringify({ at }))
  store.records.set('sessions/x', JSON.stringify({ at: '2026-11-21T15:04:05.000Z' }))
  const get = async (key: string) => (agent.advance(key.startsWith('codes/') ? 100 : 0), store.get(key))
  const slow = { ...store, get }
  const startedAt = service.clock.now().getTime()
  expect(await runHousekeeping({ ...service, store: slow })).toMatchObject({ inquiries: 1, sessions: 1 })
  expect(service.clock.now().getTime() - startedAt).toBeLessThan(26_000)
  expect(agent.logged()).toContain('"cutOff":"codes"')
})
