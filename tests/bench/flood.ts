/**
 * The desk after the worst day that the limits allow: as many claims as all callers together may start, and mail that cannot be
 * delivered. Pages, a run of the outbox and a run of housekeeping, each with the longest that another request waited meanwhile.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAttempt } from '../../src/agents/claims/attempt.ts'
import { claimantKey, STARTED_PREFIX, startedKey } from '../../src/agents/claim-keys.ts'
import { parsePerson } from '../../src/agents/person.ts'
import { createRegistration, nowSeconds } from '../../src/agents/registration.ts'
import { DAY_MS, DAY_SECONDS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/duration.ts'
import { addDue } from '../../src/mail/due-index.ts'
import { BACKOFF_MS, failedKey, messageFact, messageId, tryKey } from '../../src/mail/outbox.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { type Fact, NotDelivered, type Store } from '../../src/ports.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { removeOldest, runHousekeeping } from '../../src/service/housekeeping.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { openSignedInBrowser } from '../desk/browser.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { openDesk, type TestDesk } from '../test-desk.ts'
import type { Cell, Measured } from './measured.ts'
import { median, milliseconds, ratio } from './statistics.ts'

const perDay = (requests: number, windowSeconds: number) => (requests * DAY_SECONDS) / windowSeconds
const { everyone = 0, windowSeconds } = RATE_LIMITS['claim-start']
const CLAIMS = perDay(everyone, windowSeconds)
/** Receipts that three addresses cause in a day: inquiries have no limit for all callers together. */
const MESSAGES = 3 * perDay(RATE_LIMITS.inquiries.quota, RATE_LIMITS.inquiries.windowSeconds)
/** The newest, which a page reads, are made as an agent makes them. */
const REAL_CLAIMS = 200
const BATCH_SIZE = 2_000
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
    await startClaims(desk, store)
    await failMail(desk, store)
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

/** Writes facts in transactions of thousands. */
async function fill(store: Store, count: number, factsOf: (number: number) => Fact[]): Promise<void> {
  for (let number = 0; number < count; number += BATCH_SIZE) {
    const facts = Array.from({ length: Math.min(BATCH_SIZE, count - number) }, (_, index) => factsOf(number + index))
    await Promise.all(facts.flat().map(({ key, value }) => store.create(key, value)))
  }
}

/** The facts of a day of claims, without the hashes and seals that hundreds of thousands would wait for. */
async function startClaims({ service }: TestDesk, store: Store): Promise<void> {
  const now = service.clock.now().getTime()
  const code = (number: number) => `c${number.toString(36).padStart(42, '0')}`
  await fill(store, CLAIMS - REAL_CLAIMS, (number) => {
    const at = new Date(now - Math.round((1 - number / CLAIMS) * DAY_MS)).toISOString()
    const { id: registration } = createRegistration('service_auth')
    const attempt = `${at}-${number}`
    const value = {
      type: 'service_auth',
      startedAt: at,
      expiresAt: new Date(now + 3 * DAY_MS).toISOString(),
      code: code(number),
      person: 'x'.repeat(43),
      sealedEmail: 'x'.repeat(200),
    }
    return [
      { key: `claims/${registration}/attempts/${attempt}`, value },
      { key: `codes/${code(number)}`, value: { registration, attempt, at } },
      { key: claimantKey(code(number), at, registration), value: { at } },
      { key: startedKey(at, registration), value: { at } },
    ]
  })
  for (let number = 0; number < REAL_CLAIMS; number++)
    await createAttempt(service, {
      registration: createRegistration('service_auth'),
      person: await parsePerson(service, `ana${number}@example.com`),
      expiresAt: nowSeconds(service) + 3 * DAY_SECONDS,
    })
}

/** The facts of a day of messages, each tried as the schedule says. */
async function failMail({ service }: TestDesk, store: Store): Promise<void> {
  const now = service.clock.now().getTime()
  const sample = await messageFact(service, {
    at: new Date(now).toISOString(),
    about: { claim: 'reg_x' },
    message: { kind: 'linked', to: 'ana@example.com', registration: 'reg_x', byStaff: false, language: 'en' },
  })
  const due: Promise<void>[] = []
  await fill(store, MESSAGES, (number) => {
    const postedAt = now - Math.round((1 - number / MESSAGES) * DAY_MS)
    const at = new Date(postedAt).toISOString()
    const key = sample.key.replace(/\/[^/]+\/linked-reg_x\//, `/${at}/linked-reg_${number}/`)
    const id = messageId({ key })
    const facts: Fact[] = [{ key, value: { ...(sample.value as object), at } }]
    let tryAt = postedAt
    for (const [index, wait] of BACKOFF_MS.entries()) {
      if (tryAt > now) break
      const tried = new Date(tryAt).toISOString()
      facts.push({ key: tryKey(id, index + 1), value: { at: tried } })
      facts.push({ key: failedKey(id, index + 1), value: { at: tried, reason: 'EENVELOPE 550' } })
      tryAt += wait
    }
    due.push(addDue(store, id, Math.max(tryAt, now + MINUTE_MS * (number % 2))))
    return facts
  })
  await Promise.all(due)
}
