/** `kill -9` while writers send inquiries with keys: each acknowledged one is stored once, as sent, and keeps its reference. */
import { randomInt } from 'node:crypto'
import { tallyOf } from './stored.ts'
import { inFigures, sized, type Torture } from './torture.ts'
import { withServer } from './tortured-server.ts'
import { startWriters } from './writers.ts'

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
