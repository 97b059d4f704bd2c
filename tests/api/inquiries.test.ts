/** Inquiries that programs send: bodies, credentials, failures of the service, the rate limit, and the key under which one is sent again. */
import { parseList } from 'structured-headers'
import { expect, it } from 'vitest'
import { receiptNotice } from '../../src/firm/notices.ts'
import { PROBLEMS } from '../../src/problem.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { BASE, FIRM, VALID_INQUIRY, jsonRequest } from '../test-desk.ts'
import { agent, ANA, useAgent, withoutSignatures } from '../test-agent.ts'
import { call } from '../mcp/mcp-client.ts'
import { fieldsOf } from '../../src/inquiries/card-fields.ts'

useAgent()
const PATH = '/api/v1/inquiries'

const send = (init: RequestInit & { address?: string }, path = PATH) => agent.send('inquiries', path, init)

/** Checks a refusal: a problem document, CORS, nothing stored, nothing of the input quoted. */
async function expectProblem(response: Response, code: keyof typeof PROBLEMS) {
  const body = (await response.json()) as Record<string, unknown>
  const { status, title } = PROBLEMS[code]
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/problem+json',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringContaining('WWW-Authenticate'),
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(body).toMatchObject({ type: `${BASE}/problems/#${code}`, title, status, code, detail: expect.any(String) })
  expect(agent.store.records.size).toBe(0)
  return body
}

it('answers 202 with a receipt that is not kept by any cache', async () => {
  const response = await send(jsonRequest({ ...VALID_INQUIRY, topic: 'wills_trusts' }))
  expect(response.status).toBe(202)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('location')).toBeNull()
  const receipt = (await response.json()) as { reference: string }
  expect(receipt).toMatchObject({ status: 'accepted', sender: 'anonymous', notice: receiptNotice(FIRM.notices) })
  const { reference } = receipt
  expect(await agent.inquiries()).toMatchObject([{ reference, via: 'api', request: { topic: 'wills_trusts' } }])
})

it('asks a program about an address that may be mistyped, in the receipt and in a preview, and only then', async () => {
  for (const email of ['ana@gmial.com', 'ana@gmail.com']) {
    const emailSuggestion = email === 'ana@gmail.com' ? undefined : 'ana@gmail.com'
    const inquiry = { ...VALID_INQUIRY, email }
    const receipt = (await (await send(jsonRequest(inquiry))).json()) as { emailSuggestion?: string }
    expect(receipt.emailSuggestion).toBe(emailSuggestion)
    const { structuredContent } = await call('preview_inquiry', inquiry)
    expect((structuredContent as { emailSuggestion?: string }).emailSuggestion).toBe(emailSuggestion)
  }
})

it('refuses other content types and compression, and says what it takes', async () => {
  const body = Buffer.from(JSON.stringify(VALID_INQUIRY))
  for (const type of ['text/plain', '', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16']) {
    const response = await send({ method: 'POST', body, headers: type ? { 'Content-Type': type } : {} })
    await expectProblem(response, 'unsupported-media-type')
    const said = ['accept-post', 'accept'].map((name) => response.headers.get(name))
    expect(said).toEqual(['application/json', 'application/json'])
  }
  const response = await send(jsonRequest(VALID_INQUIRY, { 'Content-Encoding': 'gzip' }))
  expect([response.status, response.headers.get('accept-encoding')]).toEqual([415, 'identity'])
  for (const type of ['application/json; charset=utf-8', 'application/JSON', 'application/json;charset="UTF-8"'])
    expect((await send(jsonRequest(VALID_INQUIRY, { 'Content-Type': type }))).status).toBe(202)
})

it.each(['with a declared length', 'in chunks'])('takes exactly 64 KiB %s, and not one byte more', async (how) => {
  const text = JSON.stringify(VALID_INQUIRY).padEnd(64 * 1024)
  const sendText = (body: string) =>
    send(
      how === 'in chunks'
        ? ({ ...jsonRequest(''), body: new Blob([body]).stream(), duplex: 'half' } as RequestInit)
        : jsonRequest(body, { 'Content-Length': String(body.length) }),
    )
  await expectProblem(await sendText(`${text} `), 'content-too-large')
  expect((await sendText(text)).status).toBe(202)
})

it('reads no further than the limit, and takes no body that was cut off for a whole one', async () => {
  const stream = (body: ReadableStream) => send({ ...jsonRequest(''), body, duplex: 'half' } as RequestInit)
  let sent = 0
  const endless = new ReadableStream({ pull: (to) => ((sent += 1), to.enqueue(new Uint8Array(8192))) })
  await expectProblem(await stream(endless), 'content-too-large')
  expect(sent).toBeLessThan(12)
  const whole = new TextEncoder().encode(JSON.stringify(VALID_INQUIRY))
  const parts = [whole]
  const cutOff = new ReadableStream({
    pull: (to) => (parts.length > 0 ? to.enqueue(parts.pop()) : to.error(new Error('reset'))),
  })
  await expectProblem(await stream(cutOff), 'malformed-body')
})

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

it.each<[string, BodyInit]>([
  ...['', 'null', 'NaN', '{"name":"Ana"'].map((text): [string, string] => [JSON.stringify(text), text]),
  ['a byte order mark', `\uFEFF${JSON.stringify(VALID_INQUIRY)}`],
  ['33 levels deep', deep(33)],
  ['deep in a member that is ignored', `{"x":${deep(5000)}}`],
  ['__proto__', '{"__proto__":{"admin":true},"name":"Ana","email":"a@b.co","message":"Hi"}'],
  ['constructor', JSON.stringify({ ...VALID_INQUIRY, constructor: { prototype: { admin: true } } })],
  ['UTF-16', Buffer.from(JSON.stringify(VALID_INQUIRY), 'utf16le')],
  ['not all UTF-8', Buffer.from('{"name":"\xff"}', 'latin1')],
])('refuses a body that is %s', async (_title, body) => {
  const problem = await expectProblem(await send({ ...jsonRequest(''), body }), 'malformed-body')
  expect(problem.errors).toEqual([{ pointer: '', detail: expect.any(String) }])
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

it('names every fault of a body at once, also of one that is nested 32 levels deep', async () => {
  await expectProblem(await send(jsonRequest(deep(32))), 'invalid-request')
  const problem = await expectProblem(await send(jsonRequest({ topic: 'secret-topic' })), 'invalid-request')
  expect(problem.errors).toMatchObject(['name', 'email', 'topic', 'message'].map((name) => ({ pointer: `/${name}` })))
  expect(JSON.stringify(problem)).not.toContain('secret-topic')
})

it.each([
  ['Bearer a, Bearer b', PATH],
  ['Basic x, Bearer b', PATH],
  ['Bearer a', `${PATH}?access_token=b`],
])('a credential %j at %s is two: 400', async (header, path) => {
  const response = await send(jsonRequest(VALID_INQUIRY, { Authorization: header }), path)
  await expectProblem(response, 'invalid-request')
  expect(response.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource", error="invalid_request"`,
  )
  // Another scheme alone is no credential.
  expect((await send(jsonRequest(VALID_INQUIRY, { Authorization: 'Basic eDp5' }))).status).toBe(202)
})

it('a mistake of ours is 500 with a trace, and tells nothing else', async () => {
  agent.service.inbox.seal = () => Promise.reject(new TypeError(`cannot read ${VALID_INQUIRY.email} of /srv/secret`))
  const problem = await expectProblem(await send(jsonRequest(VALID_INQUIRY)), 'internal-error')
  const [trace] = /[0-9a-f-]{36}/.exec(String(problem.detail)) ?? []
  expect(agent.logged()).toContain(`"trace":"${trace}"`)
  expect(JSON.stringify(problem)).not.toMatch(/secret|TypeError|at /)
  expect(agent.logged()).not.toContain(VALID_INQUIRY.email)
})

it('the limit of inquiries is one quota for an address; then 429 with Retry-After and both RateLimit fields', async () => {
  const { quota, windowSeconds } = RATE_LIMITS.inquiries
  const ask = (address = '203.0.113.7') => send({ ...jsonRequest(VALID_INQUIRY), address })
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

it('an Idempotency-Key is the agent’s own: another agent behind the same address may use it, and the agent may use it from anywhere', async () => {
  const [one, other] = await Promise.all([agent.anonymousToken(), agent.anonymousToken()])
  const sendAs = ({ token }: { token: string }, request: object, from?: { address: string }) =>
    send({ ...jsonRequest(request, { 'Idempotency-Key': 'k', Authorization: `Bearer ${token}` }), ...from })
  const first = await sendAs(one, VALID_INQUIRY)
  expect((await sendAs(other, { ...VALID_INQUIRY, name: 'Bo' })).status).toBe(202)
  const again = await sendAs(one, VALID_INQUIRY, { address: '198.51.100.9' })
  expect(withoutSignatures(await again.text())).toBe(withoutSignatures(await first.text()))
  expect(await agent.inquiries()).toHaveLength(2)
})

it.each(['', 'x'.repeat(256), 'two words', 'é'])('an Idempotency-Key is not %.20j', async (key) => {
  await expectProblem(await send(jsonRequest(VALID_INQUIRY, { 'Idempotency-Key': key })), 'invalid-request')
})

const LUIS = 'Luis.Gomez@Example.com'

async function tokensFor(email: string): Promise<string[]> {
  const { claim, claim_token } = await agent.serviceAuth(email)
  await agent.confirm(claim)
  const { body } = await agent.poll(claim_token)
  const exchanged = await agent.exchange(body.identity_assertion)
  return [body.access_token, exchanged.body.access_token].map(String)
}

const senderOf = async (token: string, email: string) => {
  const sent = await send(jsonRequest({ ...VALID_INQUIRY, email }, { Authorization: `Bearer ${token}` }))
  return ((await sent.json()) as { sender: string }).sender
}

it.each([
  ['the address that was confirmed', LUIS, 'verified_person'],
  ['another spelling of it', 'luis.gomez@EXAMPLE.com', 'verified_person'],
  ['the address of another person', ANA, 'agent'],
])('an inquiry with %s', async (_what, email, sender) => {
  for (const token of await tokensFor(LUIS)) expect(await senderOf(token, email)).toBe(sender)
  const fields = (await agent.inquiries()).slice(0, 1).flatMap((inquiry) => fieldsOf(inquiry, ''))
  const vouched = fields.find(({ label }) => label === 'Confirmed by')
  expect(vouched?.value).toBe(sender === 'agent' ? 'Luis.Gomez@example.com, not the address given here' : undefined)
})

it('an agent for which no one vouched is an agent, and nothing is said of a person', async () => {
  expect(await senderOf((await agent.anonymousToken()).token, ANA)).toBe('agent')
  expect((await agent.inquiries())[0]).not.toHaveProperty('vouchedBy')
})
