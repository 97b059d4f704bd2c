/**
 * The store on Netlify: Netlify Blobs, read with strong consistency.
 *
 * The client says `modified: true` for a conditional write that failed with 403 or 503; only a write that also
 * brought an etag has happened. And a write whose reply was lost is repeated by the client and then meets its own
 * blob (412). So each fact carries a nonce: a create that was refused looks whether the fact is its own.
 */
import type { Store as BlobStore } from '@netlify/blobs'
import { StoreUnavailable, type Store } from '../ports.ts'

interface Envelope {
  nonce: string
  value: unknown
}

/**
 * The four verbs over Netlify Blobs.
 * @param blobs a store opened with `consistency: 'strong'`
 */
export function blobsStore(blobs: BlobStore): Store {
  const get = async (key: string) =>
    (await attempt('read', () => blobs.get(key, { type: 'json', consistency: 'strong' }))) as Envelope | null

  return {
    async create(key, value) {
      const nonce = crypto.randomUUID()
      const envelope: Envelope = { nonce, value }
      const { modified, etag } = await attempt('write', () => blobs.setJSON(key, envelope, { onlyIfNew: true }))
      if (modified && etag) return true
      const found = await get(key)
      if (found) return found.nonce === nonce
      // Neither written nor there: the write failed, whatever the client says.
      throw new StoreUnavailable('a conditional write was reported without an etag and did not happen')
    },
    async read(key) {
      return (await get(key))?.value
    },
    async *list(prefix) {
      const pages = blobs.list({ prefix, paginate: true })[Symbol.asyncIterator]()
      const keys: string[] = []
      for (;;) {
        const page = await attempt('list', () => pages.next())
        if (page.done) break
        keys.push(...page.value.blobs.map((blob) => blob.key))
      }
      yield* keys.sort((one, other) => (one < other ? -1 : 1))
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
