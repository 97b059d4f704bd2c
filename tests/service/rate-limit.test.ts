import { describe, expect, it, vi } from 'vitest'
import { type LimitName, RATE_LIMITS, type RateLimit } from '../../src/rate-limits.ts'
import { networkOf, consumeRateLimit, memoryLimiter } from '../../src/service/rate-limit.ts'

const START = Date.UTC(2026, 10, 2, 12)
const LIMITS = Object.entries(RATE_LIMITS) as [LimitName, RateLimit][]
/** These limits have an end for everyone or none, and either answer while the limiter is broken. */
const EXAMPLES: readonly LimitName[] = ['inquiries', 'inquiry-mail', 'registration', 'sign-in-total', 'ready']
const ONE = 1 / RATE_LIMITS.inquiries.quota
const MAX_CALLERS = 40_000

function start(factor = 1, limit: LimitName = 'inquiries') {
  let now = START
  const limiter = memoryLimiter({ now: () => new Date(now) }, factor)
  const take = (address = '192.0.2.1', of = limit) => limiter.take(of, address)
  return {
    limiter,
    take,
    /** @returns how many were allowed before one was refused */
    async takeAll(address: string, most: number) {
      for (let taken = 0; taken < most; taken++) if (!(await take(address)).allowed) return taken
      return most
    },
    pass: (seconds: number) => (now += seconds * 1000),
  }
}

/** An IPv4 address for each number below 2^24. */
const ipv4 = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
/** An address in one of the /48 networks, and there in one of the 65,536 /64 networks. */
const ipv6 = (wide: number, narrow: number) => `2001:db8:${wide.toString(16)}:${narrow.toString(16)}::1`

const OF_EXAMPLES = LIMITS.filter(([limit]) => EXAMPLES.includes(limit))
describe.each(OF_EXAMPLES)('the budget of %s', (limit, { everyone = Infinity, ...row }) => {
  const { quota, windowSeconds, openWhenBroken } = row
  it('is used up, tells when it returns, and returns then', async () => {
    const { take, pass } = start(1, limit)
    const full = { allowed: true, quota, windowSeconds, remaining: quota - 1, resetSeconds: windowSeconds }
    expect(await take()).toEqual(full)
    for (let taken = 1; taken < quota; taken++) expect((await take()).allowed).toBe(true)
    pass(windowSeconds - 1)
    expect(await take()).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 1 })
    pass(1)
    expect(await take()).toEqual(full)
  })

  it('is that of each caller, and ends with that of everyone', async () => {
    const { take } = start(1, limit)
    const callers = Number.isFinite(everyone) ? everyone : quota + 1
    for (let caller = 0; caller < callers; caller++) expect((await take(`caller ${caller}`)).allowed).toBe(true)
    const { allowed, remaining } = await take('one more')
    expect([allowed, remaining]).toEqual(Number.isFinite(everyone) ? [false, 0] : [true, quota - 1])
  })

  it("has 16 times as much for a /48 network of IPv6, but not more than a fifth of everyone's", async () => {
    const { take } = start(1, limit)
    const expected = Math.max(quota, Math.min(quota * 16, everyone / 5))
    for (let narrow = 0; narrow < expected; narrow++) expect((await take(ipv6(0, narrow))).allowed).toBe(true)
    expect(await take(ipv6(0, expected))).toMatchObject({ allowed: false, quota: expected, remaining: 0 })
    expect((await take(ipv6(1, 0))).allowed).toBe(true)
    expect((await take()).allowed).toBe(true)
  })

  it(`is ${openWhenBroken ? 'not enforced' : 'enforced'} while the limiter is broken`, async () => {
    const log = vi.fn()
    const broken = { limiter: { take: () => Promise.reject(new Error('broken')) }, log }
    const answer = await consumeRateLimit(limit, { address: '192.0.2.1' }, broken).catch((error: unknown) => error)
    expect(answer).toEqual(openWhenBroken ? {} : expect.objectContaining({ code: 'service-unavailable' }))
    expect(answer instanceof Error).toBe(!openWhenBroken)
    expect(log.mock.calls).toEqual([['limiter.failed', { limit }]])
  })
})

it('no inquiry is lost when the limiter fails, the store can still be checked, and nothing else passes', () => {
  const open = LIMITS.filter(([, { openWhenBroken }]) => openWhenBroken)
  expect(open.map(([limit]) => limit)).toEqual(['inquiries', 'inquiry-answer', 'inquiry-mail', 'ready'])
})

it('a budget of a caller that used more outlasts a flood of callers that used less', async () => {
  const { take } = start(2 * ONE)
  await take('busy')
  await take('busy')
  for (let number = 0; number <= MAX_CALLERS; number++) await take(ipv4(number))
  expect((await take('busy')).allowed).toBe(false)
})

it('a budget of one limit is not forgotten by a flood of another, nor is that of everyone', async () => {
  const { limiter, take, takeAll } = start(1, 'registration')
  const { quota, everyone = 0 } = RATE_LIMITS.registration
  for (let number = 0; number * quota < everyone; number++) expect(await takeAll(ipv4(number), quota)).toBe(quota)
  for (let tried = 0; tried < RATE_LIMITS['sign-in'].quota; tried++) await take('192.0.2.1', 'sign-in')
  for (let number = 0; number <= MAX_CALLERS; number++) {
    await limiter.take('token', ipv6(number >> 2, number & 3))
    await take(ipv6(number >> 2, number & 3))
  }
  expect(await take('192.0.2.1', 'sign-in')).toMatchObject({ allowed: false })
  expect(await take('192.0.2.1')).toMatchObject({ allowed: false, quota: everyone })
})

it('a refused request takes nothing from any budget', async () => {
  const { take, takeAll } = start(1, 'registration')
  const { quota, everyone = 0 } = RATE_LIMITS.registration
  for (let asked = 0; asked < 2 * everyone; asked++) await take(ipv6(0, 0))
  expect(await takeAll(ipv6(0, 1), everyone)).toBe(quota)
  for (let number = 2; number * quota < everyone; number++) expect(await takeAll(ipv4(number), quota)).toBe(quota)
  for (let refused = 0; refused < quota; refused++) expect((await take('192.0.2.1')).quota).toBe(everyone)
  expect((await take('192.0.2.1')).quota).toBe(everyone)
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '32.1.13.184.0.1.0.2/64'],
  ['unknown', 'unknown'],
])('the caller %s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))
