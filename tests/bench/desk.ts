/**
 * The desk's list and first page while inquiries pile up: the list should stay flat, the first page grow with what is open.
 */
import { join } from 'node:path'
import { listOpenInquiries } from '../../src/inquiries/list.ts'
import { readPage } from '../../src/inquiries/reader.ts'
import type { Clock } from '../../src/ports.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { fillWithInquiries, SAMPLE_RECORD } from '../inquiries/many-inquiries.ts'
import { openDesk, STAFF_INBOX } from '../test-desk.ts'
import type { Cell, Measured } from './measured.ts'
import { alternate, median, medianRatio, milliseconds, ROUNDS } from './statistics.ts'

const COUNTS = [1_000, 10_000, 100_000]
const TIMES = 50

export async function deskPages(): Promise<Measured> {
  const folder = temporaryFolder()
  const filled: Filled[] = []
  try {
    for (const count of COUNTS) filled.push(await fill(join(folder, `${count}.db`), count))
    const results = await alternate(
      ROUNDS,
      Object.fromEntries(
        filled.map(({ name, ports }) => [
          name,
          async () => ({
            page: await timed(() => readPage(ports.store, STAFF_INBOX, {})),
            open: await timed(() => listOpenInquiries(ports.store)),
          }),
        ]),
      ),
    )
    const first = results[filled[0]?.name ?? '']?.page ?? []
    return {
      title: `The desk on SQLite, median of ${ROUNDS} rounds of ${TIMES}`,
      head: ['inquiries', 'a page of 50, opened', 'to the first', 'of these open', 'list of the open ones'],
      rows: filled.map(({ name, open }): Cell[] => {
        const { page = [], open: list = [] } = results[name] ?? {}
        return [
          name,
          milliseconds(median(page)),
          { measured: medianRatio(page, first), goal: 'flat' },
          String(open),
          milliseconds(median(list)),
        ]
      }),
    }
  } finally {
    await Promise.all(filled.map(({ ports }) => ports.store.close()))
    removeFolder(folder)
  }
}

/** A store with so many inquiries, whose number is its name. */
interface Filled {
  name: string
  ports: { store: ReturnType<typeof openSqliteStore>; clock: Clock }
  /** How many of them are open. */
  open: number
}

async function fill(file: string, count: number): Promise<Filled> {
  const { service } = await openDesk()
  const ports = { store: openSqliteStore(file), clock: service.clock }
  const sealed = await service.inbox.seal(SAMPLE_RECORD)
  await fillWithInquiries(ports.store, count, ports.clock.now(), () => ({ sealed }))
  const inquiries = await listOpenInquiries(ports.store)
  return { name: count.toLocaleString('en-US'), ports, open: inquiries.length }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
  }
  return median(times)
}
