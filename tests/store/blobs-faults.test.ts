/** The store over Netlify Blobs on bad days: what it makes of refusals, lost replies and failures. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { blobsStore } from '../../src/store/blobs.ts'
import { type Store, StoreUnavailable, type Version } from '../../src/ports.ts'
import { faultyBlobs, inTurn, networkError, status, storesThen, well, type FaultyBlobs } from './faulty-blobs.ts'
import { listKeys, createRecord, readValue } from '../../src/store/record.ts'

// The client waits 5 seconds before it repeats a request, but 1 ms in tests. It looks once, when it is loaded.
vi.hoisted(() => {
  process.env.NODE_ENV = 'test'
})

const refusal = (promise: Promise<unknown>) => expect(promise).rejects.toBeInstanceOf(StoreUnavailable)
const keysOf = (prefix: string) => listKeys(store, prefix)

const FAULTS: [string, () => Response][] = [
  ['a 500', () => status(500)],
  ['a 403', () => status(403)],
  ['a network error', networkError],
]

/** All was done, but another answer comes. */
const LOST: [string, () => Response][] = [
  ['a 503', () => status(503)],
  ['a 429', () => status(429)],
  ['a network error', networkError],
]

let service: FaultyBlobs
let store: Store
beforeEach(() => {
  service = faultyBlobs()
  store = blobsStore(service.open('strong'))
})

describe('a create that the service refuses', () => {
  it.each([400, 401, 403, 409, 429, 503])('with %i rejects and leaves nothing: it never says true', async (code) => {
    service.on.put = () => status(code)
    await refusal(createRecord(store, 'a', 1))
    expect(service.kept.size).toBe(0)
    service.on.put = well
    expect(await createRecord(store, 'a', 2)).toBe(true)
    expect(await readValue(store, 'a')).toBe(2)
  })

  it('with 412, though nothing is to be found, rejects: whose fact it was cannot be known', async () => {
    service.on.put = () => status(412)
    await refusal(createRecord(store, 'a', 1))
  })

  it('by 403 while another fact has the key is false: it is not taken for its own', async () => {
    await createRecord(store, 'a', 'first')
    service.on.put = () => status(403)
    expect(await createRecord(store, 'a', 'second')).toBe(false)
    expect(await readValue(store, 'a')).toBe('first')
  })
})

describe('a create whose reply is lost', () => {
  it.each(LOST)('behind %s is repeated, meets its own fact, and is true', async (_, reply) => {
    service.on.put = inTurn(storesThen(reply))
    expect(await createRecord(store, 'a', 'mine')).toBe(true)
    expect(service.puts).toBe(2)
    expect(await readValue(store, 'a')).toBe('mine')
    expect(await createRecord(store, 'a', 'mine')).toBe(false)
  })

  it('every time, until the client gives up, is true: the fact is there', async () => {
    service.on.put = storesThen(() => status(503))
    expect(await createRecord(store, 'a', 'mine')).toBe(true)
    expect(await readValue(store, 'a')).toBe('mine')
  })

  it('in network errors, until the client gives up, is not false: no one else has the key', async () => {
    service.on.put = storesThen(networkError)
    expect(await createRecord(store, 'a', 'mine').catch(() => 'rejected')).not.toBe(false)
    expect(await readValue(store, 'a')).toBe('mine')
  })

  it('while another took the key before it is false', async () => {
    service.on.put = inTurn(() => {
      service.kept.set('a', JSON.stringify({ nonce: 'another', value: 'theirs' }))
      return status(503)
    })
    expect(await createRecord(store, 'a', 'mine')).toBe(false)
    expect(await readValue(store, 'a')).toBe('theirs')
  })

  it('rejects when the fact cannot be looked at either: it may be there or not', async () => {
    service.on.put = inTurn(storesThen(() => status(503)))
    service.on.get = () => status(500)
    await refusal(createRecord(store, 'a', 'mine'))
  })
})

it('a create answered with 200 but no etag is true when the fact is there, and rejects when it is not', async () => {
  service.on.put = () => status(200)
  await refusal(createRecord(store, 'a', 'mine'))
  service.on.put = storesThen(() => status(200))
  expect(await createRecord(store, 'a', 'mine')).toBe(true)
  expect(await readValue(store, 'a')).toBe('mine')
})

it('many creates of one key at once have one winner, even if every other reply is lost', async () => {
  const lost = storesThen(networkError)
  service.on.put = inTurn(...Array.from({ length: 40 }, (_, index) => (index % 2 ? well : lost)))
  const won = await Promise.all(Array.from({ length: 40 }, (_, index) => createRecord(store, 'a', index)))
  expect(won.filter(Boolean)).toHaveLength(1)
  expect(await readValue(store, 'a')).toBe(won.indexOf(true))
})

describe('a replace', () => {
  let version: Version
  beforeEach(async () => {
    version = await store.put('a', 'first', 'new')
  })

  it.each(LOST)('whose reply is lost behind %s is repeated, meets its own fact, and is true', async (_, reply) => {
    service.on.put = inTurn(storesThen(reply))
    expect(await store.put('a', 'second', version)).not.toBe('changed')
    expect([await readValue(store, 'a'), service.puts]).toEqual(['second', 3])
  })

  it.each([400, 403, 429, 503])('that is refused with %i rejects, and leaves what was there', async (code) => {
    service.on.put = () => status(code)
    await refusal(store.put('a', 'second', version))
    expect(await readValue(store, 'a')).toBe('first')
  })

  it.each<[string, () => void, unknown]>([
    ['another exchanged the fact', () => service.kept.set('a', '{"nonce":"another","value":"theirs"}'), 'theirs'],
    ['the fact was removed', () => service.kept.delete('a'), undefined],
  ])('is false when, after it was read, %s, and changes nothing', async (_, happens, left) => {
    service.on.put = inTurn((answer) => {
      happens()
      return answer()
    })
    expect(await store.put('a', 'second', version)).toBe('changed')
    expect(await readValue(store, 'a')).toBe(left)
  })

  it('answered without an ETag, which is found nowhere else, rejects', async () => {
    service.on.put = () => status(200)
    service.on.get = (answer) => new Response(answer().body)
    service.on.list = () => Response.json({ blobs: [] })
    await refusal(store.put('a', 'second', version))
  })
})

describe('what cannot be read', () => {
  it.each([...FAULTS, ['a torn body', () => new Response('{"nonce":"1","val')] as const])(
    'because of %s rejects, and is not taken for missing',
    async (_, reply) => {
      await createRecord(store, 'a', 1)
      service.on.get = reply
      await refusal(readValue(store, 'a'))
      service.on.get = well
      expect(await readValue(store, 'a')).toBe(1)
    },
  )

  it('is never asked of the cache, however the store was opened', async () => {
    await createRecord(store, 'a', 1)
    expect(await readValue(blobsStore(service.open('eventual')), 'a')).toBe(1)
  })
})

describe('a list', () => {
  it.each([...FAULTS, ['a torn page', () => new Response('{"blobs":[')] as const])(
    'that fails with %s rejects, and is not taken for empty',
    async (_, reply) => {
      await createRecord(store, 'k/a', 1)
      service.on.list = reply
      await refusal(keysOf('k/'))
    },
  )

  it('of several pages in any order comes whole and ascending', async () => {
    service.page = 3
    for (const key of ['k/9', 'k/1', 'k/5', 'k/2', 'k/8', 'k/3', 'k/7', 'l/1']) await createRecord(store, key, key)
    expect(await keysOf('k/')).toEqual(['k/1', 'k/2', 'k/3', 'k/5', 'k/7', 'k/8', 'k/9'])
  })

  it('that breaks off at a later page rejects: half a list is none', async () => {
    service.page = 2
    for (const key of ['k/3', 'k/1', 'k/2']) await createRecord(store, key, key)
    service.on.list = inTurn(well, ...Array.from({ length: 6 }, () => networkError))
    await refusal(keysOf('k/'))
  })
})

it('a remove that fails rejects and takes nothing away', async () => {
  await createRecord(store, 'a', 1)
  service.on.delete = () => status(500)
  await refusal(store.remove('a'))
  expect(await readValue(store, 'a')).toBe(1)
})
