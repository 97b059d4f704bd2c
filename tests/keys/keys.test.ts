/** The keys of the service, and the private key of the staff: how they are made, kept, refused and used. */
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keyIdOf, openingInbox, sealingInbox } from '../../src/keys/inbox.ts'
import {
  lazyStaffInbox,
  loadInboxPrivateKeys,
  loadOrCreateKeys,
  refuseWrongInboxKeys,
  replaceKeys,
} from '../../src/keys/key-files.ts'
import { createKeys, dropRetiredKeys, readKeySet, rotateInbox, rotateKeys } from '../../src/keys/key-set.ts'
import { createKeyedHash } from '../../src/keys/hashes.ts'
import { createTokenKeys } from '../../src/keys/token-keys.ts'
import { type Route, ROUTES } from '../../src/routes.ts'
import { readSettings, SettingsError } from '../../src/settings.ts'
import { folder as dataDir, useFolder } from '../journeys/server.ts'

const RECORD = { reference: 'K7QM-2F9D', request: { message: 'A private text.' } }
const [OWN, OTHER] = [await createKeys(false), await createKeys(false)]
const { keys: KEYS, inboxPrivateKey: PRIVATE } = OWN
useFolder()

it('keys are made on first start, readable by their owner only, kept, and the private key apart', async () => {
  const settings = readSettings({ DATA_DIR: dataDir })
  const keys = await loadOrCreateKeys(settings)
  expect(await loadOrCreateKeys(settings)).toEqual(keys)
  for (const file of ['keys.json', 'inbox-private-key.json'])
    expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
  // The intake needs the public half only.
  const [{ d } = { d: undefined }] = loadInboxPrivateKeys({}, dataDir)
  expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).not.toContain(d)
  const lone = join(dataDir, 'lone')
  mkdirSync(lone)
  linkSync(join(dataDir, 'inbox-private-key.json'), join(lone, 'inbox-private-key.json'))
  await expect(loadOrCreateKeys(readSettings({ DATA_DIR: lone }))).rejects.toThrow('Copy it back from a backup')
})

it('keys are never there without the private key, and are exchanged in one step', async () => {
  const settings = readSettings({ DATA_DIR: dataDir })
  const file = join(dataDir, 'keys.json')
  // A folder has the name of the temporary file, so the private key cannot be written.
  const blocked = join(dataDir, 'inbox-private-key.json.new')
  mkdirSync(blocked)
  await expect(loadOrCreateKeys(settings)).rejects.toThrow('EISDIR')
  expect(existsSync(file)).toBe(false)
  rmdirSync(blocked)
  const keys = await loadOrCreateKeys(settings)
  const before = join(dataDir, 'before')
  linkSync(file, before)
  replaceKeys(dataDir, await rotateKeys(keys))
  expect(JSON.parse(readFileSync(before, 'utf8'))).toEqual(keys)
})

it('keys open what was sealed, and nothing that was altered or sealed to another', async () => {
  const inbox = await openingInbox(PRIVATE)
  const sealed = await sealingInbox(KEYS.inbox).seal(RECORD)
  expect(sealed).not.toContain('private text')
  expect(await inbox.open({ sealed })).toEqual(RECORD)
  const [header, key, iv, text = '', tag] = sealed.split('.')
  const altered = [header, key, iv, (text.startsWith('A') ? 'B' : 'A') + text.slice(1), tag].join('.')
  expect(await inbox.open({ sealed: altered })).toBeUndefined()
  expect(await inbox.open({ sealed: await sealingInbox(OTHER.keys.inbox).seal(RECORD) })).toBeUndefined()
  expect(await inbox.open({ sealed: 'garbage' })).toBeUndefined()
})

it('keys made for development are refused in production', async () => {
  const { keys } = await createKeys(true)
  expect(() => readKeySet(JSON.stringify(keys), 'THE_KEYS', true)).toThrow('THE_KEYS holds development keys')
  expect(readKeySet(JSON.stringify(keys), 'FRONT_DESK_KEYS', false)).toEqual(keys)
})

it('keys that are torn or something else are refused with a sentence that repeats nothing, and not made again over what they had sealed', async () => {
  for (const text of ['', '{', '{}', '{"pepper":"secret-pepper"}', '[]']) {
    const attempt = () => readKeySet(text, 'FRONT_DESK_KEYS', false)
    expect(attempt, text).toThrow(SettingsError)
    expect(attempt).not.toThrow('secret-pepper')
  }
  writeFileSync(join(dataDir, 'keys.json'), '{"pep')
  await expect(loadOrCreateKeys(readSettings({ DATA_DIR: dataDir }))).rejects.toThrow('does not hold a key set')
  expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toBe('{"pep')
})

it('keys that are rotated sign and seal with the new ones, and what the old ones made stays valid until they are dropped', async () => {
  const rotated = await rotateKeys(KEYS)
  const [before, after, dropped] = [KEYS, rotated, dropRetiredKeys(rotated)].map(createTokenKeys)
  const [signed, sealed] = [await before!.sign('typ', { a: 1 }), await before!.seal('purpose', { b: 2 })]
  expect([await after!.verify('typ', signed), await after!.unseal('purpose', sealed)]).toEqual([{ a: 1 }, { b: 2 }])
  const nothing = [undefined, undefined]
  expect([await dropped!.verify('typ', signed), await dropped!.unseal('purpose', sealed)]).toEqual(nothing)
  const [newlySigned, newlySealed] = [await after!.sign('typ', {}), await after!.seal('purpose', {})]
  expect([await before!.verify('typ', newlySigned), await before!.unseal('purpose', newlySealed)]).toEqual(nothing)
  expect(rotated.signing.map((key) => 'd' in key)).toEqual([true, false])
  expect({ ...rotated, signing: [], sealing: [] }).toEqual({ ...KEYS, signing: [], sealing: [] })
  const [[signing], [sealing]] = [rotated.signing, rotated.sealing]
  expect(dropRetiredKeys(rotated)).toEqual({ ...rotated, signing: [signing], sealing: [sealing] })
  const { keys: withOtherInbox } = await rotateInbox(KEYS)
  expect(readKeySet(JSON.stringify(withOtherInbox), 'FRONT_DESK_KEYS', true)).toEqual(withOtherInbox)
})

it('the pepper keeps purposes, texts and secrets apart, and recognizes its own hashes only, whatever their length', async () => {
  const one = createKeyedHash('A'.repeat(43))
  const inputs = ['a b', 'a c', 'c b', 'ab ', ' ab'].map((text) => text.split(' ') as [string, string])
  const another = createKeyedHash('B'.repeat(42) + 'A').mac('a', 'b')
  const macs = await Promise.all([...inputs.map((input) => one.mac(...input)), another])
  expect(new Set(macs).size).toBe(macs.length)
  const mac = await one.mac('a', 'b')
  expect(mac).toBe(macs[0])
  expect(await one.matches('a', 'b', mac)).toBe(true)
  for (const other of ['', mac.slice(1), `${mac}A`, await one.mac('a', 'c'), `é${mac.slice(1)}`])
    expect(await one.matches('a', 'b', other)).toBe(false)
})

const asEnvironment = (value: unknown) => ({ FRONT_DESK_INBOX_PRIVATE_KEY: JSON.stringify(value) })

it('the private key is looked for when it is needed, from the environment or the data folder', async () => {
  const none = lazyStaffInbox({}, dataDir, { kty: 'OKP', crv: 'X25519', x: 'x', kid: 'some' })
  await expect(none()).rejects.toThrow(/There is no private key.*FRONT_DESK_INBOX_PRIVATE_KEY/)
  const own = await loadOrCreateKeys(readSettings({ DATA_DIR: dataDir }))
  const open = lazyStaffInbox({}, dataDir, own.inbox)
  expect(await (await open()).open({ sealed: await sealingInbox(own.inbox).seal(RECORD) })).toEqual(RECORD)
  expect(await open()).toBe(await open())
  const fromEnvironment = await lazyStaffInbox(asEnvironment(PRIVATE), dataDir, KEYS.inbox)()
  expect(await fromEnvironment.open({ sealed: await sealingInbox(KEYS.inbox).seal(RECORD) })).toEqual(RECORD)
})

it('the private key may be several, as a JWK set: the header of a record names its own, and without a name all are tried', async () => {
  const env = asEnvironment({ keys: [PRIVATE, OTHER.inboxPrivateKey] })
  const inbox = await lazyStaffInbox(env, dataDir, KEYS.inbox)()
  for (const { keys } of [OWN, OTHER]) {
    const sealed = await sealingInbox(keys.inbox).seal(RECORD)
    expect(keyIdOf({ sealed })).toBe(keys.inbox.kid)
    expect(await inbox.open({ sealed })).toEqual(RECORD)
    const unnamed = await sealingInbox({ ...keys.inbox, kid: 'none of them' }).seal(RECORD)
    expect(await inbox.open({ sealed: unnamed })).toEqual(RECORD)
  }
  expect(keyIdOf({ sealed: 'garbage' })).toBeUndefined()
})

it.each<[string, (key: Record<string, string>, other: Record<string, string>) => unknown]>([
  ['is no key', () => ({ kty: 'OKP' })],
  ['is an empty set', () => ({ keys: [] })],
  ['has halves that do not belong together', (key, other) => ({ ...key, d: other.d })],
  ['has a private half that is none', (key) => ({ ...key, d: 'secret-d' })],
  ['is one of a set, and no key', (key) => ({ keys: [key, { ...key, x: 'x' }] })],
])('the private key that %s is refused, and not repeated', async (_, change) => {
  const env = asEnvironment(change(PRIVATE, OTHER.inboxPrivateKey))
  const start = () => refuseWrongInboxKeys(env, dataDir, KEYS.inbox)
  for (const attempt of [start, () => loadInboxPrivateKeys(env, dataDir)]) {
    expect(attempt).toThrow('FRONT_DESK_INBOX_PRIVATE_KEY does not hold the private key of the inbox.')
    expect(attempt).not.toThrow(/secret-d/)
  }
})

it('the private key that does not belong to the public key is refused with one sentence, at the start and at the desk', async () => {
  const said = `FRONT_DESK_INBOX_PRIVATE_KEY does not hold the private key that belongs to the key set (${KEYS.inbox.kid})`
  const foreign = OTHER.inboxPrivateKey
  for (const wrong of [foreign, { ...foreign, kid: KEYS.inbox.kid }, { ...PRIVATE, kid: 'x' }])
    expect(() => refuseWrongInboxKeys(asEnvironment(wrong), dataDir, KEYS.inbox)).toThrow(said)
  await expect(lazyStaffInbox(asEnvironment(foreign), dataDir, KEYS.inbox)()).rejects.toThrow(said)
  const both = asEnvironment({ keys: [foreign, PRIVATE] })
  expect(() => refuseWrongInboxKeys(both, dataDir, KEYS.inbox)).not.toThrow()
  // A service may have no private key.
  expect(() => refuseWrongInboxKeys({}, dataDir, KEYS.inbox)).not.toThrow()
  await loadOrCreateKeys(readSettings({ DATA_DIR: dataDir }))
  expect(() => refuseWrongInboxKeys({}, dataDir, KEYS.inbox)).toThrow('inbox-private-key.json does not hold')
})

it('the private key is given to no one but the desk', () => {
  const opening = Object.entries<Route>(ROUTES).filter(([, { opensInquiries }]) => opensInquiries)
  expect(opening.map(([name]) => name)).toEqual(['desk'])
  const functions = readdirSync('netlify/functions').filter((file) =>
    readFileSync(join('netlify/functions', file), 'utf8').includes('staff-inbox'),
  )
  expect(functions.filter((file) => file !== 'desk.ts')).toEqual([])
})
