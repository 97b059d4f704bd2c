/**
 * The look-up of parties among as many inquiries as the service is built for, the first time in a process, with and without the
 * index, and later; and the longest that another request waits meanwhile.
 */
import { join } from 'node:path'
import { DAY_MS } from '../../src/duration.ts'
import { type PartySearchPorts, readParties, searchParties } from '../../src/conflicts/party-search.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { referenceOf, SAMPLE_RECORD, writeInquiry } from '../inquiries/many-inquiries.ts'
import { numbersFrom, partyRequest } from '../conflicts/many-parties.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { openDesk, STAFF_INBOX } from '../test-desk.ts'
import { type Measured, milliseconds, timed } from './statistics.ts'

const COUNT = 10_000
/** How long inquiries are kept. */
const KEPT_MS = 180 * DAY_MS
const BATCH_SIZE = 1000

const TEXTS = ['Gary Quux', 'gary.quux@gmail.com', '(212) 555-0142', 'Quux Motors, LLC']

export async function lookUp(): Promise<Measured> {
  const folder = temporaryFolder()
  const { service } = await openDesk()
  const store = openSqliteStore(join(folder, 'facts.db'))
  const ports = { store, clock: service.clock, inbox: service.inbox }
  try {
    await fill(ports)
    /** Another process, which remembers nothing. */
    const restarted = () => ({ ...ports, store: { ...store } })
    const lookUpIn = async (given: PartySearchPorts) => {
      const parties = await readParties(given, STAFF_INBOX)
      for (const text of TEXTS) await searchParties(parties, text)
    }
    const rows: string[][] = []
    const measure = async (what: string, given: PartySearchPorts, goal = '') => {
      const { time, wait } = await timed(() => lookUpIn(given))
      rows.push([what, milliseconds(time), goal, milliseconds(wait), '< 50 ms'])
    }
    await measure('four texts, without index and memory', restarted())
    const process = restarted()
    await measure('four texts, first time in a process', process, '< 500 ms')
    await measure('four texts', process, '< 300 ms')
    return {
      title: `Look-up among ${COUNT.toLocaleString('en-US')} inquiries of 180 days on SQLite`,
      head: ['looked up', 'time', 'goal', 'longest that others wait', 'goal'],
      rows,
    }
  } finally {
    await store.close()
    removeFolder(folder)
  }
}

async function fill(ports: PartySearchPorts): Promise<void> {
  const random = numbersFrom(COUNT)
  const now = ports.clock.now().getTime()
  for (let start = 0; start < COUNT; start += BATCH_SIZE) {
    const writes = Array.from({ length: Math.min(BATCH_SIZE, COUNT - start) }, async (_, offset) => {
      const number = start + offset
      const receivedAt = new Date(now - (COUNT - number) * (KEPT_MS / COUNT)).toISOString()
      const id = { reference: referenceOf(number), receivedAt }
      const record = { ...SAMPLE_RECORD, ...id, request: partyRequest(random) }
      await writeInquiry(ports.store, id, 'declined', { sealed: await ports.inbox.seal(record) })
    })
    await Promise.all(writes)
  }
}
