/**
 * The client of Netlify Blobs has two faults, so each record has a nonce.
 * After a conditional write that failed with 403 or 503 it reports `modified: true`, but without an ETag.
 * It repeats a write when the response was lost: the repetition is refused (412), but the record then has the nonce of this write.
 */
import type { Store as BlobStore } from '@netlify/blobs'
import { type ListedKey, type Store, StoreUnavailable, type Version } from '../ports.ts'

interface Envelope {
  nonce: string
  /** Absent in a record that is being removed: Netlify removes without a condition, so this is written on condition first. */
  value?: unknown
}

const FRESH_JSON = { type: 'json', consistency: 'strong' } as const

/** @param blobs a store opened with `consistency: 'strong'` */
export function blobsStore(blobs: BlobStore): Store {
  async function find(key: string): Promise<{ envelope: Envelope; etag: string } | undefined> {
    const found = await attempt('read', () => blobs.getWithMetadata(key, FRESH_JSON))
    if (!found) return undefined
    if (found.etag) return { envelope: found.data as unknown as Envelope, etag: found.etag }
    // Netlify's emulator returns ETags in lists only. Reading the value after the list keeps the ETag from being newer than the value.
    const { blobs: listed } = await attempt('list', () => blobs.list({ prefix: key }))
    const etag = listed.find((blob) => blob.key === key)?.etag
    const envelope = (await attempt('read', () => blobs.get(key, FRESH_JSON))) as Envelope | null
    if (envelope && !etag) throw new StoreUnavailable('a record was read without an ETag')
    return envelope && etag ? { envelope, etag } : undefined
  }

  async function write(key: string, envelope: Envelope, expected: Version | 'new'): Promise<Version | 'changed'> {
    const condition = expected === 'new' ? { onlyIfNew: true as const } : { onlyIfMatch: expected }
    const { modified, etag } = await attempt('write', () => blobs.setJSON(key, envelope, condition))
    if (modified && etag) return etag
    const found = await find(key)
    if (found?.envelope.nonce === envelope.nonce) return found.etag
    const isAsExpected = expected === 'new' ? !found : found?.etag === expected
    if (isAsExpected) throw new StoreUnavailable('a conditional write returned no ETag and stored nothing')
    const isBeingRemoved = expected === 'new' && found && !('value' in found.envelope)
    return isBeingRemoved ? write(key, envelope, found.etag) : 'changed'
  }

  const newEnvelope = (): Envelope => ({ nonce: crypto.randomUUID() })

  return {
    async get(key) {
      const found = await find(key)
      return found && 'value' in found.envelope ? { value: found.envelope.value, version: found.etag } : undefined
    },
    async list(prefix) {
      const pages = blobs.list({ prefix, paginate: true })[Symbol.asyncIterator]()
      const keys: ListedKey[] = []
      for (;;) {
        const page = await attempt('list', () => pages.next())
        if (page.done) return keys.sort((one, other) => (one.key < other.key ? -1 : 1))
        keys.push(...page.value.blobs.map(({ key, etag }) => ({ key, version: etag })))
      }
    },
    async folders(prefix) {
      const { directories } = await attempt('list', () => blobs.list({ prefix, directories: true }))
      return directories.map((directory) => directory.slice(prefix.length).replace(/\/$/, '')).sort()
    },
    put: (key, value, expected) => write(key, { ...newEnvelope(), value }, expected),
    async remove(key, expected) {
      if (expected !== undefined && (await write(key, newEnvelope(), expected)) === 'changed') return false
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
