/**
 * The look-up of parties through ten years of inquiries, with its index, against reading as many plain rows.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type PartySearchPorts, searchParties } from '../../src/inquiries/party-search.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { referenceOf, SAMPLE_RECORD, writeInquiry } from '../inquiries/many-inquiries.ts'
import { numbersFrom, partyRequest } from '../inquiries/many-parties.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { openDesk, STAFF_INBOX } from '../test-desk.ts'
import type { Cell, Measured } from './measured.ts'
import { alternate, median, medianRatio, milliseconds, ROUNDS } from './statistics.ts'

const [COUNT, SHORT_COUNT] = [100_000, 5_000]
const YEARS_MS = 10 * 365.25 * 24 * 3600_000
const TIMES = 5
const BATCH_SIZE = 1000

/** What is looked up, by its name in the table. */
const SEARCHED: Readonly<Record<string, readonly string[]>> = {
  'a name': ['Gary Quux'],
  'an e-mail address': ['gary.quux@gmail.com'],
  'a telephone number': ['(212) 555-0142'],
  'these three and a company': ['Gary Quux', 'gary.quux@gmail.com', '(212) 555-0142', 'Quux Motors, LLC'],
}
const PLAIN = 'SELECT key, value of as many rows'

/** @param short with few inquiries, to see that it works */
export async function lookUp(short: boolean): Promise<Measured> {
  const count = short ? SHORT_COUNT : COUNT
  const folder = temporaryFolder()
  const file = join(folder, 'facts.db')
  const { service } = await openDesk()
  const ports = { store: openSqliteStore(file), clock: service.clock, inbox: service.inbox }
  const plain = new DatabaseSync(file, { readOnly: true })
  try {
    const opened = await fill(ports, count)
    const rows = plain.prepare("SELECT key, value FROM facts WHERE key >= 'inquiries/' AND key < 'inquiries0'")
    const results = await alternate(ROUNDS, {
      ...Object.fromEntries(
        Object.entries(SEARCHED).map(([name, texts]) => [
          name,
          () => timed(() => searchParties(ports, STAFF_INBOX, texts)),
        ]),
      ),
      [PLAIN]: () => timed(async () => rows.all()),
    })
    const base = results[PLAIN].time
    return {
      title: `Look-up through ${count.toLocaleString('en-US')} inquiries of ten years on SQLite, median of ${ROUNDS} rounds of ${TIMES}; the index was made in ${opened} look-ups`,
      head: ['looked up', 'time', 'to plain rows'],
      rows: Object.entries(results).map(([name, { time }]): Cell[] => [
        name,
        name === PLAIN ? milliseconds(median(time)) : { measured: milliseconds(median(time)), goal: '< 1000 ms' },
        name === PLAIN ? '' : medianRatio(time, base),
      ]),
    }
  } finally {
    plain.close()
    await ports.store.close()
    removeFolder(folder)
  }
}

/** @returns how many look-ups it took to make the index */
async function fill(ports: PartySearchPorts, count: number): Promise<number> {
  const random = numbersFrom(count)
  const now = ports.clock.now().getTime()
  for (let start = 0; start < count; start += BATCH_SIZE) {
    const writes = Array.from({ length: Math.min(BATCH_SIZE, count - start) }, async (_, offset) => {
      const number = start + offset
      const receivedAt = new Date(now - (count - number) * (YEARS_MS / count)).toISOString()
      const id = { reference: referenceOf(number), receivedAt }
      const sealed = await ports.inbox.seal({ ...SAMPLE_RECORD, ...id, request: partyRequest(random) })
      await writeInquiry(ports.store, id, 'declined', { sealed })
    })
    await Promise.all(writes)
  }
  let before: string | undefined
  for (let time = 1; ; time++) {
    before = (await searchParties(ports, STAFF_INBOX, ['nothing like this'], before)).searchedBackTo
    if (before === undefined) return time
  }
}

async function timed(act: () => Promise<unknown>): Promise<{ time: number }> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
  }
  return { time: median(times) }
}
