/** A distant Netlify Blobs service in memory: each call is one round trip, and nothing waits, so that the figures are exact. */
import type { Store as BlobStore } from '@netlify/blobs'
import { blobsStore } from '../../src/store/blobs.ts'
import type { Store } from '../../src/ports.ts'
import { countRounds, type Rounds } from '../rounds.ts'

const PAGE_SIZE = 1000

export interface DistantStore extends Store {
  rounds: Rounds['count']
  /** The same records without a call, to prepare a test. */
  near: Store
}

export function distantStore(): DistantStore {
  const kept = new Map<string, string>()
  const etags = new Map<string, string>()
  let writes = 0
  /** Undefined before the order is needed. */
  let sorted: string[] | undefined
  const rounds = countRounds()
  const open = (trip: () => Promise<void>) => {
    const blobs = {
      async getWithMetadata(key: string) {
        await trip()
        const text = kept.get(key)
        return text === undefined ? null : { data: JSON.parse(text) as unknown, etag: etags.get(key), metadata: {} }
      },
      async setJSON(key: string, value: unknown, { onlyIfMatch }: { onlyIfMatch?: string }) {
        await trip()
        if (onlyIfMatch !== etags.get(key)) return { modified: false }
        if (sorted && !kept.has(key)) sorted.splice(firstFrom(sorted, key), 0, key)
        kept.set(key, JSON.stringify(value))
        const etag = `"${(writes += 1)}"`
        etags.set(key, etag)
        return { modified: true, etag }
      },
      list: ({ prefix, directories }: { prefix: string; directories?: boolean }) =>
        directories ? blobs.foldersOf(prefix) : blobs.pagesOf(prefix),
      async foldersOf(prefix: string) {
        await trip()
        const below = [...kept.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
        const names = below.filter((rest) => rest.includes('/')).map((rest) => rest.split('/')[0] ?? '')
        return { blobs: [], directories: [...new Set(names)].map((name) => prefix + name) }
      },
      async *pagesOf(prefix: string) {
        let cursor: string | undefined = prefix
        while (cursor !== undefined) {
          await trip()
          const keys = (sorted ??= [...kept.keys()].sort())
          const start = firstFrom(keys, cursor)
          const found = keys.slice(start, start + PAGE_SIZE + 1).filter((key) => key.startsWith(prefix))
          cursor = found[PAGE_SIZE]
          yield { blobs: found.slice(0, PAGE_SIZE).map((key) => ({ key, etag: etags.get(key) })), directories: [] }
        }
      },
      async delete(key: string) {
        await trip()
        etags.delete(key)
        if (kept.delete(key)) sorted?.splice(firstFrom(sorted, key), 1)
      },
    }
    return blobsStore(blobs as unknown as BlobStore)
  }
  return { ...open(rounds.trip), near: open(async () => undefined), rounds: rounds.count }
}

/** The place of the first key that does not sort before a text. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '') < text) from = middle + 1
    else to = middle
  }
  return from
}
