/**
 * A row of the table of operations is what its endpoint does: a change of the row is felt by the next request.
 */
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { FunctionOperation } from '../../src/contract/operation.ts'
import { type FunctionOperationId, OPERATIONS } from '../../src/contract/operations.ts'
import { createTestAgent } from '../test-agent.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

const undo: (() => void)[] = []
afterEach(() =>
  undo
    .splice(0)
    .reverse()
    .forEach((restore) => restore()),
)

/** Changes a row until the test ends. */
function change(id: FunctionOperationId, columns: Partial<FunctionOperation>): void {
  const row: FunctionOperation = OPERATIONS[id]
  const before = { ...row }
  undo.push(() => {
    for (const name of Object.keys(columns)) Reflect.deleteProperty(row, name)
    Object.assign(row, before)
  })
  Object.assign(row, columns)
}

const agent = await createTestAgent()
const { token } = await agent.anonymousToken('firm.read')
const sendInquiry = (headers: Record<string, string> = {}, body: unknown = VALID_INQUIRY) =>
  agent.post('inquiries', '/api/v1/inquiries', body, { headers })
const bearer = { Authorization: `Bearer ${token}` }

describe('a row that is changed', () => {
  it('in its scope lets other tokens in', async () => {
    expect((await sendInquiry(bearer)).body.code).toBe('insufficient_scope')
    change('createInquiry', { scope: 'firm.read' })
    expect((await sendInquiry(bearer)).status).toBe(202)
  })

  it('in its token refuses a request without one, or ignores a bad one', async () => {
    const bad = { Authorization: 'Bearer x' }
    expect((await sendInquiry(bad)).status).toBe(401)
    change('createInquiry', { token: 'required', problems: ['missing-token'] })
    expect((await sendInquiry()).body.code).toBe('missing-token')
    change('createInquiry', { token: 'ignored' })
    expect((await sendInquiry(bad)).status).toBe(202)
  })

  it('in its input takes another body', async () => {
    const body = { type: 'a new type' }
    expect((await agent.post('identity', '/agent/identity', body)).body.error_description).toMatch(/^The member type /)
    change('registerAgent', { input: z.object({ type: z.literal('anonymous', 'Only anonymous.') }) })
    expect((await agent.post('identity', '/agent/identity', body)).body.error_description).toBe('Only anonymous.')
  })

  it('in its limit counts in another budget', async () => {
    const policyOf = async () => (await sendInquiry()).headers.get('ratelimit-policy')
    expect(await policyOf()).toMatch(/^"inquiries";/)
    change('createInquiry', { limit: 'bearer' })
    expect(await policyOf()).toMatch(/^"bearer";/)
  })

  it('in what the limit counts spares requests that are not valid, or not', async () => {
    const few = await createTestAgent({ factor: 0 })
    const status = async (body: unknown) => (await few.post('inquiries', '/api/v1/inquiries', body)).status
    expect([await status({}), await status({})]).toEqual([400, 400])
    change('createInquiry', { countsValidOnly: false })
    expect([await status({}), await status({})]).toEqual([400, 429])
  })

  it('in its media type reads another', async () => {
    change('registerAgent', { consumes: 'application/x-www-form-urlencoded' })
    expect((await agent.form('identity', '/agent/identity', { type: 'anonymous' })).status).toBe(200)
  })

  it('in its idempotency takes no notice of the key', async () => {
    const send = async () => (await sendInquiry({ 'Idempotency-Key': 'the-same' })).body.reference
    expect(await send()).toBe(await send())
    change('createInquiry', { idempotent: false })
    expect(await send()).not.toBe(await send())
  })

  it('in its status and output answers so', async () => {
    change('createInquiry', { status: 200, output: undefined })
    expect(await sendInquiry()).toMatchObject({ status: 200, body: { text: '' } })
  })
})
