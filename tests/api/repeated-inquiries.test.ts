/** Inquiries that programs send again: the rate limit, and the key under which a repeated one gives one receipt and one inquiry. */
import { parseList } from 'structured-headers'
import { describe, expect, it } from 'vitest'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { withoutSignatures } from '../inquiry-receipt.ts'
import { agent, useAgent } from '../test-agent.ts'
import { VALID_INQUIRY, jsonRequest } from '../test-desk.ts'
import { expectProblem, send } from './inquiry-sender.ts'

const { quota, windowSeconds } = RATE_LIMITS.inquiries
useAgent()

const ask = (address = '203.0.113.7') => send({ ...jsonRequest(VALID_INQUIRY), address })

it('the limit of inquiries is one quota for an address; then 429 with Retry-After and both RateLimit fields', async () => {
  for (let count = 0; count < quota; count++) expect((await ask()).status).toBe(202)
  const response = await ask()
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  const [[name, left]] = parseList(response.headers.get('ratelimit') ?? '') as [[string, Map<string, number>]]
  const [[, policy]] = parseList(response.headers.get('ratelimit-policy') ?? '') as [[string, Map<string, number>]]
  expect([name, left.get('r'), policy.get('q'), policy.get('w')]).toEqual(['inquiries', 0, quota, windowSeconds])
  expect(left.get('t')).toBeGreaterThanOrEqual(1)
  expect((await ask('203.0.113.8')).status).toBe(202)
  expect(await agent.inquiries()).toHaveLength(quota + 1)
})

const sendUnder = (key: string, request: object = VALID_INQUIRY) =>
  send(jsonRequest(request, { 'Idempotency-Key': key }))

describe('an Idempotency-Key', () => {
  it('is the agent’s own: another agent behind the same address may use it, and the agent may use it from anywhere', async () => {
    const [one, other] = await Promise.all([agent.anonymousToken(), agent.anonymousToken()])
    const sendAs = ({ token }: { token: string }, request: object, address?: string) =>
      send({
        ...jsonRequest(request, { 'Idempotency-Key': 'k', Authorization: `Bearer ${token}` }),
        ...(address !== undefined && { address }),
      })
    const first = await sendAs(one, VALID_INQUIRY)
    expect((await sendAs(other, { ...VALID_INQUIRY, name: 'Bo' })).status).toBe(202)
    const again = await sendAs(one, VALID_INQUIRY, '198.51.100.9')
    expect(withoutSignatures(await again.text())).toBe(withoutSignatures(await first.text()))
    expect(await agent.inquiries()).toHaveLength(2)
  })

  it.each([[''], ['x'.repeat(256)], ['two words'], ['é']])('is refused when it is %.20j', async (key) => {
    await expectProblem(await sendUnder(key), 'invalid-request')
  })
})
