/** How the demo agent verifies a receipt, and what it says of one that proves nothing. */
import { beforeAll, expect, it } from 'vitest'
import { type Sent, verifyReceipt } from '../../src/commands/receipt-proof.ts'
import { createTestAgent, type Json } from '../test-agent.ts'
import { BASE, VALID_INQUIRY } from '../test-desk.ts'

const agent = await createTestAgent()
const { keys } = agent.service.keys.jwks
let sent: Sent
let receipt: string
let assertion: string
beforeAll(async () => {
  const { body } = await agent.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY)
  sent = { issuer: BASE, reference: body.reference, inquiry: VALID_INQUIRY }
  receipt = String(body.receipt)
  assertion = String((await agent.register()).identity_assertion)
})
const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')
const withPart = (place: number, part: string) => receipt.split('.').with(place, part).join('.')

it('a receipt yields the key to keep with it', async () =>
  expect(await verifyReceipt(receipt, keys, sent)).toEqual({ key: keys[0] }))

it.each<[fault: string, token: () => string, changes: Partial<Sent>]>([
  ['It is not a receipt.', () => assertion, {}],
  ['It is not a receipt.', () => withPart(0, encode({ alg: 'none', typ: 'receipt+jwt', kid: keys[0]?.kid })), {}],
  ['Its key is not published.', () => withPart(0, encode({ alg: 'ES256', typ: 'receipt+jwt', kid: 'x' })), {}],
  ['Its signature is wrong.', () => withPart(1, encode({ iss: BASE })), {}],
  ['Its signature is wrong.', () => withPart(2, Buffer.alloc(64, 1).toString('base64url')), {}],
  ['It is for another inquiry.', () => receipt, { reference: 'K7QM-2F9D' }],
  ['It is for another inquiry.', () => receipt, { issuer: 'https://firm.example' }],
  ['It is for another text.', () => receipt, { inquiry: { ...VALID_INQUIRY, message: 'Another text.' } }],
])('a receipt proves nothing: %s', async (fault, token, changes) => {
  expect(await verifyReceipt(token(), keys, { ...sent, ...changes })).toEqual({ fault })
})
