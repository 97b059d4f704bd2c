/** What is in the store afterwards, opened with the private key as the staff do, and compared with what was acknowledged. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { DATABASE_FILE } from '../../src/hosts/machine.ts'
import { run } from '../journeys/server.ts'
import type { Row } from './torture.ts'
import type { Acknowledged, Inquiry } from './writers.ts'

/** As `npm run inquiries -- export` prints it. */
export interface StoredInquiry {
  reference: string
  /** Missing when it cannot be opened. */
  request?: Inquiry
}

export type Tally = Pick<Row, 'lost' | 'twice' | 'torn'>

/** @throws Error when the store cannot be read */
export async function readStored(dataDir: string): Promise<StoredInquiry[]> {
  const { code, stdout, stderr } = await run('inquiries', ['export', '--format', 'json'], { DATA_DIR: dataDir })
  if (code !== 0) throw new Error(`The store cannot be read: ${stderr}`)
  return JSON.parse(stdout) as StoredInquiry[]
}

/** Compares by the names of the inquiries, which are unique. */
export function tally(acknowledged: ReadonlyMap<string, Acknowledged>, stored: readonly StoredInquiry[]): Tally {
  const found = new Set<string>()
  const result = { lost: 0, twice: 0, torn: 0 }
  for (const { reference, request } of stored) {
    const sent = acknowledged.get(request?.name ?? '')
    if (found.has(request?.name ?? '')) result.twice += 1
    else if (!request || !isDeepStrictEqual(request, sent?.inquiry)) result.torn += 1
    else if (reference === sent?.reference) found.add(request.name)
  }
  result.lost = acknowledged.size - found.size
  return result
}

/** A database that SQLite finds damaged counts as torn. */
export async function tallyOf(dataDir: string, acknowledged: ReadonlyMap<string, Acknowledged>): Promise<Tally> {
  const result = tally(acknowledged, await readStored(dataDir))
  const [check] = query(dataDir, 'PRAGMA integrity_check')
  return { ...result, torn: result.torn + Number(check?.integrity_check !== 'ok') }
}

/** @returns ids of the messages of inquiries that were sent, or of those that were not */
export const messagesOf = (dataDir: string, areSent: boolean): string[] =>
  query(
    dataDir,
    `SELECT message.value ->> 'id' AS id FROM records, json_each(records.value, '$.mail') AS message
    WHERE records.key GLOB 'inquiries/*' AND message.value ->> 'sealed' IS ${areSent ? '' : 'NOT '}NULL`,
  ).map(({ id }) => String(id))

/** The server may be running. */
function query(dataDir: string, statement: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true })
  try {
    return database.prepare(statement).all()
  } finally {
    database.close()
  }
}
