/**
 * The hosts that publish the keys of third-party issuers: how often they are asked, and what is done when they fail.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { issuerKeys } from '../../../src/agents/identity/issuer-keys.ts'
import { CLOSED_PORT } from '../../journeys/server.ts'
import { holdTimeLimits } from '../../time-limit.ts'
import type { Behaviour } from './identity-provider.ts'
import { ask, failure, FOUND, useKeyLookup } from './key-lookup.ts'
import { clock, HOUR, MINUTE, other, provider, START } from './two-issuers.ts'

useKeyLookup()
afterEach(() => vi.restoreAllMocks())

describe('the host of the keys is asked', () => {
  it('once in ten minutes for keys that are known', async () => {
    for (const minutes of [0, 5, 9.99]) {
      clock.at = START + minutes * MINUTE
      expect(await ask()).toEqual(FOUND)
    }
    expect(provider.fetches()).toBe(1)
    clock.at = START + 10 * MINUTE
    expect(await ask()).toEqual(FOUND)
    expect(provider.fetches()).toBe(2)
  })

  it('once by callers at the same time', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(found).toEqual(Array.from({ length: 20 }, () => FOUND))
    expect(provider.fetches()).toBe(1)
  })

  it('again for a new kid, which many ask for at the same time', async () => {
    await ask()
    await provider.rotate()
    const found = await Promise.all(Array.from({ length: 20 }, () => ask('ES256-2')))
    expect(found).toEqual(Array.from({ length: 20 }, () => FOUND))
    expect(provider.fetches()).toBe(2)
    expect(await ask('ES256-1')).toBeUndefined() // withdrawn
  })

  it('twice at most for 100 random kids, and once more after 30 seconds', async () => {
    for (let count = 0; count < 100; count++) expect(await ask(crypto.randomUUID())).toBeUndefined()
    expect(provider.fetches()).toBe(2)
    clock.at += 29_999
    expect(await ask('one more')).toBeUndefined()
    expect(provider.fetches()).toBe(2)
    clock.at += 1
    expect(await ask('one more')).toBeUndefined()
    expect(await ask('and another')).toBeUndefined()
    expect(provider.fetches()).toBe(3)
  })

  it('once for 100 random kids at the same time; a known key is not kept waiting', async () => {
    const found = await Promise.all(Array.from({ length: 100 }, () => ask(crypto.randomUUID())))
    expect(found.filter(Boolean)).toEqual([])
    expect(provider.fetches()).toBe(1)
    expect(await ask()).toEqual(FOUND)
    expect(provider.fetches()).toBe(1)
  })

  it('not more often when it fails', async () => {
    provider.behave('error')
    for (let count = 0; count < 100; count++) await failure(ask(crypto.randomUUID()))
    expect(provider.fetches()).toBe(1)
    provider.behave('good')
    await failure(ask())
    clock.at += 30_000
    expect(await ask()).toEqual(FOUND)
    expect(provider.fetches()).toBe(2)
  })

  it('for each issuer by itself: a flood on one delays no other', async () => {
    for (let count = 0; count < 3; count++) await ask(crypto.randomUUID())
    expect(await ask('ES256-1', 'ES256', other.trusted)).toEqual(FOUND)
    expect([provider.fetches(), other.fetches()]).toEqual([2, 1])
  })

  it('also after the clock was set back', async () => {
    await ask()
    clock.at -= HOUR
    await provider.rotate()
    expect(await ask('ES256-1')).toBeUndefined()
    expect(provider.fetches()).toBe(2)
  })
})

describe('a host that fails', () => {
  /** Lets the five seconds pass that the code gives a host, as soon as the host was asked. */
  async function letTimePass(): Promise<void> {
    const limits = holdTimeLimits()
    await expect.poll(() => provider.fetches()).toBe(1)
    expect(limits.set).toEqual([5000])
    limits.pass()
  }

  const failures: [Behaviour, string][] = [
    ['error', 'answered 500'],
    ['silent', 'TimeoutError'],
    ['dribbling', 'TimeoutError'],
    ['huge', 'more than 65536 bytes'],
    ['packed', 'more than 65536 bytes'],
    ['html', 'not JSON'],
    ['redirect', 'answered 302'],
    ['no set', 'without a set of at most 100 keys'],
  ]
  it.each(failures)('%s: is 503, and the reason is for the log', async (behaviour, reason) => {
    provider.behave(behaviour)
    const passed = reason === 'TimeoutError' ? letTimePass() : undefined
    const error = await failure(ask())
    await passed
    expect(error.reason).toMatch(/^the key host of https:\/\/trusted\.example (answered|failed) .*/)
    expect(error.reason).toContain(reason)
    expect(provider.fetches()).toBe(1)
  })

  it('no host at all: is 503', async () => {
    const unreachable = {
      ...provider.trusted,
      issuer: 'https://gone.example',
      jwksUri: `http://127.0.0.1:${CLOSED_PORT}`,
    }
    expect((await failure(ask('ES256-1', 'ES256', unreachable))).reason).toContain('TypeError')
  })

  it('by redirecting leads nowhere, least of all into its own network', async () => {
    provider.behave('redirect')
    await failure(ask())
    expect(provider.detours()).toBe(0)
    const asked: string[] = []
    const redirecting: typeof fetch = async (url, init) => {
      asked.push(new Request(url).url)
      expect(init?.redirect).toBe('manual')
      return new Response(JSON.stringify({ keys: [provider.keys.ES256.jwk] }), {
        status: 307,
        headers: { Location: 'http://169.254.169.254/latest/meta-data/' },
      })
    }
    await failure(issuerKeys(clock, redirecting).keyFor(provider.trusted, 'ES256-1', 'ES256'))
    expect(asked).toEqual([provider.trusted.jwksUri])
  })

  it('and never stops talking is not listened to beyond the limit', async () => {
    let pulled = 0
    let cancelled = false
    const endless: typeof fetch = async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => (pulled++, controller.enqueue(new Uint8Array(1024).fill(32))),
          cancel: () => void (cancelled = true),
        }),
      )
    await failure(issuerKeys(clock, endless).keyFor(provider.trusted, 'ES256-1', 'ES256'))
    expect(cancelled).toBe(true)
    expect(pulled).toBeLessThan(70)
  })

  it('a set of exactly 64 KiB is read', async () => {
    const text = JSON.stringify({ keys: [provider.keys.ES256.jwk] })
    const sized = (bytes: number) =>
      issuerKeys(clock, async () => new Response(text + ' '.repeat(bytes - text.length))).keyFor(
        provider.trusted,
        'ES256-1',
        'ES256',
      )
    expect(await sized(65_536)).toEqual(FOUND)
    await failure(sized(65_537))
  })

  it('does not take known keys away for a day; unknown kids are 503, since no one can tell', async () => {
    await ask()
    provider.behave('error')
    clock.at = START + 12 * HOUR
    expect(await ask()).toEqual(FOUND)
    await failure(ask('unknown'))
    expect(provider.fetches()).toBe(2)
    clock.at = START + 24 * HOUR - 1
    expect(await ask()).toEqual(FOUND)
    clock.at = START + 24 * HOUR
    await failure(ask())
    provider.behave('good')
    clock.at += 30_000
    expect(await ask()).toEqual(FOUND)
    expect(await ask('unknown')).toBeUndefined()
  })

  it('while the keys are young: known ones serve, unknown kids are 503', async () => {
    await ask()
    provider.behave('html')
    await failure(ask('unknown'))
    expect(await ask()).toEqual(FOUND)
  })
})
