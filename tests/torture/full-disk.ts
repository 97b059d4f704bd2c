/**
 * A full file system: writers go on until they are refused, many times. Pages go on being served, refused inquiries get a 503
 * that says when to try again, and once there is room the same keys are acknowledged.
 */
import { PATHS } from '../../src/site.ts'
import { tallyOf } from './stored.ts'
import { inFigures, sized, type Torture } from './torture.ts'
import { isServed, withServer } from './tortured-server.ts'
import { startWriters } from './writers.ts'

/** Half a kilobyte each; less than the write-ahead log becomes. */
const MAX_FILE = 4000
/** How to start a server whose files may grow no more. Without the trap, the process would be ended by a signal. */
const FULL = { shell: `trap '' XFSZ; ulimit -f ${MAX_FILE}; exec "$@"` }

export const fullDisk: Torture = async (scale) => {
  if (process.platform === 'win32') return { notRun: 'this system has no limit for files' }
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
      // More than those that were refused last.
      await writers.reach(before + refusals)
      await writers.finish()
      await server.kill()
      const { acknowledged } = writers
      return {
        done: `files that may grow no more: ${inFigures(before)} inquiries acknowledged, ${inFigures(refused)} answers 503, then ${inFigures(acknowledged.size - before)} more once there was room`,
        ...(await tallyOf(server.dataDir, acknowledged)),
        // Refusals are what a full disk is answered with; once there is room there are none.
        failed: writers.refused() - refused,
        faults: [...faults, ...writers.faults],
      }
    },
    { how: FULL },
  )
}
