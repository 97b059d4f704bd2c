/** A mail server fails and `kill -9` ends the process: each message arrives, and twice only where `src/mail/README.md` says. */
import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { DAY_MS } from '../../src/duration.ts'
import { type Fault, FAULTS, type Received, startSmtp, type TestSmtp } from '../smtp.ts'
import { messagesOf, tallyOf } from './stored.ts'
import { settled, inFigures, sized, type Torture } from './torture.ts'
import { type TorturedServer, withServer } from './tortured-server.ts'
import { type Acknowledged, startWriters } from './writers.ts'

type Delivery = Pick<Received, 'id' | 'isAnswered' | 'life'>

/** Messages of an inquiry, to the firm and to the person. */
const KINDS = ['notice', 'receipt'] as const
/** In these starts the mail server fails but does not stall, because a run of the outbox ends after ten seconds. */
const BAD_STARTS = 2
const QUICK_FAULTS = FAULTS.filter((fault) => fault !== 'stall')
const SHARE_OF_FAULTS = 0.6
const oneOf = (faults: readonly Fault[]) =>
  Math.random() < SHARE_OF_FAULTS ? faults[randomInt(faults.length)] : undefined

export const mail: Torture = async (scale) => {
  const most = sized(scale, 600, 40)
  const kills = sized(scale, 5, 1)
  const smtp = await startSmtp()
  smtp.fault = () => oneOf(FAULTS)
  try {
    return await withServer(
      async (server) => {
        const writers = startWriters(server.base, most)
        /** What each process had recorded as sent when it was killed. */
        const recorded: Set<string>[] = []
        const killNow = async () => {
          await server.kill()
          smtp.life += 1
          recorded.push(new Set(messagesOf(server.dataDir, true)))
        }
        for (let count = 1; count <= kills; count++) {
          await writers.reach((most * count) / (kills + 1))
          await killNow()
          await server.start()
        }
        await writers.finish()
        // The stalled tries have run out of time.
        await settled(() => smtp.open() === 0)
        smtp.fault = () => oneOf(QUICK_FAULTS)
        await deliverAll(server, smtp, killNow)
        const { acknowledged, faults } = writers
        const doubles = doublesOf(smtp.received, recorded)
        const stored = await tallyOf(server.dataDir, acknowledged)
        return {
          done: `${inFigures(acknowledged.size)} inquiries, ${FAULTS.map((fault) => `${smtp.done.get(fault) ?? 0} × ${fault}`).join(', ')}, ${smtp.life} × \`kill -9\`: ${inFigures(smtp.received.length)} mails, ${doubles.explained} of them again because the answer was lost or the process ended`,
          lost: stored.lost + lostMails(acknowledged, smtp.received),
          twice: stored.twice + doubles.unexplained,
          torn: stored.torn,
          failed: writers.refused(),
          faults,
        }
      },
      { env: { MAIL_URL: smtp.url } },
    )
  } finally {
    await smtp.close()
  }
}

/** Each start is days later, until the outbox is empty. */
async function deliverAll(server: TorturedServer, smtp: TestSmtp, killNow: () => Promise<void>): Promise<void> {
  for (let starts = 1; messagesOf(server.dataDir, false).length > 0; starts++) {
    await killNow()
    if (starts > BAD_STARTS) smtp.fault = () => undefined
    const runs = () => server.output().split('"event":"outbox.run"').length
    const before = runs()
    // A try is due at the latest a day after the one before; what was being tried is due at once.
    await server.start({
      NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'clock-ahead.ts')}`,
      CLOCK_AHEAD_MS: String(starts * DAY_MS),
    })
    await settled(() => runs() > before)
  }
}

function lostMails(acknowledged: ReadonlyMap<string, Acknowledged>, deliveries: readonly Delivery[]): number {
  const arrived = new Set(deliveries.map(({ id }) => id))
  const expected = [...acknowledged.values()].flatMap(({ reference }) => KINDS.map((kind) => `${kind}-${reference}`))
  return expected.filter((id) => !arrived.has(id)).length
}

/** A second arrival is explained when the answer to the first was lost, or the process was killed before it recorded the first. */
export function doublesOf(
  deliveries: readonly Delivery[],
  recorded: readonly ReadonlySet<string>[],
): { explained: number; unexplained: number } {
  const last = new Map<string, Delivery>()
  const doubles = { explained: 0, unexplained: 0 }
  for (const delivery of deliveries) {
    const before = last.get(delivery.id)
    last.set(delivery.id, delivery)
    if (!before) continue
    const wasKilled = before.life < delivery.life && recorded[before.life]?.has(delivery.id) === false
    doubles[!before.isAnswered || wasKilled ? 'explained' : 'unexplained'] += 1
  }
  return doubles
}
