/**
 * What failures say to the caller, and to the log.
 */
import { expect, it } from 'vitest'
import { createTestAgent } from '../test-agent.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'

it('a name that the description of an OAuth error quotes is quoted without the marks that RFC 6749 forbids there', async () => {
  const agent = await createTestAgent()
  const body = '{"type":"anonymous","__proto__":1}'
  const response = await agent.send('identity', '/agent/identity', { ...jsonRequest({}), body })
  const { error, error_description } = (await response.json()) as Record<string, string>
  expect([response.status, error]).toEqual([400, 'invalid_request'])
  expect(error_description).toBe("The member name '__proto__' is not allowed.")
})

it('a store that fails is a 503 with when to try again, and one line of the log with the cause', async () => {
  const agent = await createTestAgent()
  agent.store.down = true
  const { status, headers, body } = await agent.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY)
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'service-unavailable', '30'])
  expect(agent.logged().match(/"event":"store\.unavailable","reason":"./g)).toHaveLength(1)
})
