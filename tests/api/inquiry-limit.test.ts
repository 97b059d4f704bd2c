/**
 * The rate limit of inquiries: which addresses share a limit, which requests count, and the response beyond it.
 */
import { parseList } from 'structured-headers'
import { beforeEach, describe, expect, it } from 'vitest'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { VALID_INQUIRY, jsonRequest, openDesk, type TestDesk } from '../test-desk.ts'
import { senderTo } from './inquiry-sender.ts'

const { quota, windowSeconds } = RATE_LIMITS.inquiries
let desk: TestDesk
beforeEach(async () => {
  desk = await openDesk()
})
const { send } = senderTo(() => desk)

describe('the limit of inquiries', () => {
  const ask = (address = '203.0.113.7') => send({ ...jsonRequest(VALID_INQUIRY), address })

  it('is one quota for an address; then 429 with Retry-After and both RateLimit fields', async () => {
    for (let count = 0; count < quota; count++) expect((await ask()).status).toBe(202)
    const response = await ask()
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const [[name, left]] = parseList(response.headers.get('ratelimit') ?? '') as [[string, Map<string, number>]]
    const [[, policy]] = parseList(response.headers.get('ratelimit-policy') ?? '') as [[string, Map<string, number>]]
    expect([name, left.get('r'), policy.get('q'), policy.get('w')]).toEqual(['inquiries', 0, quota, windowSeconds])
    expect(left.get('t')).toBeGreaterThanOrEqual(1)
    expect((await ask('203.0.113.8')).status).toBe(202)
    expect(await desk.inquiries()).toHaveLength(quota + 1)
  })

  it('does not count refused input', async () => {
    for (let count = 0; count <= quota; count++) await send(jsonRequest({ name: 'only' }))
    expect((await ask()).status).toBe(202)
  })

  it('does not count what nothing but JSON can answer, and stores nothing', async () => {
    for (let count = 0; count <= quota; count++) {
      const refused = await send(jsonRequest(VALID_INQUIRY, { Accept: 'application/xml;q=1, application/json;q=0' }))
      expect([refused.status, refused.headers.get('content-type')]).toEqual([406, 'application/problem+json'])
    }
    expect(await desk.inquiries()).toEqual([])
    expect((await ask()).headers.get('ratelimit')).toContain(`r=${quota - 1}`)
  })

  it('does not believe headers of the client', async () => {
    for (let count = 0; count < quota; count++) await ask()
    const forged = await send({
      ...jsonRequest(VALID_INQUIRY, { 'X-Forwarded-For': '198.51.100.9', Forwarded: 'for=198.51.100.9' }),
      address: '203.0.113.7',
    })
    expect(forged.status).toBe(429)
  })
})
