import { describe, expect, it } from 'vitest'
import { type LimitName, RATE_LIMITS, type RateLimit } from '../../src/rate-limits.ts'
import { consumeRateLimit, memoryLimiter, networkOf } from '../../src/service/rate-limit.ts'

const START = Date.UTC(2026, 10, 2, 12)
const LIMITS = Object.entries(RATE_LIMITS) as [LimitName, RateLimit][]
/** Makes the quota of inquiries one request. */
const ONE = 1 / RATE_LIMITS.inquiries.quota

function start(factor = 1, limit: LimitName = 'inquiries') {
  let now = START
  const limiter = memoryLimiter({ now: () => new Date(now) }, factor)
  return {
    take: (address = '192.0.2.1') => limiter.take(limit, address),
    pass: (seconds: number) => (now += seconds * 1000),
  }
}

describe.each(LIMITS)('the budget of %s', (limit, { quota, windowSeconds, everyone, openWhenBroken }) => {
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
    const callers = everyone ?? quota + 1
    for (let caller = 0; caller < callers; caller++) expect((await take(`caller ${caller}`)).allowed).toBe(true)
    const { allowed, remaining } = await take('one more')
    expect([allowed, remaining]).toEqual(everyone === undefined ? [true, quota - 1] : [false, 0])
  })

  it.skipIf(everyone === undefined)('of everyone is not used up by a caller whose own is', async () => {
    const { take } = start(1, limit)
    for (let taken = 0; taken < 2 * (everyone ?? 0); taken++) await take('one')
    expect((await take('another')).allowed).toBe(true)
  })

  it(`is ${openWhenBroken ? 'not enforced' : 'enforced'} while the limiter is broken`, async () => {
    const logged: unknown[] = []
    const broken = {
      limiter: { take: () => Promise.reject(new Error('broken')) },
      log: (...line: unknown[]) => void logged.push(line),
    }
    const answer = consumeRateLimit(limit, { address: '192.0.2.1' }, broken)
    await (openWhenBroken
      ? expect(answer).resolves.toEqual({})
      : expect(answer).rejects.toMatchObject({ code: 'service-unavailable' }))
    expect(logged).toEqual([['limiter.failed', { limit }]])
  })
})

it('no inquiry is lost when the limiter fails, and nothing else passes', () => {
  expect(LIMITS.filter(([, { openWhenBroken }]) => openWhenBroken).map(([limit]) => limit)).toEqual(['inquiries'])
})

describe('a budget', () => {
  it('belongs to one network: others have theirs', async () => {
    const { take } = start(ONE)
    expect((await take('192.0.2.1')).allowed).toBe(true)
    expect((await take('192.0.2.1')).allowed).toBe(false)
    expect((await take('192.0.2.2')).allowed).toBe(true)
    expect((await take('2001:db8::1')).allowed).toBe(true)
    expect((await take('2001:db8::2')).allowed).toBe(false)
    expect((await take('2001:db8:0:1::1')).allowed).toBe(true)
  })

  it('is remembered for 100,000 networks at most, so that a flood from more cannot fill the memory', async () => {
    const { take } = start(ONE)
    const flood = async (networks: number) => {
      for (let number = 0; number < networks; number++)
        await take(`10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`)
    }
    await take()
    await flood(99_999)
    expect((await take()).allowed).toBe(false)
    await flood(100_000)
    expect((await take()).allowed).toBe(true)
  })
})

describe('one caller is', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '32.1.13.184.0.1.0.2/64'],
    ['unknown', 'unknown'],
  ])('%s as %s', (address, network) => expect(networkOf(address)).toBe(network))
})
