/**
 * `kill -9` while writers send inquiries with keys: each acknowledged one is stored once, as sent, and keeps its reference. And a full disk:
 * pages are served, refusals say when to try again, and with room again the same keys are acknowledged.
 */
import { randomInt } from 'node:crypto'
import { tallyOf } from './stored.ts'
import { inFigures, sized, type Torture } from './torture.ts'
import { withServer, isServed } from './tortured-server.ts'
import { startWriters } from './writers.ts'
import { PATHS } from '../../src/site.ts'

export const kill: Torture = (scale) => {
  const kills = sized(scale, 20, 2)
  const most = sized(scale, 700, 100)
  return withServer(async (server) => {
    const writers = startWriters(server.base)
    for (let count = 0; count < kills; count++) {
      await writers.reach(writers.acknowledged.size + 1 + randomInt(most))
      await server.kill()
      await server.start()
    }
    await writers.finish()
    await server.kill()
    const { acknowledged, faults } = writers
    return {
      done: `${inFigures(acknowledged.size)} acknowledged inquiries over ${kills} × \`kill -9\``,
      ...(await tallyOf(server.dataDir, acknowledged)),
      failed: writers.refused(),
      faults,
    }
  })
}

/** Half a kilobyte each; less than the write-ahead log becomes. */
const MAX_FILE = 4000
/** Without the trap a signal would end the process. */
const FULL = { shell: `trap '' XFSZ; ulimit -f ${MAX_FILE}; exec "$@"` }

export const fullDisk: Torture = (scale) => {
  const refusals = sized(scale, 2000, 100)
  return withServer(
    async (server) => {
      const writers = startWriters(server.base)
      const faults: string[] = []
      await writers.reachRefused(refusals)
      for (const path of ['/', PATHS.contact, PATHS.deskSignIn])
        if (!(await isServed(server.base + path))) faults.push(`${path} was not served while the disk was full.`)
      const before = writers.acknowledged.size
      await server.kill()
      const refused = writers.refused()
      await server.start()
      // More are acknowledged than were refused last.
      await writers.reach(before + refusals)
      await writers.finish()
      await server.kill()
      const { acknowledged } = writers
      return {
        done: `files that may grow no more: ${inFigures(before)} inquiries acknowledged, ${inFigures(refused)} answers 503, then ${inFigures(acknowledged.size - before)} more once there was room`,
        ...(await tallyOf(server.dataDir, acknowledged)),
        // A full disk may refuse; once there is room, nothing may be refused.
        failed: writers.refused() - refused,
        faults: [...faults, ...writers.faults],
      }
    },
    { how: FULL },
  )
}
