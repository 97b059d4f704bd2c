/**
 * The write-ahead log of SQLite. Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
import { readFileSync } from 'node:fs'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** Where the header says how long a page is. */
const PAGE_SIZE_OFFSET = 8
/** Where a frame says how long the database is, in pages; only the last frame of a transaction does. */
const DATABASE_SIZE_OFFSET = 4

/** How many transactions the log of a database holds. All of them, until the first checkpoint. */
export function commitsOf(databaseFile: string): number {
  const log = readFileSync(`${databaseFile}-wal`)
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(PAGE_SIZE_OFFSET)
  let commits = 0
  for (let frame = HEADER_BYTES; frame + frameBytes <= log.length; frame += frameBytes)
    if (log.readUInt32BE(frame + DATABASE_SIZE_OFFSET) > 0) commits++
  return commits
}
