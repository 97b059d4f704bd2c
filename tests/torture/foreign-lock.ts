/**
 * Another process holds the lock of the database for twelve seconds. Pages go on being served, inquiries wait or get a 503 that
 * says when to try again, and those that were repeated are there once.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DATABASE_FILE } from '../../src/hosts/local.ts'
import { SECOND_MS } from '../../src/duration.ts'
import { PATHS } from '../../src/site.ts'
import { isServed } from './pages.ts'
import { tallyOf } from './stored.ts'
import { inFigures, type Row, type Scale, sized, type Torture } from './torture.ts'
import { withServer } from './tortured-server.ts'
import { HEALTH, WAIT_GOAL_MS, watched } from './waits.ts'
import { startWriters } from './writers.ts'

export const foreignLock: Torture = { name: 'foreign-lock', run }

/** Before and after the lock. */
const INQUIRIES = 50

function run(scale: Scale): Promise<Row> {
  // In the short form too, longer than a write waits for it.
  const seconds = sized(scale, 12, 6)
  return withServer(async (server) => {
    const writers = startWriters(server.base, scale.seed)
    await writers.reach(INQUIRIES)
    const faults: string[] = []
    let served = 0
    const [, waits] = await watched(server, async () => {
      const holder = fork(join(import.meta.dirname, 'lock-holder.ts'), [
        join(server.dataDir, DATABASE_FILE),
        String(seconds * SECOND_MS),
      ])
      let isHeld = true
      const released = once(holder, 'close').then(() => (isHeld = false))
      await once(holder, 'message')
      // `isHeld` changes while the pages are waited for.
      while (isHeld as boolean) {
        for (const path of ['/', PATHS.contact, PATHS.deskSignIn, HEALTH]) {
          if (!(await isServed(server.base + path))) faults.push(`${path} was not served.`)
          served += 1
        }
      }
      await released
    })
    const refused = writers.refused()
    await writers.reach(writers.acknowledged.size + INQUIRIES)
    await writers.finish()
    await server.kill()
    const { acknowledged } = writers
    return {
      done: `a lock of ${seconds} s: ${inFigures(served)} pages served meanwhile, ${refused} answers 503 to inquiries, ${inFigures(acknowledged.size)} acknowledged before and after`,
      ...(await tallyOf(server.dataDir, acknowledged)),
      // Refusals are what waiting for five seconds ends with; afterwards there are none.
      failed: writers.refused() - refused,
      faults: [...faults, ...writers.faults],
      waits,
      waitGoal: WAIT_GOAL_MS,
    }
  })
}
