/**
 * The look-up of parties among as many inquiries as the service is built for, the first time in a process, with and without the
 * index, and later; and the longest that another request waits meanwhile.
 */
import { join } from 'node:path'
import { type PartySearchPorts, readParties, searchParties } from '../../src/conflicts/party-search.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { fillWithInquiries, SAMPLE_RECORD } from '../inquiries/many-inquiries.ts'
import { numbersFrom, partyRequest } from '../conflicts/many-parties.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { openDesk, STAFF_INBOX } from '../test-desk.ts'
import { type Cell, type Measured, median, milliseconds, ROUNDS, type Timed, timed } from './statistics.ts'

const [COUNT, SHORT_COUNT] = [10_000, 1000]
const TEXTS = ['Gary Quux', 'gary.quux@gmail.com', '(212) 555-0142', 'Quux Motors, LLC']

/** @param short with few inquiries, to see that it works */
export async function lookUp(short: boolean): Promise<Measured> {
  const count = short ? SHORT_COUNT : COUNT
  const folder = temporaryFolder()
  const { service } = await openDesk()
  const store = openSqliteStore(join(folder, 'records.db'))
  const ports = { store, clock: service.clock, inbox: service.inbox }
  try {
    const random = numbersFrom(count)
    const seal = async (id: InquiryId) => {
      return { sealed: await ports.inbox.seal({ ...SAMPLE_RECORD, ...id, request: partyRequest(random) }) }
    }
    await fillWithInquiries(store, count, service.clock.now(), { seal })
    /** Another process, which remembers nothing. */
    const restarted = () => ({ ...ports, store: { ...store } })
    const lookUpIn = async (given: PartySearchPorts) => {
      const parties = await readParties(given, STAFF_INBOX)
      for (const text of TEXTS) await searchParties(parties, text)
    }
    const first = await timed(() => lookUpIn(restarted()))
    const measured: Record<string, Timed[]> = { 'four texts, without index and memory': [first] }
    for (let round = 0; round < ROUNDS; round++) {
      const process = restarted()
      for (const what of ['four texts, first time in a process', 'four texts'])
        (measured[what] ??= []).push(await timed(() => lookUpIn(process)))
    }
    const [, ...later] = Object.keys(measured)
    return {
      title: `Look-up among ${count.toLocaleString('en-US')} inquiries of 180 days on SQLite, median of ${ROUNDS} rounds`,
      head: ['looked up', 'time', 'longest that others wait'],
      rows: Object.entries(measured).map(([what, times]): Cell[] => [
        what,
        later.includes(what)
          ? {
              measured: milliseconds(median(times.map(({ time }) => time))),
              goal: what === 'four texts' ? '< 300 ms' : '< 500 ms',
            }
          : milliseconds(first.time),
        { measured: milliseconds(median(times.map(({ wait }) => wait))), goal: '< 50 ms' },
      ]),
    }
  } finally {
    await store.close()
    removeFolder(folder)
  }
}
