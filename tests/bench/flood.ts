/**
 * The desk after the worst day that the limits allow: as many claims as all callers together may start, and mail that cannot be
 * delivered. Pages, a run of the outbox and a run of housekeeping, each with the longest that another request waited meanwhile.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { STARTED_PREFIX } from '../../src/agents/claim-keys.ts'
import { DAY_MS, DAY_SECONDS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/duration.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { NotDelivered } from '../../src/ports.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { removeOldest, runHousekeeping } from '../../src/service/housekeeping.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { openSignedInBrowser } from '../desk/browser.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { openDesk, type TestDesk } from '../test-desk.ts'
import { storeClaims, storeFailedMail } from './flooded-store.ts'
import type { Cell, Measured } from './measured.ts'
import { median, milliseconds, ratio } from './statistics.ts'

const perDay = (requests: number, windowSeconds: number) => (requests * DAY_SECONDS) / windowSeconds
const { everyone = 0, windowSeconds } = RATE_LIMITS['claim-start']
const CLAIMS = perDay(everyone, windowSeconds)
/** Receipts that three addresses cause in a day: inquiries have no limit for all callers together. */
const MESSAGES = 3 * perDay(RATE_LIMITS.inquiries.quota, RATE_LIMITS.inquiries.windowSeconds)
const TIMES = 15
/** How long the control lasts, in which nothing is done. */
const IDLE_MS = 5 * SECOND_MS
const GOAL_MS = 200
const WAIT_GOAL_MS = 50

/** How long an action takes, and the longest that a timer had to wait meanwhile, milliseconds. */
interface Timed {
  time: number
  wait: number
}

export async function flood(): Promise<Measured> {
  const folder = temporaryFolder()
  const store = openSqliteStore(join(folder, 'flood.db'))
  try {
    const desk = await openDesk({ factor: 1000 })
    let offset = 0
    const startedAt = desk.service.clock.now().getTime() - performance.now()
    desk.service.store = store
    desk.service.clock = { now: () => new Date(startedAt + performance.now() + offset) }
    desk.service.mailer = { send: () => Promise.reject(new NotDelivered('EENVELOPE 550')) }
    const before = await measure(desk)
    await storeClaims(desk.service, CLAIMS)
    await storeFailedMail(desk.service, MESSAGES)
    const after = await measure(desk)
    offset += 4 * DAY_MS + HOUR_MS
    const idle = await timed(() => sleep(IDLE_MS))
    const removal = await timed(() => removeOldest(desk.service))
    const left = await Array.fromAsync(store.list(STARTED_PREFIX))
    const removed = CLAIMS - left.length
    const housekeeping = await timed(() => runHousekeeping(desk.service))
    const rows = Object.entries(after).map(([name, { time, wait }]): Cell[] => [
      name,
      milliseconds(before[name]?.time ?? Number.NaN),
      { measured: milliseconds(time), goal: name.startsWith('/') ? `< ${GOAL_MS} ms` : '' },
      ratio(time, before[name]?.time ?? Number.NaN),
      { measured: milliseconds(wait), goal: `< ${WAIT_GOAL_MS} ms` },
    ])
    const perMinute = CLAIMS / (DAY_MS / MINUTE_MS)
    return {
      title: `The desk after a day of ${CLAIMS.toLocaleString('en-US')} claims and ${MESSAGES.toLocaleString('en-US')} undeliverable messages, median of ${TIMES}`,
      head: ['what', 'before', 'after', 'to before', 'longest wait of another request'],
      rows: [
        ...rows,
        endedRow('nothing: how long this machine itself makes a timer wait', idle),
        endedRow(
          `the removal of each minute, of ${removed.toLocaleString('en-US')} claims: ${ratio(removed, perMinute)} of what a minute brings`,
          removal,
        ),
        endedRow('a run of housekeeping, while claims that ran out are left', housekeeping),
      ],
    }
  } finally {
    await store.close()
    removeFolder(folder)
  }
}

const endedRow = (what: string, { time, wait }: Timed): Cell[] => [
  what,
  '',
  milliseconds(time),
  '',
  { measured: milliseconds(wait), goal: `< ${WAIT_GOAL_MS} ms` },
]

async function measure(desk: TestDesk): Promise<Record<string, Timed>> {
  const measured: Record<string, Timed> = {}
  for (const path of ['/desk', '/desk/claims', '/desk/mail', '/desk/inquiries']) {
    const browser = await openSignedInBrowser(desk, path.slice(1).replace('/', ' '))
    // The first visit makes sure that the index is complete.
    const { status } = await browser.get(path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    const times: Timed[] = []
    for (let time = 0; time < TIMES; time++) times.push(await timed(() => browser.get(path)))
    measured[path] = { time: median(times.map(({ time }) => time)), wait: Math.max(...times.map(({ wait }) => wait)) }
  }
  measured['a run of the outbox'] = await timed(() => runOutbox(desk.service))
  return measured
}

async function timed(act: () => Promise<unknown>): Promise<Timed> {
  let [wait, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    wait = Math.max(wait, now - last - 1)
    last = now
  }, 1)
  const start = performance.now()
  await act()
  const end = performance.now()
  clearInterval(timer)
  return { time: end - start, wait: Math.max(wait, end - last - 1) }
}
