/** After an address is forgotten, no record names it, no agent acts for it, and others notice nothing. */
import { expect, it } from 'vitest'
import { countTraces, registrationsOf, findTraces } from '../../../src/agents/claims/forget.ts'
import { parsePerson, storeProof } from '../../../src/agents/person.ts'
import { DAY_MS } from '../../../src/duration.ts'
import { NotDelivered } from '../../../src/ports.ts'
import { forgetWithMail } from '../../../src/service/erasure.ts'
import { runHousekeeping } from '../../../src/service/housekeeping.ts'
import { ANA, type TestAgent, agent, useAgent } from '../../test-agent.ts'
import { createRecord } from '../../../src/store/record.ts'

useAgent()
const BEA = 'bea@example.com'

async function recordsAbout(email: string): Promise<string[]> {
  const { mac } = await parsePerson(agent.service, email)
  return [...agent.store.records].filter((record) => record.join(' ').includes(mac)).map(([key]) => key)
}

const endOf = (registration: string) => JSON.parse(agent.store.records.get(`claims/${registration}`) ?? '') as unknown
const ENDED = {
  keptUntil: expect.any(String),
  readBacks: 0,
  revocation: { at: expect.any(String), by: 'staff', member: '0WNER001' },
}

const forget = async (email: string) =>
  forgetWithMail(agent.service, await findTraces(agent.service, email), '0WNER001')

it('removes the person and their providers, the claim with its code, and ends the access of the agent', async () => {
  const { service } = agent
  const [ana, bea] = [await agent.serviceAuth(), await agent.serviceAuth(BEA)]
  await agent.confirm(ana.claim)
  await agent.confirm(bea.claim)
  const token = (await agent.poll(ana.claim_token)).body.access_token
  expect((await agent.check(token)).status).toBe(200)
  await storeProof(service, await parsePerson(service, ANA), 'subject')
  const ofBea = () => [...agent.store.records].filter(([key, value]) => (key + value).includes(bea.id))
  const before = [ofBea(), await recordsAbout(BEA)]
  const traces = await findTraces(service, 'ANA@example.com ')
  expect(countTraces(traces)).toEqual({ remembered: 2, requests: 1 })
  expect(registrationsOf(traces)).toEqual([ana.id])
  await forget(ANA)
  expect(await recordsAbout(ANA)).toEqual([])
  // What is left of the registration, but for the audit trail, is that it ended.
  expect(agent.store.keysOf(/^(?!audit)/).filter((key) => key.includes(ana.id))).toEqual([`claims/${ana.id}`])
  expect(endOf(ana.id)).toEqual(ENDED)
  expect((await agent.check(token)).status).toBe(401)
  expect([ofBea(), await recordsAbout(BEA)]).toEqual(before)
  expect(countTraces(await findTraces(service, ANA))).toEqual({ remembered: 0, requests: 0 })
})

it('leaves no code that still works, and lets the agent start no other claim with that registration', async () => {
  const { claim, claim_token, id } = await agent.serviceAuth()
  await forget(ANA)
  expect(agent.store.keysOf(/^(codes|waiting)\//)).toEqual([])
  const page = await agent.enter(claim)
  expect(String(page.body.text)).not.toContain('name="step"')
  expect((await agent.startClaim(claim_token)).status).toBe(401)
  expect(endOf(id)).toEqual(ENDED)
})

it('finds a denied claim too', async () => {
  const { claim, id } = await agent.serviceAuth()
  await agent.decide(await agent.openLink(claim), 'denied')
  agent.advance(10 * DAY_MS)
  await runHousekeeping(agent.service)
  expect(countTraces(await findTraces(agent.service, ANA))).toEqual({ remembered: 0, requests: 1 })
  await forget(ANA)
  expect(await recordsAbout(ANA)).toEqual([])
  expect(endOf(id)).toEqual(ENDED)
})

it('leaves a claim whose newest attempt names another address', async () => {
  const { claim_token } = await agent.register()
  await agent.startClaim(claim_token, ANA)
  agent.advance(1000)
  const { body } = await agent.startClaim(claim_token, BEA)
  expect(await recordsAbout(ANA)).toEqual([])
  expect(registrationsOf(await findTraces(agent.service, ANA))).toEqual([])
  await forget(ANA)
  await agent.confirm(body.claim_attempt as Parameters<TestAgent['confirm']>[0])
  expect((await agent.poll(claim_token)).status).toBe(200)
})

it('goes on where it was interrupted, wherever that was', async () => {
  const { service, store } = agent
  const [waiting, confirmed, vouched] = [await agent.serviceAuth(), await agent.serviceAuth(), await agent.register()]
  await agent.confirm(confirmed.claim)
  service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
  await agent.openLink(waiting.claim)
  await storeProof(service, await parsePerson(service, ANA), 'subject')
  await createRecord(store, `subjects/subject/${String(vouched.id)}`, { at: '2026-11-21T15:04:05.000Z' })
  const all = [...store.records]
  for (let allowed = 0, isDone = false; !isDone; allowed++) {
    store.records.clear()
    for (const [key, value] of all) store.records.set(key, value)
    let left = allowed
    const cut =
      <Given extends unknown[], T>(act: (...given: Given) => Promise<T>) =>
      (...given: Given) =>
        left-- > 0 ? act(...given) : Promise.reject(new Error('cut'))
    const broken = { ...service, store: { ...store, put: cut(store.put), remove: cut(store.remove) } }
    const traces = await findTraces({ ...service, store: { ...store } }, ANA)
    isDone = await forgetWithMail(broken, traces, '0WNER001').then(
      () => true,
      () => false,
    )
    // The service that goes on has just started: it remembers nothing.
    service.store = { ...store }
    await forget(ANA)
    expect(await recordsAbout(ANA), String(allowed)).toEqual([])
    expect(store.keysOf(/^(codes|waiting|people|subjects|mail)\//), String(allowed)).toEqual([])
    for (const { id } of [waiting, confirmed, vouched]) expect(endOf(String(id))).toEqual(ENDED)
  }
})
