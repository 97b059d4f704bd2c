/**
 * Lists keys that contain a time, newest first. Stores list in ascending order only, so the range is split by time prefix,
 * the latest prefix is listed first, and later parts are listed only when the caller needs them.
 */
import type { Store } from '../ports.ts'

/** Longest chunk; a prefix with more keys is split into longer prefixes. */
const CHUNK_SIZE = 500
/** The greatest digit at each position of a time (ISO 8601): a day never begins with 4. */
const MAX_TIME = '9999-19-39T29:59:59.999Z'

/** Keys with a common prefix. */
export interface KeyChunk {
  /** Common prefix of their times. */
  time: string
  /** Newest first. */
  keys: string[]
}

/**
 * Lists the keys of a folder, newest first, in chunks.
 * @param folder prefix of the keys, followed by a time
 * @param time prefix of the times
 * @param before only keys whose part after `folder` sorts before this
 * @throws StoreUnavailable
 */
export async function* newestKeys(
  store: Pick<Store, 'list'>,
  folder: string,
  time: string,
  before?: string,
): AsyncGenerator<KeyChunk> {
  if (before !== undefined && time > before.slice(0, time.length)) return
  const isWholeTime = time.length === MAX_TIME.length
  const keys = await takeFirst(store.list(folder + time), isWholeTime ? Number.POSITIVE_INFINITY : CHUNK_SIZE + 1)
  if (isWholeTime || keys.length <= CHUNK_SIZE) {
    const earlier = keys.reverse().filter((key) => before === undefined || key.slice(folder.length) < before)
    if (earlier.length > 0) yield { time, keys: earlier }
    return
  }
  for (const next of charactersAt(time.length)) yield* newestKeys(store, folder, time + next, before)
}

/** The first `max` items of a list; does not read further. */
export async function takeFirst<T>(list: AsyncIterable<T>, max: number): Promise<T[]> {
  const found: T[] = []
  for await (const item of list) {
    found.push(item)
    if (found.length >= max) break
  }
  return found
}

/** The possible characters at a position of a time, greatest first. */
function charactersAt(place: number): string[] {
  const maxCharacter = MAX_TIME[place] ?? ''
  return /\d/.test(maxCharacter)
    ? Array.from({ length: Number(maxCharacter) + 1 }, (_, index) => String(index)).reverse()
    : [maxCharacter]
}
