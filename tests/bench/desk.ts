/**
 * The desk's list and first page while inquiries pile up: the list should stay flat, the first page grow with what is open.
 */
import { join } from 'node:path'
import { settleDays } from '../../src/inquiries/day-index.ts'
import { listOpenInquiries } from '../../src/inquiries/list.ts'
import type { InquiryRecord } from '../../src/inquiries/inquiry.ts'
import { readPage } from '../../src/inquiries/reader.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { fillWithInquiries } from '../inquiries/many-inquiries.ts'
import { VALID_INQUIRY, openDesk, STAFF_INBOX } from '../test-desk.ts'
import type { Cell, Measured } from './measured.ts'
import { median, milliseconds, ratio } from './statistics.ts'

const COUNTS = [1_000, 10_000, 100_000]
const TIMES = 50

export async function deskPages(): Promise<Measured> {
  const rows: Cell[][] = []
  let first: number | undefined
  for (const count of COUNTS) {
    const folder = temporaryFolder()
    const store = openSqliteStore(join(folder, 'inquiries.db'))
    try {
      const { service } = await openDesk()
      const ports = { store, clock: service.clock }
      const record: InquiryRecord = {
        version: 1,
        reference: 'K7QM-2F9D',
        receivedAt: '2026-11-21T15:04:05.000Z',
        via: 'api',
        sender: 'anonymous',
        notice: '2026-11-01',
        suspicions: [],
        request: VALID_INQUIRY,
      }
      const sealed = await service.inbox.seal(record)
      await fillWithInquiries(store, count, ports.clock.now(), () => ({ sealed }))
      await settleDays(ports)
      const page = await timed(() => readPage(ports, STAFF_INBOX, {}))
      first ??= page
      const { inquiries } = await listOpenInquiries(ports)
      rows.push([
        count.toLocaleString('en-US'),
        milliseconds(page),
        { measured: ratio(page, first), goal: 'flat' },
        String(inquiries.length),
        milliseconds(await timed(() => listOpenInquiries(ports))),
      ])
    } finally {
      await store.close()
      removeFolder(folder)
    }
  }
  return {
    title: `The desk on SQLite, median of ${TIMES}`,
    head: ['inquiries', 'a page of 50, opened', 'to the first', 'of these open', 'list of the open ones'],
    rows,
  }
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
