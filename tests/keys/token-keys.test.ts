/**
 * The tokens that the service issues, both ways against `jose`: what one writes the other reads, and no changed token is read.
 */
import { CompactEncrypt, CompactSign, compactDecrypt, compactVerify, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { rotateKeys } from '../../src/keys/key-set.ts'
import { createTokenKeys } from '../../src/keys/token-keys.ts'
import { KEY_SET } from '../test-desk.ts'

/** Different values of a property. */
const VALUES = 60
const TYP = 'some+jwt'
const [signing, sealing] = [KEY_SET.signing[0]!, KEY_SET.sealing[0]!]
const { d: _private, ...publicJwk } = signing
const keys = createTokenKeys(KEY_SET)
const encode = (value: unknown) =>
  value instanceof Uint8Array
    ? value
    : new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

interface Kind {
  parts: number
  header: Record<string, string>
  write(typ: string, value: Record<string, unknown>): Promise<string>
  read(typ: string, text: string): Promise<unknown>
  /** The same by `jose`. */
  joseWrites(header: Record<string, unknown>, value: unknown): Promise<string>
  joseReads(text: string): Promise<{ header: unknown; value: unknown }>
}

const KINDS: Record<string, Kind> = {
  signed: {
    parts: 3,
    header: { alg: 'ES256', typ: TYP, kid: signing.kid },
    write: keys.sign,
    read: keys.verify,
    joseWrites: async (header, value) =>
      new CompactSign(encode(value))
        .setProtectedHeader(header as { alg: string })
        .sign(await importJWK({ ...signing }, 'ES256'), { crit: { x: true } }),
    async joseReads(text) {
      const { payload, protectedHeader } = await compactVerify(text, await importJWK(publicJwk, 'ES256'))
      return { header: protectedHeader, value: JSON.parse(new TextDecoder().decode(payload)) }
    },
  },
  sealed: {
    parts: 5,
    header: { alg: 'dir', enc: 'A256GCM', kid: sealing.kid, typ: TYP },
    write: keys.seal,
    read: keys.unseal,
    joseWrites: (header, value) =>
      new CompactEncrypt(encode(value))
        .setProtectedHeader(header as { alg: string; enc: string })
        .encrypt(Buffer.from(sealing.secret, 'base64url'), { crit: { x: true } }),
    async joseReads(text) {
      const { plaintext, protectedHeader } = await compactDecrypt(text, Buffer.from(sealing.secret, 'base64url'))
      return { header: protectedHeader, value: JSON.parse(new TextDecoder().decode(plaintext)) }
    },
  },
}

/** Numbers from 0 up to but not including `below`, the same in every run (a linear congruential generator, Numerical Recipes). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const CHARACTERS = ['a', '9', ' ', '"', '\\', '/', '\0', '\n', '\u007f', 'ñ', '漢', '🙂']

function randomText(draw: (below: number) => number): string {
  return Array.from({ length: draw(40) }, () => CHARACTERS[draw(CHARACTERS.length)]).join('')
}

function randomValue(draw: (below: number) => number): Record<string, unknown> {
  const members = [
    () => randomText(draw),
    () => draw(1e9) / 8,
    () => null,
    () => draw(2) === 1,
    () => [draw(9), randomText(draw)],
    () => ({ a: randomText(draw) }),
  ]
  return Object.fromEntries(
    Array.from({ length: draw(6) }, (_, index) => [`${index}${randomText(draw)}`, members[draw(members.length)]!()]),
  )
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ '

/** A text that differs from the token in one place, or in the order of its parts. */
function mutate(token: string, draw: (below: number) => number): string {
  const at = draw(token.length)
  const character = ALPHABET.charAt(draw(ALPHABET.length))
  const parts = token.split('.')
  const part = draw(parts.length)
  const changed = [
    () => token.slice(0, at) + character + token.slice(at + 1),
    () => token.slice(0, at) + token.slice(at + 1),
    () => token.slice(0, at) + character + token.slice(at),
    () => parts.with(part, '').join('.'),
    () => parts.toSpliced(part, 1).join('.'),
    () => parts.toSpliced(part, 0, parts[draw(parts.length)] ?? '').join('.'),
    // The last character of a part may hold bits that decoders do not look at.
    () => parts.with(part, (parts[part] ?? '').slice(0, -1) + character).join('.'),
  ][draw(7)]!()
  return changed === token ? mutate(token, draw) : changed
}

describe.each(Object.entries(KINDS))('a token that is %s', (name, kind) => {
  const { parts, header } = kind

  it('is written here and read by jose', async () => {
    const draw = numbers(1)
    for (let count = 0; count < VALUES; count++) {
      const value = randomValue(draw)
      const token = await kind.write(TYP, value)
      expect(token.split('.')).toHaveLength(parts)
      expect(await kind.joseReads(token)).toEqual({ header, value })
      expect(await kind.read(TYP, token)).toEqual(value)
    }
  })

  it('is written by jose and read here', async () => {
    const draw = numbers(2)
    for (let count = 0; count < VALUES; count++) {
      const value = randomValue(draw)
      expect(await kind.read(TYP, await kind.joseWrites(header, value))).toEqual(value)
    }
  })

  it('is refused when anything of it is changed', async () => {
    const draw = numbers(3)
    const mutants = new Set<string>()
    while (mutants.size < VALUES) {
      const token = await kind.write(TYP, randomValue(draw))
      const mutant = mutate(token, draw)
      mutants.add(mutant)
      expect(await kind.read(TYP, mutant), `${token} became ${mutant}`).toBeUndefined()
    }
  })

  it.each<[string, Record<string, unknown>]>([
    ['another type', { typ: 'other+jwt' }],
    ['no type', { typ: undefined }],
    ['a type in capitals', { typ: TYP.toUpperCase() }],
    ['an unknown key', { kid: 'unknown' }],
    ['no key', { kid: undefined }],
    ['one more member', { cty: 'JWT' }],
    ['something critical', { crit: ['x'], x: 1 }],
  ])('is refused with %s in its header, although the right key made it', async (_what, members) => {
    expect(await kind.read(TYP, await kind.joseWrites({ ...header, ...members }, {}))).toBeUndefined()
  })

  it('is refused with its header in another order or spelling', async () => {
    const reversed = Object.fromEntries(Object.entries(header).reverse())
    expect(await kind.read(TYP, await kind.joseWrites(reversed, {}))).toBeUndefined()
    const token = await kind.write(TYP, {})
    const [first = ''] = token.split('.')
    for (const other of [`${first}=`, '', Buffer.from(JSON.stringify(header, null, 1)).toString('base64url')])
      expect(await kind.read(TYP, token.replace(first, other))).toBeUndefined()
  })

  it.each(['', 'x', '"x"', '1', 'null', '[]', '{"a":', '{}{}'])('is refused when it carries %j', async (text) => {
    expect(await kind.read(TYP, await kind.joseWrites(header, text))).toBeUndefined()
  })

  it('is refused when it carries bytes that are not UTF-8', async () => {
    expect(await kind.read(TYP, await kind.joseWrites(header, Buffer.from('{"a":"\xff"}', 'latin1')))).toBeUndefined()
  })

  it('is refused by a service with other keys of the same name', async () => {
    const other = await rotateKeys(KEY_SET)
    const foreign = createTokenKeys({
      signing: other.signing.map((key) => ({ ...key, kid: signing.kid })).slice(0, 1),
      sealing: other.sealing.map((key) => ({ ...key, kid: sealing.kid })).slice(0, 1),
    })
    const read = name === 'signed' ? foreign.verify : foreign.unseal
    expect(await read(TYP, await kind.write(TYP, {}))).toBeUndefined()
  })
})

describe('the public keys', () => {
  it('hold nothing private', () => {
    expect(keys.jwks.keys).toEqual([{ ...publicJwk, use: 'sig', alg: 'ES256' }])
  })
})
