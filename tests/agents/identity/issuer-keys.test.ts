/**
 * The keys of third-party issuers: which are found, and which are none.
 */
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SIGNING_ALGS } from './identity-provider.ts'
import { ask, failure, forget, FOUND, useKeyLookup } from './key-lookup.ts'
import { clock, MINUTE, other, provider } from './two-issuers.ts'

useKeyLookup()

describe('a key', () => {
  it.each(SIGNING_ALGS)('of %s is found by its kid', async (alg) => {
    expect(await ask(`${alg}-1`, alg)).toMatchObject({ type: 'public', usages: ['verify'] })
  })

  it('belongs to its issuer, also under a kid that both have', async () => {
    const [mine, theirs] = await Promise.all([ask(), ask('ES256-1', 'ES256', other.trusted)])
    if (!mine || !theirs) throw new Error('no key')
    expect(await crypto.subtle.exportKey('jwk', mine)).toMatchObject({ x: provider.keys.ES256.jwk['x'] })
    expect(await crypto.subtle.exportKey('jwk', theirs)).toMatchObject({ x: other.keys.ES256.jwk['x'] })
    other.publish([{ ...other.keys.ES256.jwk, kid: 'theirs-alone' }])
    clock.at += 11 * MINUTE
    expect(await ask('theirs-alone', 'ES256', other.trusted)).toEqual(FOUND)
    expect(await ask('theirs-alone')).toBeUndefined()
  })

  it.each(['__proto__', 'constructor', 'toString', '', '../../../../dev/null', 'ES256-1\0', 'es256-1', 'ES256-1 '])(
    '%j is a kid as any other: unknown',
    async (kid) => {
      expect(await ask(kid)).toBeUndefined()
    },
  )

  it.each(['__proto__', 'constructor', '🔑'])('%j is a kid as any other: found when published', async (kid) => {
    provider.publish([{ ...provider.keys.ES256.jwk, kid }])
    expect(await ask(kid)).toEqual(FOUND)
    expect(await ask()).toBeUndefined()
  })
})

describe('no key is', () => {
  const jwk = () => provider.keys.ES256.jwk
  const rsa = () => provider.keys.RS256.jwk
  const weak = () => generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })
  const flipped = (text: unknown) => String(text).replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))

  type Case = [title: string, alg: string, entry: () => unknown]
  const cases: Case[] = [
    ['a shared secret', 'ES256', () => ({ kty: 'oct', k: 'c2VjcmV0', kid: 'k' })],
    ['a shared secret for HS256', 'HS256', () => ({ kty: 'oct', k: 'c2VjcmV0', kid: 'k', alg: 'HS256' })],
    ['one for HS256 that is public', 'HS256', () => ({ ...jwk(), alg: undefined, kid: 'k' })],
    ['one for none', 'none', () => ({ ...jwk(), alg: undefined, kid: 'k' })],
    ['RSA of 1024 bits', 'RS256', () => ({ ...weak(), kid: 'k' })],
    ['RSA of 512 bits', 'RS256', () => ({ kty: 'RSA', n: String(rsa()['n']).slice(0, 86), e: 'AQAB', kid: 'k' })],
    ['a point off the curve', 'ES256', () => ({ ...jwk(), y: flipped(jwk()['y']), kid: 'k' })],
    ['half a point', 'ES256', () => ({ ...jwk(), y: undefined, kid: 'k' })],
    ['one of another curve', 'ES256', () => ({ ...provider.keys.ES384.jwk, alg: undefined, kid: 'k' })],
    ['one of another type', 'RS256', () => ({ ...jwk(), alg: undefined, kid: 'k' })],
    ['RSA for ES256', 'ES256', () => ({ ...rsa(), alg: undefined, kid: 'k' })],
    ['one for another algorithm', 'PS256', () => ({ ...rsa(), kid: 'k' })],
    ['one for encryption', 'ES256', () => ({ ...jwk(), use: 'enc', kid: 'k' })],
    ['one whose key_ops leave verifying out', 'ES256', () => ({ ...jwk(), key_ops: [], kid: 'k' })],
    ...['d', 'k', 'priv', 'p', 'q', 'dp', 'dq', 'qi', 'oth'].map((name): Case => [
      `RSA that tells ${name}`,
      'RS256',
      () => ({ ...rsa(), [name]: 'AQAB', kid: 'k' }),
    ]),
    ['one for encryption by its algorithm', 'RSA-OAEP', () => ({ ...rsa(), alg: undefined, kid: 'k' })],
    ['one with an unknown type', 'ES256', () => ({ ...jwk(), kty: 'EC2', kid: 'k' })],
    ['null', 'ES256', () => null],
  ]
  it.each(cases)('%s', async (_title, alg, entry) => {
    provider.publish([entry(), jwk()])
    expect(await ask('k', alg)).toBeUndefined()
    expect(await ask()).toEqual(FOUND) // the others still serve
  })

  it('one whose kid occurs twice, whatever the other one is', async () => {
    for (const duplicate of [jwk(), provider.keys.ES384.jwk, { kty: 'oct', k: 'c2VjcmV0' }]) {
      forget()
      provider.publish([{ ...jwk(), kid: 'twice' }, jwk(), { ...duplicate, kid: 'twice' }])
      expect(await ask('twice')).toBeUndefined()
      expect(await ask()).toEqual(FOUND)
    }
  })

  it.each([7, null, undefined, ['ES256-1'], { toString: 'ES256-1' }])('one whose kid is %j', async (kid) => {
    provider.publish([{ ...jwk(), kid }])
    for (const name of ['ES256-1', '7', 'null', 'undefined', '[object Object]']) expect(await ask(name)).toBeUndefined()
  })

  it('in a set of 10,000, or of 101; 100 are read', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => (index === 0 ? jwk() : { kty: 'EC', kid: String(index) }))
    for (const count of [10_000, 101]) {
      forget()
      provider.publish(many(count))
      await failure(ask())
    }
    forget()
    provider.publish(many(100))
    expect(await ask()).toEqual(FOUND)
  })

  it('but one without use and alg is, for each algorithm of its type', async () => {
    provider.publish([{ ...rsa(), use: undefined, alg: undefined }])
    expect(await ask('RS256-1', 'RS256')).toEqual(FOUND)
    expect(await ask('RS256-1', 'PS256')).toEqual(FOUND)
  })
})
