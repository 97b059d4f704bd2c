/**
 * A flood of mail that cannot be delivered: messages that wait from before, and inquiries that add theirs, while the mail server
 * rejects all of them. No message may be lost, and how long does another request wait?
 */
import { OUTBOX_PREFIX } from '../../src/mail/outbox.ts'
import { storeFailedMail } from '../bench/flooded-store.ts'
import { startBadSmtp } from './bad-smtp.ts'
import { flood } from './flooded-server.ts'
import { countKeys, tallyOf } from './stored.ts'
import { inFigures, type Row, type Scale, settled, sized, type Torture } from './torture.ts'
import { withServer } from './tortured-server.ts'
import { WAIT_GOAL_MS, watched } from './waits.ts'
import { startWriters } from './writers.ts'

export const mailFlood: Torture = { name: 'mail-flood', run }

/** To the firm and to the person. */
const MESSAGES_EACH = 2

async function run(scale: Scale): Promise<Row> {
  const waiting = sized(scale, 30_000, 1000)
  const inquiries = sized(scale, 5000, 100)
  // The first at the start, the second a minute later.
  const runs = sized(scale, 2, 1)
  const smtp = await startBadSmtp()
  smtp.fault = () => 'reject'
  try {
    return await withServer(
      async (server) => {
        await flood(server, (service) => storeFailedMail(service, waiting))
        const [writers, waits] = await watched(server, async () => {
          const started = startWriters(server.base, scale.seed, inquiries)
          await started.reach(inquiries)
          await settled(() => server.output().split('"event":"outbox.run"').length > runs)
          return started
        })
        await server.kill()
        const { acknowledged, faults } = writers
        const messages = countKeys(server.dataDir, `${OUTBOX_PREFIX}*/message`)
        const stored = await tallyOf(server.dataDir, acknowledged)
        return {
          done: `${inFigures(waiting)} messages that failed before and ${inFigures(acknowledged.size)} inquiries, ${runs} runs of the outbox, ${inFigures(smtp.done.get('reject') ?? 0)} tries rejected`,
          ...stored,
          lost: stored.lost + waiting + MESSAGES_EACH * acknowledged.size - messages,
          failed: writers.refused(),
          faults,
          waits,
          waitGoal: WAIT_GOAL_MS,
        }
      },
      { env: { MAIL_URL: smtp.url } },
    )
  } finally {
    await smtp.close()
  }
}
