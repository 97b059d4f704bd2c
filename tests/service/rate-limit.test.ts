import { describe, expect, it } from 'vitest'
import { memoryLimiter, networkOf } from '../../src/service/rate-limit.ts'

const START = Date.UTC(2026, 10, 2, 12)

function start(factor = 1) {
  let now = START
  const limiter = memoryLimiter({ now: () => new Date(now) }, factor)
  return {
    take: (address = '192.0.2.1') => limiter.take('inquiries', address),
    pass: (seconds: number) => (now += seconds * 1000),
  }
}

describe('a budget', () => {
  it('is used up, tells when it returns, and returns then', async () => {
    const { take, pass } = start()
    const first = await take()
    expect(first).toEqual({ allowed: true, quota: 30, windowSeconds: 60, remaining: 29, resetSeconds: 60 })
    for (let taken = 1; taken < first.quota; taken++) expect((await take()).allowed).toBe(true)
    pass(59)
    expect(await take()).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 1 })
    pass(1)
    expect(await take()).toMatchObject({ allowed: true, remaining: 29, resetSeconds: 60 })
  })

  it('belongs to one network: others have theirs', async () => {
    const { take } = start(1 / 30)
    expect((await take('192.0.2.1')).allowed).toBe(true)
    expect((await take('192.0.2.1')).allowed).toBe(false)
    expect((await take('192.0.2.2')).allowed).toBe(true)
    expect((await take('2001:db8::1')).allowed).toBe(true)
    expect((await take('2001:db8::2')).allowed).toBe(false)
    expect((await take('2001:db8:0:1::1')).allowed).toBe(true)
  })

  it('is remembered for 100,000 networks at most, so that a flood from more cannot fill the memory', async () => {
    const { take } = start(1 / 30)
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
