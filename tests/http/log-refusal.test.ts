/** The log of refused requests: a flood of them writes few lines, and no line says who sent them. */
import { expect, it } from 'vitest'
import { toProblem } from '../../src/http/endpoint.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { memoryLimiter } from '../../src/service/rate-limit.ts'
import { rpc } from '../mcp/mcp-client.ts'
import { formRequest } from '../test-agent.ts'
import { desk, jsonRequest, type TestDesk, useDesk, VALID_INQUIRY } from '../test-desk.ts'

const MINUTE_MS = 60_000
const HOME = '203.0.113.7'

useDesk()

const refusals = () =>
  desk
    .logged()
    .split('\n')
    .filter((line) => line.includes('.refused'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const refuse = async (address = HOME) => {
  const { status } = await desk.send('inquiries', '/api/v1/inquiries', { ...jsonRequest({}), address })
  expect(status).toBe(400)
}
const repeat = async (times: number, act: () => Promise<unknown>) => {
  for (let time = 0; time < times; time++) await act()
}
const LINE = { event: 'request.refused', code: 'invalid-request' }

it('refused requests of one caller write one line a minute, and the next says how many were left out', async () => {
  await repeat(50, () => refuse())
  expect(refusals()).toEqual([LINE])
  desk.advance(MINUTE_MS - 1)
  await refuse()
  expect(refusals()).toEqual([LINE])
  desk.advance(1)
  await repeat(2, () => refuse())
  expect(refusals()).toEqual([LINE, { ...LINE, leftOut: 50 }])
  desk.advance(MINUTE_MS)
  await refuse()
  expect(refusals().at(-1)).toEqual({ ...LINE, leftOut: 1 })
  desk.advance(MINUTE_MS)
  await refuse()
  expect(refusals().at(-1)).toEqual(LINE)
})

it('refused requests of one caller write one for each code, from whatever address of its network', async () => {
  for (const address of ['2001:db8::1', '2001:db8::ffff']) {
    await refuse(address)
    await desk.send('inquiries', '/api/v1/inquiries', { method: 'DELETE', address })
  }
  expect(refusals().map(({ code }) => code)).toEqual(['invalid-request', 'method-not-allowed'])
})

it('another caller has a line of its own, which counts what was left out of all, and says who none of them is', async () => {
  await repeat(3, () => refuse())
  for (const other of ['203.0.113.8', '2001:db8:1::1', '2001:db8:2::1']) await refuse(other)
  expect(refusals()).toEqual([LINE, { ...LINE, leftOut: 2 }, LINE, LINE])
  expect(desk.logged()).not.toMatch(/203\.0\.113|2001|db8|32\.1\.13/)
})

const FOREIGN = formRequest({}, { Origin: 'https://x.example' })
it.each<[string, Record<string, unknown>, Parameters<TestDesk['send']>]>([
  ['the OAuth endpoints', { code: 'invalid_request' }, ['token', '/oauth/token', formRequest({})]],
  ['the agent endpoints', { code: 'unsupported-media-type' }, ['identity', '/agent/identity', formRequest({})]],
  ['an unknown address', { code: 'not-found' }, ['not-found', '/api/v1/none', {}]],
  ['MCP', { code: 'malformed-body' }, ['mcp', '/mcp', jsonRequest('{')]],
  ['the contact form', { code: 'foreign-page' }, ['contact', '/contact/', FOREIGN]],
  ['the claim page', { code: 'foreign-page' }, ['claim', '/claim', FOREIGN]],
  ['the desk', { code: 'foreign-page' }, ['desk', '/desk', FOREIGN]],
])('the same holds at every door: %s', async (_door, line, request) => {
  await repeat(3, () => desk.send(...request))
  expect(refusals()).toMatchObject([{ event: 'request.refused', ...line }])
  desk.advance(MINUTE_MS)
  await desk.send(...request)
  expect(refusals()).toHaveLength(2)
  expect(refusals().at(-1)).toMatchObject({ ...line, leftOut: 2 })
})

it('the same holds at every door: the tools of MCP', async () => {
  desk.service.limiter = memoryLimiter(desk.service.clock, 1 / RATE_LIMITS.inquiries.quota)
  const params = { name: 'submit_inquiry', arguments: { ...VALID_INQUIRY, confirmed: true } }
  const submit = () => desk.send('mcp', '/mcp', jsonRequest(rpc('tools/call', params)))
  await repeat(4, submit)
  expect(refusals()).toEqual([{ ...LINE, code: 'rate-limited' }])
  desk.advance(MINUTE_MS)
  await repeat(2, submit)
  expect(refusals().at(-1)).toEqual({ ...LINE, code: 'rate-limited', leftOut: 2 })
})

it('an unexpected error is logged with where it happened and the trace that the answer quotes, and without its words', () => {
  for (const error of [new TypeError('Ana\n    at 12 Oak Street'), 'Ana']) {
    const { detail, code } = toProblem(error, desk.service, { address: HOME })
    const line = JSON.parse(desk.logged().trim().split('\n').at(-1) ?? '') as Record<string, string>
    expect([code, detail]).toEqual(['internal-error', expect.stringContaining(`this trace: ${line.trace}`)])
    const isError = error instanceof Error
    expect(line).toMatchObject({ event: 'request.failed', error: isError ? 'TypeError' : 'string' })
    expect(line.frames).toMatch(isError ? /^ {4}at [^\n]*log-refusal\.test\.ts:/ : /^$/)
    expect(line.frames?.split('    at ').length).toBe(isError ? 6 : 1)
  }
  expect(desk.logged()).not.toMatch(/Ana|Oak/)
})
