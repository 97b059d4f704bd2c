/** The tokens that the service issues, both ways against `jose`: what one writes the other reads, and no changed token is read. */
import fc from 'fast-check'
import { CompactEncrypt, CompactSign, compactDecrypt, compactVerify, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { rotateKeys } from '../../src/keys/key-set.ts'
import { createTokenKeys } from '../../src/keys/token-keys.ts'
import { KEY_SET } from '../test-desk.ts'

const TYP = 'some+jwt'
const [signing, sealing] = [KEY_SET.signing[0], KEY_SET.sealing[0]]
const { d: _private, ...publicJwk } = signing
const secret = Buffer.from(sealing.secret, 'base64url')
const keys = createTokenKeys(KEY_SET)
const encode = (value: unknown) =>
  value instanceof Uint8Array ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

interface Kind {
  header: Record<string, string>
  write(typ: string, value: Record<string, unknown>): Promise<string>
  read(typ: string, text: string): Promise<unknown>
  joseWrites(header: Record<string, unknown>, value: unknown): Promise<string>
  joseReads(text: string): Promise<{ header: unknown; value: unknown }>
}

const KINDS: Record<string, Kind> = {
  signed: {
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
    header: { alg: 'dir', enc: 'A256GCM', kid: sealing.kid, typ: TYP },
    write: keys.seal,
    read: keys.unseal,
    joseWrites: (header, value) =>
      new CompactEncrypt(encode(value))
        .setProtectedHeader(header as { alg: string; enc: string })
        .encrypt(secret, { crit: { x: true } }),
    async joseReads(text) {
      const { plaintext, protectedHeader } = await compactDecrypt(text, secret)
      return { header: protectedHeader, value: JSON.parse(new TextDecoder().decode(plaintext)) }
    },
  },
}

/** The texts are the same in every run. */
const OBJECTS = fc.sample(
  fc.dictionary(fc.string({ unit: 'binary' }), fc.tuple(fc.string({ unit: 'binary' }), fc.nat())),
  { numRuns: 60, seed: 1 },
)

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ '

/** Texts that differ from a token in one place, or in the order of its parts. */
const mutantsOf = (token: string) => {
  const parts = token.split('.')
  const place = fc.tuple(fc.nat(token.length - 1), fc.nat(parts.length - 1), fc.nat(ALPHABET.length - 1))
  return place
    .chain(([at, part, letter]) => {
      const character = ALPHABET.charAt(letter)
      return fc.constantFrom(
        token.slice(0, at) + character + token.slice(at + 1),
        token.slice(0, at) + token.slice(at + 1),
        token.slice(0, at) + character + token.slice(at),
        parts.with(part, '').join('.'),
        parts.toSpliced(part, 1).join('.'),
        parts.toSpliced(part, 0, parts[at % parts.length] ?? '').join('.'),
        // The last character of a part may hold bits that decoders do not look at.
        parts.with(part, (parts[part] ?? '').slice(0, -1) + character).join('.'),
      )
    })
    .filter((mutant) => mutant !== token)
}

describe.each(Object.entries(KINDS))('a token that is %s', (name, { header, write, read, joseWrites, joseReads }) => {
  it('is written here and read by jose, and the other way round', async () => {
    for (const value of OBJECTS) {
      expect(await joseReads(await write(TYP, value))).toEqual({ header, value })
      expect(await read(TYP, await joseWrites(header, value))).toEqual(value)
    }
    expect(await write(TYP, {})).not.toBe(await write(TYP, {}))
  })

  it('is refused when anything of it is changed', async () => {
    for (const [seed, value] of OBJECTS.entries()) {
      const token = await write(TYP, value)
      const [mutant = ''] = fc.sample(mutantsOf(token), { numRuns: 1, seed })
      expect(await read(TYP, mutant), `${token} became ${mutant}`).toBeUndefined()
    }
  })

  it.each<[string, Record<string, unknown>]>([
    ['another type', { typ: 'other+jwt' }],
    ['an unknown key', { kid: 'unknown' }],
    ['something critical', { crit: ['x'], x: 1 }],
  ])('is refused with %s in its header, although the right key made it', async (_what, members) => {
    expect(await read(TYP, await joseWrites({ ...header, ...members }, {}))).toBeUndefined()
  })

  it.each(['', 'x', '{"a":', '{}{}', Buffer.from('{"a":"\xff"}', 'latin1')])(
    'is refused when it carries %j',
    async (content) => expect(await read(TYP, await joseWrites(header, content))).toBeUndefined(),
  )

  it('is refused by a service with other keys of the same name', async () => {
    const other = await rotateKeys(KEY_SET)
    const foreign = createTokenKeys({
      signing: [{ ...other.signing[0], kid: signing.kid }],
      sealing: [{ ...other.sealing[0], kid: sealing.kid }],
    })
    const foreignRead = name === 'signed' ? foreign.verify : foreign.unseal
    expect(await foreignRead(TYP, await write(TYP, {}))).toBeUndefined()
  })
})
