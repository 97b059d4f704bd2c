/**
 * Keys that go on with a time, newest first. Stores list in ascending order only, so a folder is looked through in parts,
 * the latest part first, and of the rest no more is listed than is taken.
 */
import type { Store } from '../ports.ts'

/** Keys that are taken together; where a part holds more, it is looked through in smaller ones. */
const CHUNK_SIZE = 500
/** The greatest digit at each place of a time (ISO 8601): no month has a 40th day. */
const MAX_TIME = '9999-19-39T29:59:59.999Z'

/** Some keys with the same beginning. */
export interface KeyChunk {
  /** What their times begin with. */
  time: string
  /** Newest first. */
  keys: string[]
}

/**
 * Goes through a folder.
 * @param folder what the keys begin with; a time follows
 * @param time what the time begins with
 * @param before what follows the folder in a key: only what comes before it
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

/** The first of a list, at most so many; the store is not asked for more. */
export async function takeFirst<T>(list: AsyncIterable<T>, max: number): Promise<T[]> {
  const found: T[] = []
  for await (const item of list) {
    found.push(item)
    if (found.length >= max) break
  }
  return found
}

/** The characters that may stand at a place of a time, greatest first. */
function charactersAt(place: number): string[] {
  const maxCharacter = MAX_TIME[place] ?? ''
  return /\d/.test(maxCharacter)
    ? Array.from({ length: Number(maxCharacter) + 1 }, (_, index) => String(index)).reverse()
    : [maxCharacter]
}
