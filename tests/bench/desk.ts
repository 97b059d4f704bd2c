/** The desk with as much as it is built for: how long its pages take, and how long another request waits meanwhile. */
import { join } from 'node:path'
import { CLAIM_GRANT } from '../../src/agents/agent-schemas.ts'
import { startAttempt, issueClaimToken } from '../../src/agents/claims/claim.ts'
import { grantToken } from '../../src/agents/grant.ts'
import { parsePerson } from '../../src/agents/person.ts'
import { createRegistration } from '../../src/agents/registration.ts'
import { runOutbox } from '../../src/mail/tries.ts'
import { postMessage } from '../../src/mail/outbox.ts'
import { NotDelivered } from '../../src/ports.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { openSignedInBrowser } from '../desk/browser.ts'
import { fillWithPeople, numbered } from '../inquiries/many-inquiries.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { LINKED } from '../mail/outbox-desk.ts'
import { openDesk, type TestDesk } from '../test-desk.ts'
import { type Cell, type Measured, median, milliseconds, type Timed, timed } from './statistics.ts'

/** The size to build for. */
const [INQUIRIES, CLAIMS, MESSAGES] = [10_000, 1000, 1000]
const TIMES = 15
const WAIT_GOAL = '< 50 ms'
/** The most that a page may take, and a poll of a pending claim. */
const PAGE_GOAL = '≤ 50 ms'

export async function desk(): Promise<Measured> {
  const folder = temporaryFolder()
  const store = openSqliteStore(join(folder, 'desk.db'))
  try {
    const desk = await openDesk({ factor: 1000 })
    desk.service.store = store
    desk.service.log = () => undefined
    desk.service.mailer = { send: () => Promise.reject(new NotDelivered('EENVELOPE 550')) }
    const now = desk.service.clock.now()
    await fillWithPeople(store, desk.service.inbox, INQUIRIES, now)
    const { reference } = numbered(INQUIRIES, now)(INQUIRIES / 2)
    const claimToken = await startClaims(desk)
    for (let number = 0; number < MESSAGES; number++)
      await postMessage(desk.service, { at: now.toISOString(), about: { claim: `reg_${number}` }, message: LINKED })
    const browser = await openSignedInBrowser(desk, 'the bench')
    const page = (path: string) => async () => {
      const { status } = await browser.get(path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
    const service = { ...desk.service, pollInterval: { recordPoll: () => false } }
    const poll = () => grantToken(service, { grant_type: CLAIM_GRANT, claim_token: claimToken }).catch(() => undefined)
    const paths = ['/desk', '/desk/inquiries', `/desk/inquiries/${reference}`, '/desk/claims', '/desk/mail']
    const rows: Cell[][] = []
    for (const path of paths) rows.push(await row(path, page(path), TIMES, PAGE_GOAL))
    rows.push(await row('a poll of a pending claim', poll, TIMES, PAGE_GOAL))
    rows.push(await row('a run of the outbox, all of it refused', () => runOutbox(desk.service), 1))
    rows.push(await row('a run of housekeeping', () => runHousekeeping(desk.service), 1))
    return {
      title: `The desk with ${INQUIRIES} inquiries, ${CLAIMS} claims and ${MESSAGES} messages that wait, on SQLite, median of ${TIMES}`,
      head: ['what', 'the first time', 'then', 'longest wait of another request'],
      rows,
    }
  } finally {
    await store.close()
    removeFolder(folder)
  }
}

/** @returns the token of one of them */
async function startClaims({ service }: TestDesk): Promise<string> {
  let token = ''
  for (let number = 0; number < CLAIMS; number++) {
    const registration = createRegistration('service_auth')
    const person = await parsePerson(service, `ana${number}@example.com`)
    const issued = await issueClaimToken(service, registration, { person: person.mac })
    await startAttempt(service, issued.token, person)
    token = issued.members.claim_token
  }
  return token
}

async function row(what: string, act: () => Promise<unknown>, times: number, goal = ''): Promise<Cell[]> {
  const first = await timed(act)
  const more: Timed[] = []
  while (more.length < times - 1) more.push(await timed(act))
  const time = median(more.map((one) => one.time))
  return [
    what,
    milliseconds(first.time),
    times === 1 ? '' : { measured: milliseconds(time), goal },
    { measured: milliseconds(Math.max(...[first, ...more].map(({ wait }) => wait))), goal: WAIT_GOAL },
  ]
}
