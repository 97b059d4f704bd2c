/** Each named error of an operation happens, no other does, and each answer fits the published OpenAPI description. */
import { beforeAll, describe, expect, it } from 'vitest'
import { ID_JAG_TYPE } from '../../src/agents/agent-schemas.ts'
import { examplesFor } from '../../src/contract/examples.ts'
import type { FunctionOperation } from '../../src/contract/operation.ts'
import { type FunctionOperationId, type OperationId, OPERATIONS } from '../../src/contract/operations.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/duration.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { statusCapability, statusPath } from '../../src/inquiries/status-address.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { keyring } from '../../src/keys/token-keys.ts'
import { memoryLimiter } from '../../src/service/rate-limit.ts'
import { matchRoutes, type RouteName } from '../../src/routes.ts'
import { createVouchedAgent, agent, useVouchedAgent } from '../agents/identity/vouched-agent.ts'
import { ANSWERED, declaredErrors } from '../declared-errors.ts'
import { expectDescribed } from '../described.ts'
import { type Json, readBackOf } from '../test-agent.ts'
import { AREAS, BASE, FIRM, KEY_SET, VALID_INQUIRY } from '../test-desk.ts'
import { yamlOf } from '../table.ts'

useVouchedAgent()

const IDS = (Object.keys(OPERATIONS) as OperationId[]).filter(
  (id): id is FunctionOperationId => OPERATIONS[id].servedBy === 'function',
)
const EXAMPLES = examplesFor(BASE, FIRM, AREAS)
const JSON_TYPE = 'application/json'

async function sendTo(
  id: FunctionOperationId,
  { body, headers = {} }: { body?: BodyInit; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { method, path: template, consumes } = OPERATIONS[id] as FunctionOperation
  const capability = await statusCapability(keyring(KEY_SET), EXAMPLES.getInquiryStatus.response as InquiryId)
  const path = template.replace('{capability}', capability)
  const example = EXAMPLES[id].request as Record<string, string>
  const text = consumes === JSON_TYPE ? JSON.stringify(example) : new URLSearchParams(example).toString()
  return agent.send(matchRoutes(method, path, () => false)[0] as RouteName, path, {
    method,
    headers: { Accept: JSON_TYPE, ...(consumes && { 'Content-Type': consumes }), ...headers },
    ...(consumes && { body: body ?? text }),
  })
}

describe.each(IDS)('%s', (id) => {
  it('refuses too many requests', async () => {
    agent.service.limiter = memoryLimiter(agent.service.clock, 0)
    await sendTo(id)
    expect((await sendTo(id)).status).toBe(429)
  })

  it('says that it cannot store, and that it failed', async () => {
    agent.store.down = true
    agent.service.limiter = { take: () => Promise.reject(new Error('broken')) }
    expect((await sendTo(id)).status).toBe(503)
    const { service } = await createVouchedAgent()
    const fail = () => Promise.reject(new Error('broken'))
    const broken = { ...service, store: { ...service.store, put: fail, get: fail } }
    broken.keys = { ...service.keys, seal: fail, unseal: fail, sign: fail, verify: fail }
    Object.assign(agent.service, broken)
    expect((await sendTo(id, { headers: { Authorization: 'Bearer x' } })).status).toBe(500)
  })
})

it.each(IDS.filter((id) => 'consumes' in OPERATIONS[id]))('%s refuses a body that it cannot read', async (id) => {
  const { consumes }: FunctionOperation = OPERATIONS[id]
  for (const request of [
    { body: 'x'.repeat(70_000) },
    { headers: { 'Content-Type': 'text/plain' } },
    { body: new Uint8Array([0xff]) },
    { body: consumes === JSON_TYPE ? '{}' : '' },
  ])
    expect((await sendTo(id, request)).ok).toBe(false)
})

it.each(IDS.filter((id) => OPERATIONS[id].token !== 'ignored'))('%s refuses a bad token, and two', async (id) => {
  await sendTo(id)
  const statusOf = async (Authorization: string) => (await sendTo(id, { headers: { Authorization } })).status
  expect([await statusOf('Bearer x'), await statusOf('Bearer x, Bearer y')]).toEqual([401, 400])
})

it.each(IDS.filter((id) => OPERATIONS[id].output))('%s refuses to answer in a picture', async (id) => {
  const answer = await sendTo(id, { headers: { Accept: 'image/png' } })
  expect([answer.status, await answer.text()]).toEqual([406, expect.stringContaining('application/json')])
})

const ROWS = yamlOf<Json[]>('tests/api/declared-errors.yaml')
it.each(ROWS)('registerAgent refuses a provider’s assertion with %j', async (changes) => {
  expect((await agent.present(await agent.vouch(changes))).body).toHaveProperty('error')
})

it('registerAgent refuses a bad signature, a second use and a bad address, and asks a known person before a provider speaks for them', async () => {
  await agent.present(await agent.vouch({}, { kid: 'unknown' }))
  const assertion = await agent.vouch()
  await agent.present(assertion)
  await agent.present(assertion)
  await agent.post('identity', '/agent/identity', { type: 'service_auth', login_hint: 'x' })
  await agent.post('identity', '/agent/identity', { type: 'identity_assertion', assertion_type: ID_JAG_TYPE })
  await claimed('bea@example.com')
  const known = await agent.vouch({ email: 'bea@example.com' })
  expect((await agent.present(known)).body.error).toBe('interaction_required')
})

async function claimed(email?: string, decision: 'confirmed' | 'denied' = 'confirmed') {
  const { claim_token, claim } = await agent.serviceAuth(email)
  const page = await agent.decide(await agent.openLink(claim), decision)
  return { claim_token, readBack: readBackOf(page) }
}

it('a claim waits, is polled too soon, runs out, and is over once it was denied', async () => {
  const { claim_token } = await agent.serviceAuth()
  const denied = await claimed(undefined, 'denied')
  await agent.poll(claim_token)
  for (const token of [claim_token, denied.claim_token, claim_token]) {
    await agent.poll(token)
    await agent.complete(token, 'BCDF-GHJK')
    await agent.startClaim(token)
    agent.advance(36 * HOUR_MS)
  }
})

it('a claim that was confirmed is for that person, and delivered by poll or code', async () => {
  const { claim_token, readBack } = await claimed()
  expect((await agent.complete(claim_token, readBack)).status).toBe(200)
  expect((await agent.startClaim(claim_token)).body.status).toBe('claimed')
  expect((await agent.poll(claim_token)).status).toBe(200)
  agent.advance(3 * MINUTE_MS)
  await agent.poll(claim_token)
  for (let tries = 0; tries < 5; tries++) await agent.complete(claim_token, 'BCDF-GHJK')
})

it('a claim of an anonymous agent is started with an address, and may be another’s', async () => {
  const { claim_token } = await agent.register()
  await agent.complete(claim_token, 'BCDF-GHJK')
  await agent.startClaim(claim_token, 'x')
  await agent.confirm(await agent.claimFor(claim_token))
  await agent.startClaim(claim_token, 'bob@example.com')
  await agent.startClaim('x')
})

it('tokens are refused by every rule, and issued', async () => {
  const { token, registration } = await agent.anonymousToken('firm.read')
  await agent.exchange('x')
  const wrong = { scope: 'admin', resource: 'https://another.example', client_secret: 'x', grant_type: 'password' }
  for (const [name, value] of Object.entries(wrong))
    await agent.exchange(registration.identity_assertion, { [name]: value })
  await agent.form('revoke', '/oauth/revoke', { token, client_secret: 'x' })
  expect((await agent.check(token)).status).toBe(200)
  await sendTo('createInquiry', { headers: { Authorization: `Bearer ${token}` } })
  expect((await agent.revoke(token)).status).toBe(200)
})

it('an inquiry’s key is for one body; its state is read, and not that of another', async () => {
  for (const message of ['one', 'another']) await agent.submit({ message }, { 'Idempotency-Key': 'k' })
  expect((await sendTo('getInquiryStatus')).status).toBe(404)
  const { body } = await agent.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY)
  const { pathname } = new URL(String(body.status_url))
  expect((await agent.get('status', pathname, { Accept: JSON_TYPE })).status).toBe(200)
})

it('an answer is taken once the firm asked', async () => {
  expect((await sendTo('answerInquiry')).status).toBe(404)
  const id = await agent.submit()
  const path = statusPath(await statusCapability(keyring(KEY_SET), id))
  const answer = (text: string) => agent.post('status', path, { answer: text }, { headers: { 'Idempotency-Key': 'k' } })
  expect((await answer('one')).status).toBe(409)
  await makeChanges(agent, id, { finding: 'none' }, { reply: 'When?', ask: true })
  expect((await answer('one')).status).toBe(202)
  expect((await answer('another')).status).toBe(422)
  await agent.post('status', path, { answer: 'one' }, { headers: { 'Idempotency-Key': 'a space' } })
})

it('an operation served from a file names no error but not-found, and that only with a variable in its path', () => {
  for (const { path, problems, servedBy } of Object.values(OPERATIONS))
    if (servedBy === 'site') expect(problems, path).toEqual(path.includes('{') ? ['not-found'] : [])
})

// The stories above fill the list, which the test files of a process share.
beforeAll(() => void ANSWERED.splice(0))
it.each(IDS)('the answers of this file are every error that %s names', (id) => {
  const errors = ANSWERED.flatMap((answer) => (answer.id === id && answer.error !== undefined ? [answer.error] : []))
  expect([...new Set(errors)].sort()).toEqual(declaredErrors(id).sort())
})

it('the answers of this file fit the published description, each by operation, status and media type', () => {
  for (const { id, status, type, body } of ANSWERED) {
    const { method, path } = OPERATIONS[id]
    expectDescribed([method, path, status, type], body)
  }
  expect(ANSWERED.length).toBeGreaterThan(100)
})
