/** The person's consent to an inquiry at `/mcp`: it counts for one inquiry, and for the caller that asked for it. */
import { expect, it } from 'vitest'
import { receiptNotice } from '../../src/firm/notices.ts'
import { HOUR_MS } from '../../src/duration.ts'
import { agent, type Json, useAgent, withoutSignatures } from '../test-agent.ts'
import { FIRM, VALID_INQUIRY } from '../test-desk.ts'
import { call as callTool, ERAS, type SentHeaders, send, SENDERS } from './mcp-client.ts'

useAgent()

type From = Partial<Record<'token' | 'address', string>>

/** @param more parameters with which a client answers the server's question */
async function call(name: string, given: Json, { token, address }: From = {}, more?: Json): Promise<Json> {
  const _meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
  const params = { name, arguments: given, ...(more && { ...more, _meta }) }
  const [message, headers] = ERAS[more ? 'modern' : 'legacy']('tools/call', params)
  const all: SentHeaders = { ...headers, ...(token && { Authorization: `Bearer ${token}` }) }
  return (await send(message, all, 'POST', address ? { address } : {})).body.result ?? {}
}

const tokenIn = ({ structuredContent }: Json) => (structuredContent as { confirmationToken: string }).confirmationToken
const preview = async (from?: From, changes: Json = {}) =>
  tokenIn(await call('preview_inquiry', { ...VALID_INQUIRY, ...changes }, from))
const submit = (more: Json, from?: From) => call('submit_inquiry', { ...VALID_INQUIRY, ...more }, from)

it.each([
  ['other idempotency keys', [{ idempotencyKey: 'a' }, { idempotencyKey: 'b' }, {}], {}],
  ['the statement that the person agreed', [{}, { confirmed: true, idempotencyKey: 'b' }], {}],
  ['another address', [{}, {}], { address: '198.51.100.9' }],
])('a confirmation sends one inquiry, used again with %s', async (_how, uses, from) => {
  const confirmationToken = await preview()
  const receipts: unknown[] = []
  for (const [index, use] of uses.entries())
    receipts.push((await submit({ ...use, confirmationToken }, index > 0 ? from : {})).structuredContent)
  expect(receipts[0]).toMatchObject({ status: 'accepted' })
  expect(new Set(receipts.map((receipt) => withoutSignatures(JSON.stringify(receipt)))).size).toBe(1)
  expect(await agent.inquiries()).toHaveLength(1)
})

it('a confirmation is enough: what was previewed is sent once, for the registration that asked for it, with any of its tokens', async () => {
  const { token, registration } = await agent.anonymousToken()
  const { token: stranger } = await agent.anonymousToken()
  const message = 'Ω'.repeat(5000)
  const [own, anonymous] = [await preview({ token }, { message }), await preview({}, { message })]
  const alone = (confirmationToken: string, from: From) => call('submit_inquiry', { confirmationToken }, from)
  const refused: unknown = expect.stringMatching(/confirmationToken is not for exactly this inquiry.*Nothing was sent/)
  for (const [used, from] of [
    ...['x', `${own}x`, anonymous].map((one) => [one, { token }] as const),
    ...[{ token: stranger }, {}].map((another) => [own, another] as const),
  ])
    for (const answer of [await alone(used, from), await submit({ message, confirmationToken: used }, from)])
      expect([answer.isError, JSON.stringify(answer.content)]).toEqual([true, refused])
  expect(await agent.inquiries()).toEqual([])
  const { body } = await agent.exchange(registration.identity_assertion)
  const receipts = [await alone(own, { token }), await alone(own, { token: String(body.access_token) })]
  const accepted = { status: 'accepted', sender: 'agent', notice: receiptNotice(FIRM.notices) }
  expect(receipts[0]).toMatchObject({ structuredContent: accepted })
  const [first, second] = receipts.map((receipt) => withoutSignatures(JSON.stringify(receipt)))
  expect(second).toBe(first)
  const sent = { registration: registration.id, request: { ...VALID_INQUIRY, message } }
  expect(await agent.inquiries()).toMatchObject([sent])
})

it.each(SENDERS)('a confirmation is not a forged or an old one (%s the handshake was dropped)', async (_era, post) => {
  for (const confirmationToken of ['x', '', 'a.b.c.d.e'])
    expect((await callTool('submit_inquiry', { ...VALID_INQUIRY, confirmationToken }, post)).isError).toBe(true)
  const confirmationToken = tokenIn(await callTool('preview_inquiry', VALID_INQUIRY, post))
  agent.advance(HOUR_MS)
  expect((await callTool('submit_inquiry', { ...VALID_INQUIRY, confirmationToken }, post)).isError).toBe(true)
  expect(await agent.inquiries()).toEqual([])
})

it('a confirmation in a form of the client is not a forged state nor that of another inquiry, and sends one inquiry, for the caller that was asked', async () => {
  const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } }
  const requestStates = ['x', await preview({}, { message: 'another' })]
  for (const requestState of requestStates) {
    const result = await call('submit_inquiry', VALID_INQUIRY, {}, { requestState, inputResponses })
    expect(result.structuredContent).toBeUndefined()
  }
  expect(await agent.inquiries()).toEqual([])
  const { token } = await agent.anonymousToken()
  const { requestState } = await call('submit_inquiry', VALID_INQUIRY, { token }, {})
  const answer = { requestState, inputResponses }
  const { token: stranger } = await agent.anonymousToken()
  expect(await call('submit_inquiry', VALID_INQUIRY, { token: stranger }, answer)).toMatchObject({ isError: true })
  for (const idempotencyKey of ['a', 'b'])
    expect(await call('submit_inquiry', { ...VALID_INQUIRY, idempotencyKey }, { token }, answer)).toMatchObject({
      structuredContent: { status: 'accepted' },
    })
  expect(await agent.inquiries()).toMatchObject([{ confirmedIn: 'form' }])
})

it('a confirmation by the token of a preview is what the agent says; the token of its window, which models do not get, is the person', async () => {
  const { _meta, ...shown } = await call('preview_inquiry', VALID_INQUIRY)
  const { token } = (_meta as Record<string, Json>)['front-desk/inquiry'] as { token: string }
  expect(JSON.stringify(shown)).not.toContain(token)
  await call('submit_inquiry', { confirmationToken: await preview({}, { message: 'another' }) })
  await call('submit_inquiry', { confirmationToken: token })
  expect((await agent.inquiries()).map(({ confirmedIn }) => confirmedIn).sort()).toEqual(['window', undefined])
})

it.each(SENDERS)('the word of an agent is no confirmation (%s the handshake was dropped)', async (_era, post) => {
  const confirm = (more: Json = {}) => callTool('submit_inquiry', { ...VALID_INQUIRY, confirmed: true, ...more }, post)
  agent.service.acceptsUnconfirmed = false
  const refused = await confirm()
  expect(refused.structuredContent).toBeUndefined()
  expect(JSON.stringify(refused)).toMatch(/Nothing was sent|inputRequests/)
  expect(await agent.inquiries()).toEqual([])
  const confirmationToken = await preview()
  expect(await confirm({ confirmationToken })).toMatchObject({ structuredContent: { status: 'accepted' } })
})

it('takes a telephone number in place of an address, and refuses neither and a date that has passed', async () => {
  const { email: _, ...person } = VALID_INQUIRY
  const confirmationToken = tokenIn(await call('preview_inquiry', { ...person, phone: '386 555 0142' }))
  const accepted = { structuredContent: { status: 'accepted' } }
  expect(await call('submit_inquiry', { confirmationToken })).toMatchObject(accepted)
  expect(await agent.inquiries()).toMatchObject([{ request: { phone: '386 555 0142' } }])
  for (const [given, said] of [
    [person, 'email: is required where there is no telephone number'],
    [{ ...VALID_INQUIRY, date: '2026-11-19' }, 'date: must be a day like 2026-12-31'],
  ] as const)
    expect(JSON.stringify(await call('preview_inquiry', given))).toContain(said)
})

it.each(SENDERS)('an inquiry is sent once by any number at once (%s the handshake was dropped)', async (_era, post) => {
  const submit = () => callTool('submit_inquiry', { ...VALID_INQUIRY, confirmed: true }, post)
  const results = await Promise.all(Array.from({ length: 20 }, submit))
  const receipts = results.map(({ structuredContent }) => withoutSignatures(JSON.stringify(structuredContent)))
  expect(new Set(receipts).size).toBe(1)
  expect(await agent.inquiries()).toHaveLength(1)
})
