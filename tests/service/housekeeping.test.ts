import { describe, expect, it } from 'vitest'
import { keepDroppedKeys } from '../../src/commands/inbox-keys.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/duration.ts'
import { changeInquiry } from '../../src/service/change-inquiry.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { listOpenInquiries } from '../../src/inquiries/list.ts'
import { readParties } from '../../src/inquiries/party-search.ts'
import { retryNow } from '../../src/mail/tries.ts'
import { outboxStatus } from '../../src/mail/outbox-status.ts'
import { NotDelivered, StoreUnavailable } from '../../src/ports.ts'
import { replaceKnownList } from '../../src/inquiries/known-party-list.ts'
import { eraseWithMail } from '../../src/service/erasure.ts'
import { checkReadiness } from '../../src/service/readiness.ts'
import { LIFETIMES, runHousekeeping } from '../../src/service/housekeeping.ts'
import { remindOfLate } from '../../src/service/staff-mail.ts'
import { checkFactsVersion } from '../../src/store/version.ts'
import { endSession, startSession } from '../../src/staff/session.ts'
import { addPasskey, recordPasskeyUse, removePasskey } from '../../src/staff/passkey.ts'
import { createChallenge, useChallenge } from '../../src/staff/passkey-ceremony.ts'
import { changeAddress } from '../../src/staff/staff-address.ts'
import { renameMember, revokeMember } from '../../src/staff/staff-member.ts'
import { type FactRow, writtenAt } from '../../src/store/fact.ts'
import { FACTS, type FactName } from '../../src/store/facts.ts'
import { FACT_NAMES, factsAt } from '../described-fact.ts'
import { createTestAgent, type TestAgent } from '../test-agent.ts'
import { openSignedInBrowser } from '../desk/browser.ts'
import { INBOX_PRIVATE_KEY, KEY_SET, STAFF_INBOX, VALID_INQUIRY } from '../test-desk.ts'
import { useTwoIssuers } from '../agents/identity/two-issuers.ts'
import { createVouchedAgent } from '../agents/identity/vouched-agent.ts'
import { passTime } from './pass-time.ts'

useTwoIssuers()

/** One of each fact that strangers, staff and mail servers cause. */
async function writeEachKind(): Promise<TestAgent> {
  const used = await createVouchedAgent()
  const { service } = used
  await checkFactsVersion(service.store)
  await keepDroppedKeys(service.store, KEY_SET, [INBOX_PRIVATE_KEY], service.clock.now().toISOString())
  const { id: member, get } = await openSignedInBrowser(used)
  used.advance(5 * MINUTE_MS)
  await get('/desk')
  await endSession(service, (await startSession(service, member)).id)
  const key = { credential: 'x', publicKey: 'x', counter: 0, transports: [], backedUp: false }
  await addPasskey(service, member, 'Phone', key)
  await recordPasskeyUse(service, { member, passkey: 'x' }, 0)
  await removePasskey(service, { member, passkey: 'x' })
  await useChallenge(service, await createChallenge(service, 'sign-in'))
  await revokeMember(service, member)
  await used.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY, { headers: { 'Idempotency-Key': 'k' } })
  for (const status of ['closed', 'contacted'] as const) {
    const id = await submit(used)
    await changeInquiry(service, { id }, { status: 'closed' }, { seen: 0, by: 'CLERK001' })
    if (status !== 'closed') await changeInquiry(service, { id }, { status, note: 'x' }, { seen: 1, by: 'CLERK001' })
  }
  await eraseWithMail(service, await submit(used), 'CLERK001')
  await renameMember(service, 'CLERK001', { name: 'Carl', by: 'CLERK001' })
  await changeAddress(service, 'CLERK001', { address: 'carl@firm.example', by: 'CLERK001' })
  await remindOfLate(service)
  const { token, registration } = await used.anonymousToken()
  await used.form('revoke', '/oauth/revoke', { token })
  await used.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) })
  await used.present(await used.vouch({ email: 'bob@example.com' }))
  await used.send('event-notify', '/agent/event/notify', {
    method: 'POST',
    headers: { 'Content-Type': 'application/secevent+jwt' },
    body: await used.event(),
  })
  const { claim_token } = await used.serviceAuth()
  used.advance(1)
  // Started again: the first start is not decided.
  const claim = await used.claimFor(claim_token)
  await used.decide(await used.openLink(claim), 'confirmed')
  await used.complete(claim_token, 'BCDF-GHJK')
  await used.poll(claim_token)
  await replaceKnownList(service, [{ name: 'Acme', role: 'client' }], 'CLERK001')
  service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
  await submit(used)
  // A check that wrote its fact and ended before it removed it.
  const cutOff = { ...used.store, remove: () => Promise.reject(new StoreUnavailable('down')) }
  await checkReadiness({ ...service, store: cutOff })
  for (const message of (await outboxStatus(service)).failing) await retryNow(service, message)
  await used.settle()
  await runHousekeeping(service)
  return used
}

/** Sends an inquiry; yields its id. */
async function submit({ post }: TestAgent): Promise<InquiryId> {
  const { body } = await post('inquiries', '/api/v1/inquiries', VALID_INQUIRY)
  return { reference: String(body.reference), receivedAt: String(body.receivedAt) }
}

/** The rows of the table that facts in the store belong to, in its order. */
function kindsOf({ store }: TestAgent): FactName[] {
  const found = new Set(store.keysOf().flatMap(factsAt))
  return FACT_NAMES.filter((name) => found.has(name))
}

/** The firm's list of clients, which stays until there is another one. */
const LIST: readonly FactName[] = ['knownList']
const row = (name: FactName): FactRow => FACTS[name]
/** How long a kind is kept, milliseconds; infinite when it is not removed by its age. */
const lifetimeOf = (name: FactName) => {
  const { removed } = row(name)
  return typeof removed === 'string' ? Infinity : removed.afterMs
}

describe('housekeeping', () => {
  it('keeps each kind of fact as long as its row says, and removes it then', async () => {
    const testAgent = await writeEachKind()
    const { service, store } = testAgent
    const written = [...store.facts].map(([key, value]) => ({
      key,
      at: writtenAt(JSON.parse(value)),
      names: factsAt(key),
    }))
    const seen = new Set(written.flatMap(({ names }) => names))
    const lifetimes = [...new Set(FACT_NAMES.map(lifetimeOf))].filter(Number.isFinite).sort((a, b) => a - b)
    expect(lifetimes.length).toBeGreaterThan(5)
    const startedAt = service.clock.now().getTime()
    for (const lifetime of lifetimes) {
      for (const end of [startedAt + lifetime, startedAt + lifetime + 1]) {
        await passTime(testAgent, end - service.clock.now().getTime())
        const wrong = written.filter(
          ({ key, at, names }) => store.facts.has(key) === names.map(lifetimeOf).some((kept) => end - at > kept),
        )
        expect(wrong, `after ${end - startedAt} ms`).toEqual([])
      }
      // The desk makes the index of parties, once ten days are over.
      await readParties(service, STAFF_INBOX)
      for (const name of kindsOf(testAgent)) seen.add(name)
    }
    // What no one wrote here, this test cannot judge.
    expect(FACT_NAMES.filter((name) => !seen.has(name))).toEqual([])

    // What belongs to inquiries goes with them.
    testAgent.advance(10 * 365 * DAY_MS)
    await runHousekeeping(service)
    await passTime(testAgent, 3 * DAY_MS)
    const open = await listOpenInquiries(service.store)
    expect(open).toHaveLength(3)
    for (const { id } of open) await eraseWithMail(service, id, 'CLERK001')
    await revokeMember(service, 'CLERK001')
    await runHousekeeping(service)
    expect(kindsOf(testAgent)).toEqual(
      FACT_NAMES.filter(
        (name) => row(name).removed === 'never' || ['clock', 'passkeyUse', 'known', 'provider', ...LIST].includes(name),
      ),
    )
  })

  it('says what it removed', async () => {
    const testAgent = await createVouchedAgent()
    await testAgent.present(await testAgent.vouch({ email: 'bob@example.com' }))
    expect(await runHousekeeping(testAgent.service)).toEqual({})
    expect(testAgent.logged()).toContain('{"event":"housekeeping.removed"}')
    testAgent.advance(HOUR_MS + 1)
    expect(await runHousekeeping(testAgent.service)).toEqual({ jti: 1 })
    expect(testAgent.logged()).toContain('{"event":"housekeeping.removed","jti":1}')
  })

  it('keeps what has no date: its age is unknown', async () => {
    const { service, store, advance } = await createTestAgent()
    for (const prefix of LIFETIMES.keys()) store.facts.set(`${prefix}x`, '{}')
    advance(1000 * DAY_MS)
    expect(await runHousekeeping(service)).toEqual({})
    for (const prefix of LIFETIMES.keys()) expect(store.facts.has(`${prefix}x`), prefix).toBe(true)
  })

  it('says that it removed something only when that is gone', async () => {
    const testAgent = await createVouchedAgent()
    await testAgent.present(await testAgent.vouch({ email: 'bob@example.com' }))
    testAgent.advance(HOUR_MS + 1)
    testAgent.store.readOnly = 'jti/'
    await expect(runHousekeeping(testAgent.service)).rejects.toThrow(StoreUnavailable)
    expect(testAgent.logged()).not.toContain('housekeeping.removed')
  })

  it('leaves a token revoked for as long as it would live', async () => {
    const testAgent = await createTestAgent()
    const { token } = await testAgent.anonymousToken()
    await testAgent.form('revoke', '/oauth/revoke', { token })
    for (let minutes = 0; minutes < 70; minutes += 5) {
      testAgent.advance(5 * MINUTE_MS)
      await runHousekeeping(testAgent.service)
      expect((await testAgent.check(token)).status).toBe(401)
    }
  })

  it('brings nothing dead to life', async () => {
    const testAgent = await createTestAgent()
    const { token, registration } = await testAgent.anonymousToken()
    await testAgent.form('revoke', '/oauth/revoke', { token })
    await testAgent.form('revoke', '/oauth/revoke', { token: String(registration.identity_assertion) })
    for (let day = 0; day < 60; day++) {
      testAgent.advance(DAY_MS)
      await runHousekeeping(testAgent.service)
      expect((await testAgent.check(token)).status).toBe(401)
      expect((await testAgent.exchange(registration.identity_assertion)).status).toBe(400)
    }
    expect(kindsOf(testAgent)).toEqual(['clock'])
  })
})
