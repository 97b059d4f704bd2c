/**
 * Pictures of earlier builds on disk, each under the hash of all that it is made from. A file begins with the hash of its
 * picture: one that was not written to its end, or changed later, is made again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, utimesSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface PictureCache {
  /**
   * @param parts all that the picture depends on
   * @param make makes it, and is called when no intact one is there
   */
  get(parts: readonly string[], make: () => Promise<Buffer>): Promise<Buffer>
  /** Removes what was last asked for before a time. @param since milliseconds since 1970 */
  removeUnused(since: number): Promise<void>
}

const HASH_BYTES = 32
export const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** @param folder is made when it is missing; several builds may share it */
export function pictureCache(folder: string): PictureCache {
  return {
    async get(parts, make) {
      const file = join(folder, hash(JSON.stringify(parts)).toString('hex'))
      const known = readIntact(file)
      if (known) return known
      const picture = await make()
      // Renamed when it is all there: another build that reads now finds all of it or nothing.
      await mkdir(folder, { recursive: true })
      const unfinished = `${file}.${randomUUID()}`
      await writeFile(unfinished, Buffer.concat([hash(picture), picture]))
      await rename(unfinished, file)
      return picture
    },
    async removeUnused(since) {
      const files = (await readdir(folder).catch(() => [])).map((name) => join(folder, name))
      await Promise.all(
        files.map(async (file) => {
          const found = await stat(file).catch(() => undefined)
          if (found && found.mtimeMs < since) await rm(file, { force: true })
        }),
      )
    },
  }
}

/**
 * The picture in a file, whose time is set to now; undefined when there is none that is intact. Not asynchronous: that would
 * take several times as long for a small file.
 */
function readIntact(file: string): Buffer | undefined {
  try {
    const content = readFileSync(file)
    const picture = content.subarray(HASH_BYTES)
    if (!hash(picture).equals(content.subarray(0, HASH_BYTES))) return undefined
    const now = new Date()
    utimesSync(file, now, now)
    return picture
  } catch {
    return undefined
  }
}

/** The pictures of `share-card.ts`, in the folder that Astro keeps its own cache in. */
export const shareCards = pictureCache('node_modules/.astro/share-cards')
