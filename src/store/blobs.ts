/**
 * The client of Netlify Blobs has two faults, so each fact has a nonce.
 * After a conditional write that failed with 403 or 503 it reports `modified: true`, but without an ETag.
 * It repeats a write when the response was lost: the repetition is refused (412), but the fact then has the nonce of this write.
 */
import type { Store as BlobStore } from '@netlify/blobs'
import { type ReplacingStore, StoreUnavailable } from '../ports.ts'

interface Envelope {
  nonce: string
  value: unknown
}

const FRESH_JSON = { type: 'json', consistency: 'strong' } as const

/** @param blobs a store opened with `consistency: 'strong'` */
export function blobsStore(blobs: BlobStore): ReplacingStore {
  const get = async (key: string) => (await attempt('read', () => blobs.get(key, FRESH_JSON))) as Envelope | null
  const getWithEtag = async (key: string) => {
    const found = await attempt('read', () => blobs.getWithMetadata(key, FRESH_JSON))
    if (!found || found.etag) return { envelope: found?.data as Envelope | undefined, etag: found?.etag }
    // Netlify's emulator returns ETags in lists only. Reading the value after the list keeps the ETag from being newer than the value.
    const { blobs: listed } = await attempt('list', () => blobs.list({ prefix: key }))
    return { etag: listed.find((blob) => blob.key === key)?.etag, envelope: (await get(key)) ?? undefined }
  }

  return {
    async create(key, value) {
      const nonce = crypto.randomUUID()
      const envelope: Envelope = { nonce, value }
      const { modified, etag } = await attempt('write', () => blobs.setJSON(key, envelope, { onlyIfNew: true }))
      if (modified && etag) return true
      const found = await get(key)
      if (found) return found.nonce === nonce
      throw new StoreUnavailable('a conditional write returned no ETag and stored nothing')
    },
    async read(key) {
      return (await get(key))?.value
    },
    async list(prefix) {
      const pages = blobs.list({ prefix, paginate: true })[Symbol.asyncIterator]()
      const keys: string[] = []
      for (;;) {
        const page = await attempt('list', () => pages.next())
        if (page.done) return keys.sort()
        keys.push(...page.value.blobs.map((blob) => blob.key))
      }
    },
    async folders(prefix) {
      const { directories } = await attempt('list', () => blobs.list({ prefix, directories: true }))
      return directories.map((directory) => directory.slice(prefix.length).replace(/\/$/, '')).sort()
    },
    async replace(key, before, after) {
      const { envelope, etag } = await getWithEtag(key)
      if (!envelope || JSON.stringify(envelope.value) !== JSON.stringify(before)) return false
      if (!etag) throw new StoreUnavailable('there is no ETag to write on condition of')
      const nonce = crypto.randomUUID()
      const written = await attempt('write', () =>
        blobs.setJSON(key, { nonce, value: after } satisfies Envelope, { onlyIfMatch: etag }),
      )
      if (written.modified && written.etag) return true
      const found = await get(key)
      if (found?.nonce === envelope.nonce)
        throw new StoreUnavailable('a conditional write changed nothing, although nothing else did')
      return found?.nonce === nonce
    },
    async remove(key) {
      await attempt('remove', () => blobs.delete(key))
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
