/**
 * The client of Netlify Blobs has two faults. After a conditional write that failed with 403 or 503, it reports `modified: true` without an
 * ETag. If a response was lost, it repeats the write, which is refused (412) although the first one was stored. So each write has a nonce:
 * a stored write is recognized by it, even if another writer has changed the record since (`earlier`).
 */
import type { Store as BlobStore } from '@netlify/blobs'
import { type ListedKey, type Store, StoreUnavailable, type Version } from '../ports.ts'
import { MINUTE_MS } from '../duration.ts'

interface Envelope {
  nonce: string
  /** The nonces of earlier writes of this record. */
  earlier?: string[] | undefined
  value?: unknown
  /** Milliseconds since 1970. A conditional write sets it before a removal, because Netlify cannot remove on condition. */
  removedAt?: number
}

const FRESH_JSON = { type: 'json', consistency: 'strong' } as const
/** A record keeps this many nonces. It has fewer writes in the half minute during which the client may repeat one. */
const EARLIER_NONCES = 32
/** This process remembers the nonces of this many versions. */
const REMEMBERED = 1000
/** A request to remove a record arrives within this time, or never. */
const REMOVAL_MS = 2 * MINUTE_MS

/** @param blobs a store opened with `consistency: 'strong'` */
export function blobsStore(blobs: BlobStore): Store {
  const noncesOf = new Map<Version, string[]>()

  function remember(etag: string, { earlier = [], nonce }: Envelope): Version {
    const version = etag as Version
    noncesOf.set(version, [...earlier, nonce].slice(-EARLIER_NONCES))
    const [oldest = version] = noncesOf.keys()
    if (noncesOf.size > REMEMBERED) noncesOf.delete(oldest)
    return version
  }

  async function find(key: string): Promise<{ envelope: Envelope; version: Version } | undefined> {
    const read = () => attempt('read', () => blobs.getWithMetadata(key, FRESH_JSON))
    let found = await read()
    let etag = found?.etag
    if (found && !etag) {
      // Netlify's emulator returns ETags in lists only. Reading the value after the list keeps the ETag from being newer than the value.
      const { blobs: listed } = await attempt('list', () => blobs.list({ prefix: key }))
      etag = listed.find((blob) => blob.key === key)?.etag
      found = await read()
    }
    if (!found) return undefined
    if (!etag) throw new StoreUnavailable('a record was read without an ETag')
    const envelope = found.data as unknown as Envelope
    return { envelope, version: remember(etag, envelope) }
  }

  async function write(
    key: string,
    content: Pick<Envelope, 'value' | 'removedAt'>,
    expected: Version | 'new',
  ): Promise<Version | 'changed'> {
    const isNew = expected === 'new'
    const nonce = crypto.randomUUID()
    const envelope: Envelope = { nonce, ...content, ...(!isNew && { earlier: noncesOf.get(expected) }) }
    const condition = isNew ? { onlyIfNew: true as const } : { onlyIfMatch: expected }
    const { modified, etag } = await attempt('write', () => blobs.setJSON(key, envelope, condition))
    if (modified && etag) return remember(etag, envelope)
    const found = await find(key)
    if (found?.envelope.nonce === nonce) return found.version
    // Another writer has changed the record since. The caller gets a version that no record has.
    if (found?.envelope.earlier?.includes(nonce)) return `"${nonce}"`
    if (isNew ? !found : found?.version === expected)
      throw new StoreUnavailable('a conditional write returned no ETag and stored nothing')
    const removedAt = isNew ? found?.envelope.removedAt : undefined
    if (!found || removedAt === undefined) return 'changed'
    if (Date.now() < removedAt + REMOVAL_MS) throw new StoreUnavailable('the record is being removed')
    return write(key, content, found.version)
  }

  return {
    async get(key) {
      const found = await find(key)
      if (!found || found.envelope.removedAt !== undefined) return undefined
      return { value: found.envelope.value, version: found.version }
    },
    async list(prefix) {
      const pages = blobs.list({ prefix, paginate: true })[Symbol.asyncIterator]()
      const keys: ListedKey[] = []
      for (;;) {
        const page = await attempt('list', () => pages.next())
        if (page.done) return keys.sort((one, other) => (one.key < other.key ? -1 : 1))
        keys.push(...page.value.blobs.map(({ key, etag }) => ({ key, version: etag as Version })))
      }
    },
    async folders(prefix) {
      const { directories } = await attempt('list', () => blobs.list({ prefix, directories: true }))
      return directories.map((directory) => directory.slice(prefix.length).replace(/\/$/, '')).sort()
    },
    put: (key, value, expected) => write(key, { value }, expected),
    async remove(key, expected) {
      if (expected !== undefined && (await write(key, { removedAt: Date.now() }, expected)) === 'changed') return false
      await attempt('remove', () => blobs.delete(key))
      return true
    },
  }
}

async function attempt<T>(what: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (cause) {
    throw new StoreUnavailable(`could not ${what}: ${cause instanceof Error ? cause.name : 'unknown reason'}`, {
      cause,
    })
  }
}
