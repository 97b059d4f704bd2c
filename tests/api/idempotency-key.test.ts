/**
 * Repeating an inquiry with the same idempotency key gives one receipt and one inquiry; which keys are valid.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestAgent, type TestAgent } from '../test-agent.ts'
import { withoutSignatures } from '../inquiry-receipt.ts'
import { VALID_INQUIRY, jsonRequest } from '../test-desk.ts'
import { senderTo } from './inquiry-sender.ts'

let desk: TestAgent
beforeEach(async () => {
  desk = await createTestAgent()
})
const { send, expectProblem } = senderTo(() => desk)
const sendUnder = (key: string, request: object = VALID_INQUIRY) =>
  send(jsonRequest(request, { 'Idempotency-Key': key }))

describe('an Idempotency-Key', () => {
  it('gives the same receipt twenty times in parallel, and stores one inquiry', async () => {
    desk = await createTestAgent({ factor: 10 })
    const responses = await Promise.all(Array.from({ length: 20 }, () => sendUnder('k')))
    const bodies = await Promise.all(responses.map((response) => response.text()))
    expect(new Set(bodies.map(withoutSignatures)).size).toBe(1)
    expect(await desk.inquiries()).toHaveLength(1)
  })

  it('is the agent’s own: another agent behind the same address may use it, and the agent may use it from anywhere', async () => {
    const [one, other] = await Promise.all([desk.anonymousToken(), desk.anonymousToken()])
    const sendAs = ({ token }: { token: string }, request: object, address?: string) =>
      send({
        ...jsonRequest(request, { 'Idempotency-Key': 'k', Authorization: `Bearer ${token}` }),
        ...(address !== undefined && { address }),
      })
    const first = await sendAs(one, VALID_INQUIRY)
    expect((await sendAs(other, { ...VALID_INQUIRY, name: 'Bo' })).status).toBe(202)
    const again = await sendAs(one, VALID_INQUIRY, '198.51.100.9')
    expect(withoutSignatures(await again.text())).toBe(withoutSignatures(await first.text()))
    expect(await desk.inquiries()).toHaveLength(2)
  })

  it('is refused with 422 for another body', async () => {
    await sendUnder('k')
    const response = await sendUnder('k', { ...VALID_INQUIRY, name: 'Bo' })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'idempotency-key-reused' })
    expect(await desk.inquiries()).toHaveLength(1)
  })

  it.each([[''], ['x'.repeat(256)], ['two words'], ['é']])('is refused when it is %.20j', async (key) => {
    await expectProblem(await sendUnder(key), 'invalid-request')
  })

  it.each([['x'.repeat(255)], ['"quoted"'], ['~!@#$%^&*()']])('may be %.20j', async (key) => {
    expect((await sendUnder(key)).status).toBe(202)
  })
})
