/** The keys of third-party issuers: which verify, how often their hosts are asked, and what happens when a host fails. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AgentError } from '../../../src/agents/agent-error.ts'
import { issuerKeys } from '../../../src/agents/identity/issuer-keys.ts'
import { MINUTE_MS } from '../../../src/duration.ts'
import { holdTimeLimits } from '../../time-limit.ts'
import { type Behaviour, type IdentityProvider, type SigningAlg, signWith } from './identity-provider.ts'
import { other, provider, useTwoIssuers } from './vouched-agent.ts'
import { yamlOf } from '../../table.ts'

useTwoIssuers()
let keys = issuerKeys()
beforeEach(() => {
  keys = issuerKeys()
})
afterEach(() => vi.restoreAllMocks())
const advance = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

/** @returns undefined when the issuer's key verifies the text */
const faultOf = async (
  kid?: string,
  { alg = 'ES256', of = provider }: { alg?: SigningAlg; of?: IdentityProvider } = {},
) => keys.signatureFault(await signWith(of.keys[alg], {}, kid === undefined ? {} : { kid }), of.trusted)
const UNKNOWN = 'ERR_JWKS_NO_MATCHING_KEY'
const randomKids = () => Array.from({ length: 100 }, () => crypto.randomUUID())

/** @returns the reason of a refusal, which must be one that the caller may repeat */
async function failure(asking: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await asking.catch((reason: unknown) => reason)
  if (!(error instanceof AgentError)) throw new Error(`It came to ${String(error)}.`)
  expect([error.code, error.status, error.headers]).toEqual(['temporarily_unavailable', 503, { 'Retry-After': '30' }])
  return error.reason
}

const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
const { ES256, ES384, RS256, PS256 } = provider.keys
it.each<[string, SigningAlg, unknown[]]>([
  ['that is a shared secret', 'ES256', [{ kty: 'oct', k: 'c2VjcmV0', kid: 'k' }]],
  ['off the curve', 'ES256', [{ ...ES256.jwk, y: ES256.jwk['x'], kid: 'k' }]],
  ['for another algorithm', 'PS256', [{ ...PS256.jwk, alg: 'RS256', kid: 'k' }]],
  ['for encryption', 'ES256', [{ ...ES256.jwk, use: 'enc', kid: 'k' }]],
  ['that stands there twice', 'ES256', Array(2).fill({ ...ES256.jwk, kid: 'k' })],
  ['that is null', 'ES256', [null]],
  ['of RSA that tells d', 'RS256', [{ ...RS256.jwk, d: 'AQAB', kid: 'k' }]],
])('a key %s verifies nothing, and the others still serve', async (_what, alg, entries) => {
  provider.publish([...entries, { ...ES384.jwk, kid: 'other' }])
  expect(await faultOf('k', { alg })).toBeDefined()
  expect(await faultOf('other', { alg: 'ES384' })).toBeUndefined()
})

it('a key of RSA has at least 2048 bits', async () => {
  provider.publish([{ ...weak.publicKey.export({ format: 'jwk' }), kid: 'k' }])
  const text = `${Buffer.from('{"alg":"RS256","kid":"k"}').toString('base64url')}.e30`
  const signature = sign('sha256', Buffer.from(text), weak.privateKey).toString('base64url')
  expect(await keys.signatureFault(`${text}.${signature}`, provider.trusted)).toMatch('the issuer is not usable')
})

it('the host of the keys is asked once for a new kid, though many ask at the same time; a withdrawn key is forgotten', async () => {
  const askTwenty = () => Promise.all(Array.from({ length: 20 }, () => faultOf()))
  expect(await askTwenty()).toEqual(Array.from({ length: 20 }))
  expect(provider.fetches()).toBe(1)
  advance(30_000)
  await provider.rotate()
  expect(await askTwenty()).toEqual(Array.from({ length: 20 }))
  expect(provider.fetches()).toBe(2)
  expect(await faultOf('ES256-1')).toBe(UNKNOWN)
})

it('the host of the keys is asked once in 30 seconds for invented kids, one after the other or at the same time; no other issuer has to wait', async () => {
  expect(await Promise.all(randomKids().map((kid) => faultOf(kid)))).toEqual(Array(100).fill(UNKNOWN))
  for (const kid of randomKids()) expect(await faultOf(kid)).toBe(UNKNOWN)
  advance(29_999)
  expect(await faultOf('one more')).toBe(UNKNOWN)
  expect([await faultOf(), provider.fetches()]).toEqual([undefined, 1])
  advance(1)
  for (const kid of randomKids()) expect(await faultOf(kid)).toBe(UNKNOWN)
  expect(provider.fetches()).toBe(2)
  expect([await faultOf(undefined, { of: other }), other.fetches()]).toEqual([undefined, 1])
})

it('the host of the keys is asked once in 30 seconds while it fails', async () => {
  provider.behave('error')
  for (const kid of randomKids()) await failure(faultOf(kid))
  expect(provider.fetches()).toBe(1)
  provider.behave('good')
  await failure(faultOf())
  advance(30_000)
  expect([await faultOf(), provider.fetches()]).toEqual([undefined, 2])
})

/** Lets the five seconds pass that the code gives a host, as soon as the host was asked. */
async function letTimePass(): Promise<void> {
  const limits = holdTimeLimits()
  await expect.poll(() => provider.fetches()).toBe(1)
  expect(limits.set).toEqual([5000])
  limits.pass()
}

const ROWS = yamlOf<[Behaviour, string][]>('tests/agents/identity/issuer-keys.yaml')
it.each(ROWS)('a host that fails: %s is 503, and the reason is for the log', async (behaviour, what) => {
  provider.behave(behaviour)
  const passed = what === 'TimeoutError' ? letTimePass() : undefined
  const reason = await failure(faultOf())
  await passed
  expect(reason).toMatch(/^the key host of https:\/\/trusted\.example failed: /)
  expect(reason).toContain(what)
  expect([provider.fetches(), provider.detours()]).toEqual([1, 0])
})

it('a host that fails does not take known keys away at once; unknown kids are 503, since no one can tell', async () => {
  await faultOf()
  provider.behave('html')
  advance(MINUTE_MS)
  await failure(faultOf('unknown'))
  expect(await faultOf()).toBeUndefined()
  advance(10 * MINUTE_MS)
  await failure(faultOf())
  provider.behave('good')
  advance(30_000)
  expect([await faultOf(), await faultOf('unknown')]).toEqual([undefined, UNKNOWN])
})
