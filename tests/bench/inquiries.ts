/**
 * Inquiries on one machine, sixteen at once: checked, sealed, stored with two messages, and signed for. The messages are sent meanwhile to
 * the mailbox in memory. `bare.ts` says what the others do.
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
/** Servers in a process of their own, and the arguments of `bare.ts`. */
const BARE: Record<string, string[]> = {
  'bare: node:http, JSON.parse, one INSERT': ['bare.db'],
  'bare, with an X25519 secret and an ES256 signature': ['sealed.db', 'sealed'],
}

export async function inquiries(): Promise<Measured> {
  const folder = temporaryFolder()
  const ours = await startServer({ DATA_DIR: folder, RATE_LIMIT_FACTOR: NO_LIMITS })
  const rivals: Awaited<ReturnType<typeof startRival>>[] = []
  try {
    // Each has an address of its own, because a person gets one receipt a day.
    const load = (target: Target) => () =>
      runLoad(
        target,
        `${API_ROOT}/inquiries`,
        { ...VALID_INQUIRY, email: 'ana[<id>]@example.com' },
        { amount: COUNT, idReplacement: true },
      )
    const subjects: Record<string, () => ReturnType<typeof runLoad>> = {
      [OURS]: load({ base: ours.base, pid: ours.process.pid }),
    }
    for (const [name, [file = '', ...how]] of Object.entries(BARE)) {
      const rival = await startRival('bare.ts', join(folder, file), ...how)
      rivals.push(rival)
      subjects[name] = load(rival)
    }
    // The code is compiled in the first round.
    await alternate(1, subjects)
    const measured = await alternate(ROUNDS, subjects)
    const { perSecond = [], cpu = [] } = measured[OURS] ?? {}
    const [bare] = Object.keys(BARE)
    const to = (name: string, ratio: string, goal: string) => (name === bare ? { measured: ratio, goal } : ratio)
    return {
      title: `Inquiries on one machine with two messages each, ${CONNECTIONS} at once, median of ${ROUNDS} rounds of ${COUNT}`,
      head: ['server', 'per second', 'Front Desk to it', 'CPU', 'Front Desk to it'],
      rows: Object.entries(measured).map(([name, figures]): Cell[] => {
        const rate = median(figures.perSecond).toFixed(0)
        const time = milliseconds(median(figures.cpu))
        if (name === OURS) return [name, { measured: rate, goal: '≥ 1000' }, '', time, '']
        const [toRate, toTime] = [medianRatio(perSecond, figures.perSecond), medianRatio(cpu, figures.cpu)]
        return [name, rate, to(name, toRate, '≥ 0.6×'), time, to(name, toTime, '≤ 3×')]
      }),
    }
  } finally {
    for (const rival of rivals) rival.kill()
    await ours.end('SIGTERM')
    removeFolder(folder)
  }
}
