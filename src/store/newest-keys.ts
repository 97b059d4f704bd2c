/**
 * Keys that go on with a time, newest first. Stores list in ascending order only, so a folder is looked through in parts,
 * the latest part first, and of the rest no more is listed than is taken.
 */
import type { Store } from '../ports.ts'

/** Keys that are taken together; where a part holds more, it is looked through in smaller ones. */
const CHUNK = 500
/** The greatest digit at each place of a time (ISO 8601): no month has a 40th day. */
const GREATEST = '9999-19-39T29:59:59.999Z'

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
  const whole = time.length === GREATEST.length
  const keys = await firstOf(store.list(folder + time), whole ? Number.POSITIVE_INFINITY : CHUNK + 1)
  if (whole || keys.length <= CHUNK) {
    const earlier = keys.reverse().filter((key) => before === undefined || key.slice(folder.length) < before)
    if (earlier.length > 0) yield { time, keys: earlier }
    return
  }
  for (const next of charactersAt(time.length)) yield* newestKeys(store, folder, time + next, before)
}

/** The first of a list, at most so many; the store is not asked for more. */
export async function firstOf<T>(list: AsyncIterable<T>, most: number): Promise<T[]> {
  const found: T[] = []
  for await (const thing of list) {
    found.push(thing)
    if (found.length >= most) break
  }
  return found
}

/** The characters that may stand at a place of a time, greatest first. */
function charactersAt(place: number): string[] {
  const greatest = GREATEST[place] ?? ''
  return /\d/.test(greatest)
    ? Array.from({ length: Number(greatest) + 1 }, (_, index) => String(index)).reverse()
    : [greatest]
}
