/**
 * The keys of third-party issuers: how often their host is asked, what is done when it fails, and which keys are none.
 */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AgentError } from '../../src/agents/agent-error.ts'
import { issuerKeys, type IssuerKeys } from '../../src/agents/identity/issuer-keys.ts'
import { type Behaviour, type IdentityProvider, SIGNING_ALGS, startIdentityProvider } from './identity-provider.ts'

const START = Date.UTC(2026, 10, 2, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let now = START
const clock = { now: () => new Date(now) }
let provider: IdentityProvider
let other: IdentityProvider
let keys: IssuerKeys
beforeAll(async () => {
  provider = await startIdentityProvider('https://idp.example')
  other = await startIdentityProvider('https://other.example')
})
afterAll(() => [provider, other].forEach((one) => one.stop()))
beforeEach(() => {
  now = START
  provider.reset()
  other.reset()
  keys = issuerKeys(clock)
})
afterEach(() => vi.restoreAllMocks())

const ask = (kid = 'ES256-1', alg = 'ES256') => keys.keyFor(provider.trusted, kid, alg)
const FOUND = expect.any(CryptoKey)

/** @returns the refusal, which must be one that the caller may repeat */
async function failure(asking: Promise<unknown>): Promise<AgentError> {
  const error: unknown = await asking.then(() => new Error('was answered'), (reason: unknown) => reason)
  if (!(error instanceof AgentError)) throw error
  expect([error.code, error.status, error.headers]).toEqual(['temporarily_unavailable', 503, { 'Retry-After': '30' }])
  return error
}

describe('a key', () => {
  it.each(SIGNING_ALGS)('of %s is found by its kid', async (alg) => {
    expect(await ask(`${alg}-1`, alg)).toMatchObject({ type: 'public', usages: ['verify'] })
  })

  it('H14 belongs to its issuer, also under a kid that both have', async () => {
    const [mine, theirs] = await Promise.all([ask(), keys.keyFor(other.trusted, 'ES256-1', 'ES256')])
    if (!mine || !theirs) throw new Error('no key')
    expect(await crypto.subtle.exportKey('jwk', mine)).toMatchObject({ x: provider.keys.ES256.jwk['x'] })
    expect(await crypto.subtle.exportKey('jwk', theirs)).toMatchObject({ x: other.keys.ES256.jwk['x'] })
    other.publish([{ ...other.keys.ES256.jwk, kid: 'theirs-alone' }])
    now += 11 * MINUTE
    expect(await keys.keyFor(other.trusted, 'theirs-alone', 'ES256')).toEqual(FOUND)
    expect(await ask('theirs-alone')).toBeUndefined()
  })

  it.each(['__proto__', 'constructor', 'toString', '', '../../../../dev/null', 'ES256-1\0', 'es256-1', 'ES256-1 '])('H5 %j is a kid as any other: unknown', async (kid) => {
    expect(await ask(kid)).toBeUndefined()
  })

  it.each(['__proto__', 'constructor', '🔑'])('H5 %j is a kid as any other: found when published', async (kid) => {
    provider.publish([{ ...provider.keys.ES256.jwk, kid }])
    expect(await ask(kid)).toEqual(FOUND)
    expect(await ask()).toBeUndefined()
  })
})

describe('the host of the keys is asked', () => {
  it('once in ten minutes for keys that are known', async () => {
    for (const minutes of [0, 5, 9.99]) {
      now = START + minutes * MINUTE
      expect(await ask()).toEqual(FOUND)
    }
    expect(provider.fetches()).toBe(1)
    now = START + 10 * MINUTE
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

  it('R69, H24 twice at most for 100 random kids, and once more after 30 seconds', async () => {
    for (let count = 0; count < 100; count++) expect(await ask(crypto.randomUUID())).toBeUndefined()
    expect(provider.fetches()).toBe(2)
    now += 29_999
    expect(await ask('one more')).toBeUndefined()
    expect(provider.fetches()).toBe(2)
    now += 1
    expect(await ask('one more')).toBeUndefined()
    expect(await ask('and another')).toBeUndefined()
    expect(provider.fetches()).toBe(3)
  })

  it('R69, H24 once for 100 random kids at the same time; a known key is not kept waiting', async () => {
    const found = await Promise.all(Array.from({ length: 100 }, () => ask(crypto.randomUUID())))
    expect(found.filter(Boolean)).toEqual([])
    expect(provider.fetches()).toBe(1)
    expect(await ask()).toEqual(FOUND)
    expect(provider.fetches()).toBe(1)
  })

  it('H24 not more often when it fails', async () => {
    provider.behave('error')
    for (let count = 0; count < 100; count++) await failure(ask(crypto.randomUUID()))
    expect(provider.fetches()).toBe(1)
    provider.behave('good')
    await failure(ask())
    now += 30_000
    expect(await ask()).toEqual(FOUND)
    expect(provider.fetches()).toBe(2)
  })

  it('H24 for each issuer by itself: a flood on one delays no other', async () => {
    for (let count = 0; count < 3; count++) await ask(crypto.randomUUID())
    expect(await keys.keyFor(other.trusted, 'ES256-1', 'ES256')).toEqual(FOUND)
    expect([provider.fetches(), other.fetches()]).toEqual([2, 1])
  })

  it('also after the clock was set back', async () => {
    await ask()
    now -= HOUR
    await provider.rotate()
    expect(await ask('ES256-1')).toBeUndefined()
    expect(provider.fetches()).toBe(2)
  })
})

describe('a host that fails', () => {
  /** Five seconds are too long for a test: a hundredth of what the code asks for, if it asks for five. */
  function hurry(): void {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      expect(milliseconds).toBe(5000)
      return timeout(milliseconds / 50)
    })
  }

  const failures: [Behaviour, string][] = [
    ['error', 'answered 500'],
    ['silent', 'TimeoutError'],
    ['dribbling', 'TimeoutError'],
    ['huge', 'more than 65536 bytes'],
    ['packed', 'more than 65536 bytes'],
    ['html', 'no JSON'],
    ['redirect', 'answered 302'],
    ['no set', 'no set of at most 100 keys'],
  ]
  it.each(failures)('R70 %s: is 503, and the reason is for the log', async (behaviour, reason) => {
    if (reason === 'TimeoutError') hurry()
    provider.behave(behaviour)
    const error = await failure(ask())
    expect(error.reason).toMatch(/^the key host of https:\/\/idp\.example (answered|failed) .*/)
    expect(error.reason).toContain(reason)
    expect(provider.fetches()).toBe(1)
  })

  it('R70 no host at all: is 503', async () => {
    const nobody = await startIdentityProvider('https://gone.example')
    nobody.stop()
    expect((await failure(keys.keyFor(nobody.trusted, 'ES256-1', 'ES256'))).reason).toContain('TypeError')
  })

  it('H22 by redirecting leads nowhere, least of all into its own network', async () => {
    provider.behave('redirect')
    await failure(ask())
    expect(provider.detours()).toBe(0)
    const asked: string[] = []
    const redirecting: typeof fetch = async (url, init) => {
      asked.push(String(url))
      expect(init?.redirect).toBe('manual')
      return new Response(JSON.stringify({ keys: [provider.keys.ES256.jwk] }), { status: 307, headers: { Location: 'http://169.254.169.254/latest/meta-data/' } })
    }
    await failure(issuerKeys(clock, redirecting).keyFor(provider.trusted, 'ES256-1', 'ES256'))
    expect(asked).toEqual([provider.trusted.jwksUri])
  })

  it('R70 and never stops talking is not listened to beyond the limit', async () => {
    let pulled = 0
    let cancelled = false
    const endless: typeof fetch = async () =>
      new Response(new ReadableStream({ pull: (controller) => (pulled++, controller.enqueue(new Uint8Array(1024).fill(32))), cancel: () => void (cancelled = true) }))
    await failure(issuerKeys(clock, endless).keyFor(provider.trusted, 'ES256-1', 'ES256'))
    expect(cancelled).toBe(true)
    expect(pulled).toBeLessThan(70)
  })

  it('R70 a set of exactly 64 KiB is read', async () => {
    const text = JSON.stringify({ keys: [provider.keys.ES256.jwk] })
    const sized = (bytes: number) => issuerKeys(clock, async () => new Response(text + ' '.repeat(bytes - text.length))).keyFor(provider.trusted, 'ES256-1', 'ES256')
    expect(await sized(65_536)).toEqual(FOUND)
    await failure(sized(65_537))
  })

  it('R70 does not take known keys away for a day; unknown kids are 503, since nobody can tell', async () => {
    await ask()
    provider.behave('error')
    now = START + 12 * HOUR
    expect(await ask()).toEqual(FOUND)
    await failure(ask('unknown'))
    expect(provider.fetches()).toBe(2)
    now = START + 24 * HOUR - 1
    expect(await ask()).toEqual(FOUND)
    now = START + 24 * HOUR
    await failure(ask())
    provider.behave('good')
    now += 30_000
    expect(await ask()).toEqual(FOUND)
    expect(await ask('unknown')).toBeUndefined()
  })

  it('R70 while the keys are young: known ones serve, unknown kids are 503', async () => {
    await ask()
    provider.behave('html')
    await failure(ask('unknown'))
    expect(await ask()).toEqual(FOUND)
  })
})

describe('H23 no key is', () => {
  const jwk = () => provider.keys.ES256.jwk
  const rsa = () => provider.keys.RS256.jwk
  const weak = () => generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })
  const flipped = (text: unknown) => String(text).replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))

  const cases: [string, string, () => unknown][] = [
    ['a shared secret', 'ES256', () => ({ kty: 'oct', k: 'c2VjcmV0', kid: 'k' })],
    ['a shared secret for HS256', 'HS256', () => ({ kty: 'oct', k: 'c2VjcmV0', kid: 'k', alg: 'HS256' })],
    ['one for HS256 that is public', 'HS256', () => ({ ...jwk(), alg: undefined, kid: 'k' })],
    ['one for none', 'none', () => ({ ...jwk(), alg: undefined, kid: 'k' })],
    ['RSA of 1024 bits', 'RS256', () => ({ ...weak(), kid: 'k' })],
    ['RSA of 512 bits', 'RS256', () => ({ kty: 'RSA', n: String(rsa()['n']).slice(0, 86), e: 'AQAB', kid: 'k' })],
    ['a point off the curve', 'ES256', () => ({ ...jwk(), y: flipped(jwk()['y']), kid: 'k' })],
    ['half a point', 'ES256', () => ({ ...jwk(), y: undefined, kid: 'k' })],
    ['one of another curve', 'ES256', () => ({ ...provider.keys.ES384.jwk, alg: undefined, kid: 'k' })],
    ['one of another type (H4)', 'RS256', () => ({ ...jwk(), alg: undefined, kid: 'k' })],
    ['RSA for ES256 (H4)', 'ES256', () => ({ ...rsa(), alg: undefined, kid: 'k' })],
    ['one for another algorithm (H4)', 'PS256', () => ({ ...rsa(), kid: 'k' })],
    ['one for encryption', 'ES256', () => ({ ...jwk(), use: 'enc', kid: 'k' })],
    ['one whose key_ops leave verifying out', 'ES256', () => ({ ...jwk(), key_ops: [], kid: 'k' })],
    ...['d', 'k', 'priv'].map((name): [string, string, () => unknown] => [`one that tells ${name}`, 'ES256', () => ({ ...jwk(), [name]: jwk()['x'], kid: 'k' })]),
    ...['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth'].map((name): [string, string, () => unknown] => [`RSA that tells ${name}`, 'RS256', () => ({ ...rsa(), [name]: 'AQAB', kid: 'k' })]),
    ['one for encryption by its algorithm', 'RSA-OAEP', () => ({ ...rsa(), alg: undefined, kid: 'k' })],
    ['one with an unknown type', 'ES256', () => ({ ...jwk(), kty: 'EC2', kid: 'k' })],
    ['a number', 'ES256', () => 7],
    ['null', 'ES256', () => null],
  ]
  it.each(cases)('%s', async (_title, alg, entry) => {
    provider.publish([entry(), jwk()])
    expect(await ask('k', alg)).toBeUndefined()
    expect(await ask()).toEqual(FOUND) // the others still serve
  })

  it('one whose kid occurs twice, whatever the other one is', async () => {
    for (const twin of [jwk(), provider.keys.ES384.jwk, { kty: 'oct', k: 'c2VjcmV0' }]) {
      keys = issuerKeys(clock)
      provider.publish([{ ...jwk(), kid: 'twice' }, jwk(), { ...twin, kid: 'twice' }])
      expect(await ask('twice')).toBeUndefined()
      expect(await ask()).toEqual(FOUND)
    }
  })

  it.each([7, null, undefined, ['ES256-1'], { toString: 'ES256-1' }])('one whose kid is %j', async (kid) => {
    provider.publish([{ ...jwk(), kid }])
    for (const name of ['ES256-1', '7', 'null', 'undefined', '[object Object]']) expect(await ask(name)).toBeUndefined()
  })

  it('in a set of 10,000, or of 101; 100 are read', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => (index === 0 ? jwk() : { kty: 'EC', kid: String(index) }))
    for (const count of [10_000, 101]) {
      keys = issuerKeys(clock)
      provider.publish(many(count))
      await failure(ask())
    }
    keys = issuerKeys(clock)
    provider.publish(many(100))
    expect(await ask()).toEqual(FOUND)
  })

  it('but one without use and alg is, for each algorithm of its type', async () => {
    provider.publish([{ ...rsa(), use: undefined, alg: undefined }])
    expect(await ask('RS256-1', 'RS256')).toEqual(FOUND)
    expect(await ask('RS256-1', 'PS256')).toEqual(FOUND)
  })
})
