/** After an address is forgotten, no stored fact names it, no agent acts for it, and others notice nothing. */
import { expect, it } from 'vitest'
import { countTraces, endedBy, findTraces, forgetTraces } from '../../../src/agents/claims/forget.ts'
import { linkProvider, parsePerson } from '../../../src/agents/person.ts'
import { DAY_MS } from '../../../src/duration.ts'
import { NotDelivered } from '../../../src/ports.ts'
import { forgetWithMail } from '../../../src/service/erasure.ts'
import { runHousekeeping } from '../../../src/service/housekeeping.ts'
import { ANA, type TestAgent, agent, useAgent } from '../../test-agent.ts'
import { createRecord } from '../../../src/store/record.ts'

useAgent()
const BEA = 'bea@example.com'

async function factsAbout(email: string): Promise<string[]> {
  const { mac } = await parsePerson(agent.service, email)
  return [...agent.store.facts].filter((fact) => fact.join(' ').includes(mac)).map(([key]) => key)
}

/** The facts of a registration, without its revocation and the audit trail. */
const factsOf = (registration: string) =>
  agent.store.keysOf().filter((key) => key.includes(registration) && !/^(revoked|audit|sent)\//.test(key))

const forget = async (email: string) =>
  forgetWithMail(agent.service, await findTraces(agent.service, email), '0WNER001')

it('removes the person and their providers, the claim with its code, and ends the access of the agent', async () => {
  const { service } = agent
  const [ana, bea] = [await agent.serviceAuth(), await agent.serviceAuth(BEA)]
  await agent.confirm(ana.claim)
  await agent.confirm(bea.claim)
  const token = (await agent.poll(ana.claim_token)).body.access_token
  expect((await agent.check(token)).status).toBe(200)
  await linkProvider(service, await parsePerson(service, ANA), 'subject')
  const ofBea = [...agent.store.facts].filter(([key, value]) => (key + value).includes(bea.id))
  const knownBefore = await factsAbout(BEA)

  const traces = await findTraces(service, 'ANA@example.com ')
  expect(countTraces(traces)).toEqual({ remembered: 2, requests: 1 })
  expect(endedBy(traces)).toEqual([ana.id])
  await forgetTraces(service, traces, '0WNER001')

  expect(await factsAbout(ANA)).toEqual([])
  expect(factsOf(ana.id)).toEqual([])
  expect((await agent.check(token)).status).toBe(401)
  expect(JSON.parse(agent.store.facts.get(`revoked/registrations/${ana.id}`) ?? '')).toMatchObject({
    by: 'staff',
    member: '0WNER001',
  })
  expect([...agent.store.facts].filter(([key, value]) => (key + value).includes(bea.id))).toEqual(ofBea)
  expect(await factsAbout(BEA)).toEqual(knownBefore)
  expect(countTraces(await findTraces(service, ANA))).toEqual({ remembered: 0, requests: 0 })
})

it('takes with it the mail that waits for the address', async () => {
  const { claim } = await agent.serviceAuth()
  agent.service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
  await agent.openLink(claim)
  expect(agent.store.keysOf('outbox/')).not.toEqual([])
  await forget(ANA)
  expect(agent.store.keysOf('outbox/')).toEqual([])
})

it('ends what a provider vouches for, without a claim', async () => {
  const { service, store } = agent
  const { token, registration } = await agent.anonymousToken()
  await linkProvider(service, await parsePerson(service, ANA), 'subject')
  await createRecord(store, `subjects/subject/${String(registration.id)}`, { at: '2026-11-21T15:04:05.000Z' })
  expect(countTraces(await findTraces(service, ANA))).toEqual({ remembered: 1, requests: 1 })
  expect((await agent.check(token)).status).toBe(200)
  await forget(ANA)
  expect((await agent.check(token)).status).toBe(401)
  expect(store.keysOf(/^(people|subjects)\//)).toEqual([])
})

it('leaves no code that still works, and lets the agent start no other claim with that registration', async () => {
  const { claim, claim_token, id } = await agent.serviceAuth()
  await forget(ANA)
  expect(agent.store.keysOf(/^(codes|started|claims|attempts)\//)).toEqual([])
  const page = await agent.enter(claim)
  expect(String(page.body.text)).not.toContain('name="step"')
  expect((await agent.startClaim(claim_token)).status).toBe(401)
  expect(factsOf(id)).toEqual([])
})

it('finds a denied claim when the index of addresses has ended already', async () => {
  const { claim, id } = await agent.serviceAuth()
  await agent.decide(await agent.openLink(claim), 'denied')
  agent.advance(10 * DAY_MS)
  await runHousekeeping(agent.service)
  expect(agent.store.keysOf('started/')).toEqual([])
  expect(countTraces(await findTraces(agent.service, ANA))).toEqual({ remembered: 0, requests: 1 })
  await forget(ANA)
  expect(await factsAbout(ANA)).toEqual([])
  expect(factsOf(id)).toEqual([])
})

it('takes an earlier attempt from a claim that names somebody else by now, and leaves the claim to them', async () => {
  const { claim_token } = await agent.register()
  await agent.startClaim(claim_token, ANA)
  agent.advance(1000)
  const { body } = await agent.startClaim(claim_token, BEA)
  const claim = body.claim_attempt as Parameters<TestAgent['confirm']>[0]
  const traces = await findTraces(agent.service, ANA)
  expect([countTraces(traces).requests, endedBy(traces)]).toEqual([1, []])
  await forgetTraces(agent.service, traces, '0WNER001')
  expect(await factsAbout(ANA)).toEqual([])
  expect(agent.store.keysOf('codes/').length).toBe(1)
  await agent.confirm(claim)
  expect((await agent.poll(claim_token)).status).toBe(200)
})

it('goes on where it was interrupted', async () => {
  const { claim } = await agent.serviceAuth()
  await agent.confirm(claim)
  const all = [...agent.store.facts]
  const removable = (await findTraces(agent.service, ANA)).claims.flatMap(({ keys }) => keys).length
  for (let done = 1; done <= removable; done++) {
    agent.store.facts.clear()
    for (const [key, value] of all) agent.store.facts.set(key, value)
    let left = done
    const remove = (key: string) => (left-- > 0 ? agent.store.remove(key) : Promise.reject(new Error('cut')))
    const broken = { ...agent.service, store: { ...agent.store, remove } }
    await expect(forgetTraces(broken, await findTraces(agent.service, ANA), '0WNER001')).rejects.toThrow('cut')
    await forget(ANA)
    expect(await factsAbout(ANA), String(done)).toEqual([])
  }
})
