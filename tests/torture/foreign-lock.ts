/**
 * Another process holds the lock of the database for twelve seconds. Pages go on being served, inquiries wait or get a 503 that
 * says when to try again, and those that were repeated are there once.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DATABASE_FILE } from '../../src/hosts/machine.ts'
import { SECOND_MS } from '../../src/duration.ts'
import { PATHS } from '../../src/site.ts'
import { milliseconds } from '../bench/statistics.ts'
import { tallyOf } from './stored.ts'
import { inFigures, sized, type Torture } from './torture.ts'
import { HEALTH, isServed, withServer } from './tortured-server.ts'
import { startWriters } from './writers.ts'

/** Before and after the lock. */
const INQUIRIES = 50
/** The longest that a page may take meanwhile, milliseconds: much less than a write waits for the lock. */
const MAX_PAGE_MS = 1000

export const foreignLock: Torture = (scale) => {
  // In the short form too, longer than a write waits for it.
  const seconds = sized(scale, 12, 6)
  return withServer(async (server) => {
    const writers = startWriters(server.base)
    await writers.reach(INQUIRIES)
    const faults: string[] = []
    let [served, slowest] = [0, 0]
    let isHeld = true
    const held = holdLock(join(server.dataDir, DATABASE_FILE), seconds * SECOND_MS).then(() => (isHeld = false))
    // `isHeld` changes while the pages are waited for.
    while (isHeld as boolean) {
      for (const path of ['/', PATHS.contact, PATHS.deskSignIn, HEALTH]) {
        const start = performance.now()
        if (!(await isServed(server.base + path))) faults.push(`${path} was not served.`)
        slowest = Math.max(slowest, performance.now() - start)
        served += 1
      }
    }
    await held
    if (slowest > MAX_PAGE_MS) faults.push(`A page took ${milliseconds(slowest)}.`)
    const refused = writers.refused()
    await writers.reach(writers.acknowledged.size + INQUIRIES)
    await writers.finish()
    await server.kill()
    const { acknowledged } = writers
    return {
      done: `a lock of ${seconds} s: ${inFigures(served)} pages served meanwhile, the slowest in ${milliseconds(slowest)}, ${refused} answers 503 to inquiries, ${inFigures(acknowledged.size)} acknowledged before and after`,
      ...(await tallyOf(server.dataDir, acknowledged)),
      // Refusals are what waiting for five seconds ends with; afterwards there are none.
      failed: writers.refused() - refused,
      faults: [...faults, ...writers.faults],
    }
  })
}

/** Holds the lock of a database, until which it waits, for so long. This process is another than the server's. */
async function holdLock(file: string, holdMs: number): Promise<void> {
  const database = new DatabaseSync(file, { timeout: 10 * SECOND_MS })
  database.exec('BEGIN IMMEDIATE')
  await sleep(holdMs)
  database.exec('ROLLBACK')
  database.close()
}
