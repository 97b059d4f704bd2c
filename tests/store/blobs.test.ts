/** The store over Netlify Blobs, a service in memory: the contract, and what it makes of refusals, lost answers and failures. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { blobsStore } from '../../src/store/blobs.ts'
import { type Store, StoreUnavailable, type Version } from '../../src/ports.ts'
import { race, storeContract } from './contract.ts'
import * as blobs from './faulty-blobs.ts'
import { createRecord, listKeys, readValue } from '../../src/store/record.ts'

const { inTurn, networkError, status, storesThen, well } = blobs

// The client waits 5 seconds before it repeats a request, but 1 ms in tests. It looks once, when it is loaded.
vi.hoisted(() => {
  process.env.NODE_ENV = 'test'
})

let service: ReturnType<typeof blobs.faultyBlobs>
let store: Store
beforeEach(() => {
  service = blobs.faultyBlobs()
  store = blobsStore(service.open('strong'))
})

storeContract('blobs', async () => ({ store, other: blobsStore(service.open('strong')), close: async () => {} }), '"')

const refusal = (promise: Promise<unknown>) => expect(promise).rejects.toBeInstanceOf(StoreUnavailable)
const outcomeOf = (write: Promise<Version | 'changed'>) =>
  write.then(
    (version) => (version === 'changed' ? version : 'written'),
    (error: unknown) => (error instanceof StoreUnavailable ? 'rejects' : error),
  )

const writtenByAnother = () => void service.kept.set('k', '{"nonce":"another","value":"theirs"}')
/** Another has read what was just stored, and changes it. */
const changedByAnother = () => {
  const { nonce } = JSON.parse(service.kept.get('k') ?? '') as { nonce: string }
  service.kept.set('k', JSON.stringify({ nonce: 'another', earlier: [nonce], value: 'theirs' }))
}
/** The answer, that something failed, is of no use. */
const afterwards =
  (happens: () => void): blobs.Behaviour =>
  (store) => {
    store()
    happens()
    return status(503)
  }
const before =
  (happens: () => void): blobs.Behaviour =>
  (store) => {
    happens()
    return store()
  }

type Outcome = 'written' | 'changed' | 'rejects'
/** What the service does when `mine` is put where nothing or `first` is, what the caller is told, and what is stored then. */
type Write = [what: string, on: () => Partial<typeof service.on>, Outcome, stored: 'mine' | 'theirs' | 'same']
const always = (code: number): Write => [`${code}`, () => ({ put: () => status(code) }), 'rejects', 'same']
const storedOnce = (code: number) => inTurn(storesThen(() => status(code)))
const WRITES: Write[] = [
  ...[400, 401, 403, 409, 412, 429, 503].map(always),
  ['network errors', () => ({ put: networkError }), 'rejects', 'same'],
  ['200 without an ETag, and stores nothing', () => ({ put: () => status(200) }), 'rejects', 'same'],
  ['200 without an ETag', () => ({ put: storesThen(() => status(200)) }), 'written', 'mine'],
  ['503 once', () => ({ put: inTurn(() => status(503)) }), 'written', 'mine'],
  ['503 once, but it is stored', () => ({ put: storedOnce(503) }), 'written', 'mine'],
  ['429 once, but it is stored', () => ({ put: storedOnce(429) }), 'written', 'mine'],
  ['a network error, but it is stored', () => ({ put: inTurn(storesThen(networkError)) }), 'written', 'mine'],
  ['503 each time, but it is stored', () => ({ put: storesThen(() => status(503)) }), 'written', 'mine'],
  ['network errors only, but it is stored', () => ({ put: storesThen(networkError) }), 'rejects', 'mine'],
  ['503, and no look', () => ({ put: storedOnce(503), get: () => status(500) }), 'rejects', 'mine'],
  ['412, as another was first', () => ({ put: inTurn(before(writtenByAnother)) }), 'changed', 'theirs'],
  ['403, while another was first', () => ({ put: () => (writtenByAnother(), status(403)) }), 'changed', 'theirs'],
  ['503, and another changed it', () => ({ put: inTurn(afterwards(changedByAnother)) }), 'written', 'theirs'],
]

describe.each(['a new record', 'a change'])('%s', (kind) => {
  it.each(WRITES)('answered with %s', async (_, on, outcome, stored) => {
    const expected = kind === 'a change' ? ((await store.put('k', 'first', 'new')) as Version) : 'new'
    Object.assign(service.on, on())
    expect(await outcomeOf(store.put('k', 'mine', expected))).toBe(outcome)
    Object.assign(service.on, { put: well, get: well })
    const same = kind === 'a change' ? 'first' : undefined
    expect(await readValue(store, 'k')).toBe(stored === 'same' ? same : stored)
  })
})

it('a version that another has changed since is the version of no record', async () => {
  service.on.put = inTurn(afterwards(changedByAnother))
  const version = (await store.put('k', 'mine', 'new')) as Version
  expect(await store.put('k', 'lost', version)).toBe('changed')
  expect(await readValue(store, 'k')).toBe('theirs')
})

it('a change is told so when the record was removed meanwhile', async () => {
  const version = (await store.put('k', 'first', 'new')) as Version
  service.on.put = inTurn(before(() => service.kept.delete('k')))
  expect(await store.put('k', 'mine', version)).toBe('changed')
})

describe('a removal on condition that is interrupted', () => {
  let version: Version
  beforeEach(async () => {
    version = (await store.put('k', 'first', 'new')) as Version
    service.on.delete = () => status(500)
    await refusal(store.remove('k', version))
    service.on.delete = well
    return () => void vi.useRealTimers()
  })

  it('leaves nothing to read, and can be finished', async () => {
    expect(await store.get('k')).toBeUndefined()
    expect(await store.put('k', 'late', version)).toBe('changed')
    expect(await store.remove('k', version)).toBe(false)
    await store.remove('k')
    expect(service.kept.size).toBe(0)
  })

  it('leaves the key to another when it can end no more: until then it would remove what is new', async () => {
    await refusal(createRecord(store, 'k', 'new'))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 60_000 })
    expect(await createRecord(store, 'k', 'new')).toBe(true)
    expect(await readValue(store, 'k')).toBe('new')
  })
})

it('a removal that fails rejects and takes nothing away', async () => {
  await createRecord(store, 'k', 1)
  service.on.delete = () => status(500)
  await refusal(store.remove('k'))
  expect(await readValue(store, 'k')).toBe(1)
})

const { onFirstTry, slowly } = blobs
describe.each<[string, () => Partial<typeof service.on>]>([
  ['each write is answered with 503 once', () => ({ put: onFirstTry(() => status(503)) })],
  ['the first answer of each write is lost', () => ({ put: onFirstTry(storesThen(networkError)) })],
  ['reads are slow', () => ({ get: slowly })],
  ['answers are lost, and reads are slow', () => ({ put: onFirstTry(storesThen(networkError)), get: slowly })],
])('while %s', (_, on) => {
  let other: Store
  beforeEach(() => {
    other = blobsStore(service.open('strong'))
    Object.assign(service.on, on())
  })
  race(() => ({ store, other }), 100)
})

const FAULTS = Object.entries({ 500: () => status(500), 403: () => status(403), 'a network error': networkError })

it.each([...FAULTS, ['a torn body', () => new Response('{"nonce":"1","val')] as const])(
  'what cannot be read because of %s rejects, and is not taken for missing',
  async (_, reply) => {
    await createRecord(store, 'k', 1)
    service.on.get = reply
    await refusal(readValue(store, 'k'))
    service.on.get = well
    expect(await readValue(store, 'k')).toBe(1)
  },
)

it('what has no ETag cannot be read, and nothing is asked of the cache, however the store was opened', async () => {
  await createRecord(store, 'k', 1)
  expect(await readValue(blobsStore(service.open('eventual')), 'k')).toBe(1)
  service.on.get = (answer) => new Response(answer().body)
  service.on.list = () => Response.json({ blobs: [] })
  await refusal(readValue(store, 'k'))
})

it.each([...FAULTS, ['a torn page', () => new Response('{"blobs":[')] as const])(
  'a list that fails with %s rejects, and is not taken for empty',
  async (_, reply) => {
    await createRecord(store, 'k/a', 1)
    service.on.list = reply
    await refusal(listKeys(store, 'k/'))
  },
)

it('a list of several pages in any order comes whole and ascending', async () => {
  service.page = 3
  for (const key of ['k/9', 'k/1', 'k/5', 'k/2', 'k/8', 'k/3', 'k/7', 'l/1']) await createRecord(store, key, key)
  expect(await listKeys(store, 'k/')).toEqual(['k/1', 'k/2', 'k/3', 'k/5', 'k/7', 'k/8', 'k/9'])
})

it('a list that breaks off at a later page rejects: half a list is none', async () => {
  service.page = 2
  for (const key of ['k/3', 'k/1', 'k/2']) await createRecord(store, key, key)
  service.on.list = inTurn(well, ...Array.from({ length: 6 }, () => networkError))
  await refusal(listKeys(store, 'k/'))
})
