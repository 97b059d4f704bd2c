/**
 * Inquiries on one machine, sixteen at once: checked, sealed, stored with two messages, and signed for. The messages are sent meanwhile to
 * the mailbox in memory. `bare.ts` says what the other server does.
 */
import { join } from 'node:path'
import { API_ROOT } from '../../src/site.ts'
import { removeFolder, startServer, temporaryFolder } from '../journeys/server.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { NO_LIMITS } from '../torture/tortured-server.ts'
import { CONNECTIONS, runLoad, startRival, type Target } from './load.ts'
import { alternate, type Cell, type Measured, median, medianRatio, milliseconds, ROUNDS } from './statistics.ts'

const COUNT = 5000
const OURS = 'Front Desk'
const BARE = 'bare: node:http, JSON.parse, one INSERT, one signature'

export async function inquiries(): Promise<Measured> {
  const folder = temporaryFolder()
  const ours = await startServer({ DATA_DIR: folder, RATE_LIMIT_FACTOR: NO_LIMITS })
  const bare = await startRival('bare.ts', join(folder, 'bare.db'))
  try {
    // Each has an address of its own, because a person gets one receipt a day.
    const load = (target: Target) => () =>
      runLoad(
        target,
        `${API_ROOT}/inquiries`,
        { ...VALID_INQUIRY, email: 'ana[<id>]@example.com' },
        { amount: COUNT, idReplacement: true },
      )
    const subjects = { [OURS]: load({ base: ours.base, pid: ours.process.pid }), [BARE]: load(bare) }
    // The code is compiled in the first round.
    await alternate(1, subjects)
    const measured = await alternate(ROUNDS, subjects)
    const { perSecond, cpu } = measured[OURS]
    return {
      title: `Inquiries on one machine with two messages each, ${CONNECTIONS} at once, median of ${ROUNDS} rounds of ${COUNT}`,
      head: ['server', 'per second', 'Front Desk to it', 'CPU', 'Front Desk to it'],
      rows: Object.entries(measured).map(([name, figures]): Cell[] => {
        const rate = median(figures.perSecond).toFixed(0)
        const time = milliseconds(median(figures.cpu))
        if (name === OURS) return [name, { measured: rate, goal: '≥ 1000' }, '', time, '']
        const toRate = { measured: medianRatio(perSecond, figures.perSecond), goal: '≥ 0.6×' }
        return [name, rate, toRate, time, { measured: medianRatio(cpu, figures.cpu), goal: '≤ 3×' }]
      }),
    }
  } finally {
    bare.kill()
    await ours.end('SIGTERM')
    removeFolder(folder)
  }
}
