/**
 * A full file system: writers go on until they are refused, many times. Pages go on being served, refused inquiries get a 503
 * that says when to try again, and once there is room the same keys are acknowledged.
 */
import { PATHS } from '../../src/site.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'
import { tallyOf } from './stored.ts'
import { inFigures, type Row, type Scale, sized, type Torture } from './torture.ts'
import { isServed, withServer } from './tortured-server.ts'
import { startWriters } from './writers.ts'

export const fullDisk: Torture = async (scale) => {
  const disk = smallDisk()
  if (!disk) return { notRun: 'this system has neither a file system of a given size nor a limit for files' }
  try {
    return await fill(scale, disk)
  } finally {
    disk.remove()
  }
}

function fill(scale: Scale, disk: SmallDisk): Promise<Row> {
  const refusals = sized(scale, 2000, 100)
  return withServer(
    async (server) => {
      const writers = startWriters(server.base)
      const faults: string[] = []
      await writers.reachRefused(refusals)
      for (const path of ['/', PATHS.contact, PATHS.deskSignIn])
        if (!(await isServed(server.base + path))) faults.push(`${path} was not served while the disk was full.`)
      const before = writers.acknowledged.size
      if (!disk.grow()) {
        await server.kill()
        await server.start()
      }
      // More than those that were refused last.
      await writers.reach(before + refusals)
      const refused = writers.refused()
      await writers.finish()
      await server.kill()
      const { acknowledged } = writers
      return {
        done: `${disk.what}: ${inFigures(before)} inquiries acknowledged, ${inFigures(refused)} answers 503, then ${inFigures(acknowledged.size - before)} more once there was room`,
        ...(await tallyOf(server.dataDir, acknowledged)),
        // Refusals are what a full disk is answered with; once there is room there are none.
        failed: writers.refused() - refused,
        faults: [...faults, ...writers.faults],
      }
    },
    { dataDir: disk.folder, how: disk.how },
  )
}
