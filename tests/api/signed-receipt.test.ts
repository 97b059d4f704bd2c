/** The signed receipt of an inquiry: its proof, the same one when the inquiry is repeated, and that nothing else accepts it. */
import { createHash } from 'node:crypto'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { HOUR_MS } from '../../src/duration.ts'
import type { Firm } from '../../src/firm/firm.ts'
import { type InquiryId, INQUIRIES_PREFIX } from '../../src/inquiries/inquiry-id.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { agent, useVouchedAgent } from '../agents/identity/vouched-agent.ts'
import { callAt } from '../mcp/mcp-client.ts'
import type { Json } from '../test-agent.ts'
import { BASE, STAFF_INBOX, VALID_INQUIRY } from '../test-desk.ts'

useVouchedAgent()
const send = async (body: unknown = VALID_INQUIRY, headers: Record<string, string> = {}) =>
  (await agent.post('inquiries', '/api/v1/inquiries', body, { headers })).body
const repeat = () => send(VALID_INQUIRY, { 'Idempotency-Key': 'k' })
const claimsOf = async ({ receipt }: Json) => (await verifyReceipt(receipt)).payload
const callTool = async (name: string, given: Json) => (await callAt(agent, name, given)).structuredContent as Json

/** Reads the receipt as those do who know only the published keys. @throws when the receipt is not one of the service */
async function verifyReceipt(receipt: unknown) {
  const served = await agent.send('jwks', '/.well-known/jwks.json')
  const keys = createLocalJWKSet((await served.json()) as JSONWebKeySet)
  return jwtVerify(String(receipt), keys, { typ: 'receipt+jwt', algorithms: ['ES256'], issuer: BASE })
}

/** @param text canonical JSON of the inquiry */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

function changeNotices(changes: Partial<Firm['notices']>) {
  const { firm } = agent.service
  agent.service.firm = { ...firm, notices: { ...firm.notices, ...changes } }
}

/** `VALID_INQUIRY` in canonical form, written by hand. */
const CANONICAL =
  '{"email":"ana@example.com","message":"I was hurt in an accident and would like to talk.","name":"Ana Example"}'

it('the receipt proves reference, time, notice and content, by the published keys', async () => {
  agent.advance(999)
  const body = await send()
  const { payload, protectedHeader } = await verifyReceipt(body.receipt)
  expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'receipt+jwt', kid: expect.any(String) })
  expect(payload).toEqual({
    iss: BASE,
    sub: body.reference,
    iat: Date.parse('2026-11-21T15:04:05Z') / 1000,
    notice: '2026-11-01',
    inquiry_sha256: hashOf(CANONICAL),
  })
})

it('the receipt is of what was accepted, however it was written: what the preview shows', async () => {
  const written = ` { "name": "\\u0041na Example\\n", "extra": 1, "phone": null, "topic": "", "safeContact": [], "urgent": false, "message": "\\t${VALID_INQUIRY.message} ", "email": "ana@example.com" }`
  expect((await claimsOf(await send(written))).inquiry_sha256).toBe(hashOf(CANONICAL))
  const given = { ...VALID_INQUIRY, name: ' Ana Example ', topic: 'wills_trusts', language: 'es' }
  const { inquiry, confirmationToken } = await callTool('preview_inquiry', given)
  const { email, language, message, name, topic } = inquiry as Json
  const sent = await callTool('submit_inquiry', { confirmationToken })
  expect(await claimsOf(sent)).toMatchObject({
    sub: sent.reference,
    inquiry_sha256: hashOf(JSON.stringify({ email, language, message, name, topic })),
  })
})

it('the receipt says the same when the inquiry is repeated later, under another notice, and when it was erased since', async () => {
  const first = await repeat()
  agent.advance(HOUR_MS)
  changeNotices({ version: '2026-11-22', inquiry: 'A new notice.' })
  const again = await repeat()
  expect(again.notice).toContain('A new notice. Not confidential yet.')
  expect(await claimsOf(again)).toEqual(await claimsOf(first))
  const [inquiry] = await agent.inquiries()
  await eraseInquiries(agent.service, STAFF_INBOX, [inquiry as InquiryId], { by: 'OWNER001', keepsNames: false })
  const before = agent.store.records.size
  expect(await claimsOf(await repeat())).toEqual(await claimsOf(first))
  expect([agent.store.records.size, await agent.inquiries()]).toEqual([before, []])
  expect(await claimsOf(await send())).toMatchObject({ notice: '2026-11-22' })
})

it('the receipt names the notice that is stored with the inquiry, also when the first try was cut off before it', async () => {
  agent.store.readOnly = INQUIRIES_PREFIX
  expect(await repeat()).toMatchObject({ code: 'service-unavailable' })
  agent.store.readOnly = undefined
  changeNotices({ version: '2026-11-22' })
  const { notice } = await claimsOf(await repeat())
  expect(await agent.inquiries()).toMatchObject([{ notice }])
})

it('the receipt is neither logged nor stored, and neither is the hash in it', async () => {
  const structured = await callTool('submit_inquiry', { ...VALID_INQUIRY, confirmed: true })
  const sent = await repeat()
  const kept = agent.logged() + JSON.stringify([...agent.store.records])
  expect(kept).toContain(String(sent.reference))
  for (const { receipt } of [structured, sent])
    for (const part of [...String(receipt).split('.'), hashOf(CANONICAL)]) expect(kept).not.toContain(part)
})
