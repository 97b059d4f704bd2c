/**
 * A Netlify Blobs service in memory that is far away: each call is one round trip, and a list gets 1,000 keys with each. It counts
 * calls and rounds, and nothing waits, so that the figures are exact.
 */
import type { Store as BlobStore } from '@netlify/blobs'
import { blobsStore } from '../../src/store/blobs.ts'
import type { Store } from '../../src/ports.ts'
import { countRounds, type Rounds } from '../rounds.ts'

/** Keys of one answer to a list. */
const PAGE_SIZE = 1000
const ETAG = '"1"'

/** Calls of Netlify's service, pages of lists among them. */
export interface Calls {
  write: number
  read: number
  list: number
  remove: number
}

export interface DistantStore extends Store {
  calls: Calls
  rounds: Rounds['count']
  /** The same facts without a call, to prepare a test. */
  near: Store
}

export function distantStore(): DistantStore {
  const kept = new Map<string, string>()
  /** The same keys in order; undefined before they are needed. */
  let sorted: string[] | undefined
  const calls: Calls = { write: 0, read: 0, list: 0, remove: 0 }
  const rounds = countRounds()
  const open = (called: (verb: keyof Calls) => Promise<void>) => {
    const blobs = {
      async get(key: string) {
        await called('read')
        return JSON.parse(kept.get(key) ?? 'null') as unknown
      },
      async setJSON(key: string, value: unknown) {
        await called('write')
        if (kept.has(key)) return { modified: false }
        if (sorted) sorted.splice(firstFrom(sorted, key), 0, key)
        kept.set(key, JSON.stringify(value))
        return { modified: true, etag: ETAG }
      },
      list: ({ prefix, directories }: { prefix: string; directories?: boolean }) =>
        directories ? blobs.foldersOf(prefix) : blobs.pagesOf(prefix),
      async foldersOf(prefix: string) {
        await called('list')
        const below = [...kept.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
        const names = below.filter((rest) => rest.includes('/')).map((rest) => rest.split('/')[0] ?? '')
        return { blobs: [], directories: [...new Set(names)].map((name) => prefix + name) }
      },
      async *pagesOf(prefix: string) {
        let cursor: string | undefined = prefix
        while (cursor !== undefined) {
          await called('list')
          const keys = (sorted ??= [...kept.keys()].sort())
          const start = firstFrom(keys, cursor)
          const found = keys.slice(start, start + PAGE_SIZE + 1).filter((key) => key.startsWith(prefix))
          cursor = found[PAGE_SIZE]
          yield { blobs: found.slice(0, PAGE_SIZE).map((key) => ({ key, etag: ETAG })), directories: [] }
        }
      },
      async delete(key: string) {
        await called('remove')
        if (kept.delete(key)) sorted?.splice(firstFrom(sorted, key), 1)
      },
    }
    return blobsStore(blobs as unknown as BlobStore)
  }
  const far = open((verb) => {
    calls[verb] += 1
    return rounds.trip()
  })
  return { ...far, near: open(async () => undefined), calls, rounds: rounds.count }
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
