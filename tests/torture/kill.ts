/**
 * `kill -9`, again and again, while writers send inquiries with keys. In the end each acknowledged inquiry is there once, as it
 * was sent, and gets its reference again when it is repeated.
 */
import { dice } from './dice.ts'
import { tallyOf } from './stored.ts'
import { inFigures, type Row, type Scale, sized, type Torture } from './torture.ts'
import { withServer } from './tortured-server.ts'
import { watched } from './waits.ts'
import { startWriters } from './writers.ts'

export const kill: Torture = { name: 'kill', run }

async function run(scale: Scale): Promise<Row> {
  const kills = sized(scale, 20, 2)
  const most = sized(scale, 700, 100)
  return withServer(async (server) => {
    const { below } = dice(scale.seed)
    const writers = startWriters(server.base, scale.seed)
    const [, waits] = await watched(server, async () => {
      for (let count = 0; count < kills; count++) {
        await writers.reach(writers.acknowledged.size + 1 + below(most))
        await server.kill()
        await server.start()
      }
      await writers.finish()
    })
    await server.kill()
    const { acknowledged, faults } = writers
    return {
      done: `${inFigures(acknowledged.size)} acknowledged inquiries over ${kills} × \`kill -9\``,
      ...(await tallyOf(server.dataDir, acknowledged)),
      failed: writers.refused(),
      faults,
      waits,
    }
  })
}
