/**
 * Inquiries on the one-machine server, checked, sealed and stored, against parsing JSON and inserting one row.
 */
import { join } from 'node:path'
import { VALID_INQUIRY } from '../test-desk.ts'
import { compare, HEAD, rowsOf } from './load.ts'
import type { Measured } from './run.ts'

export async function inquiries(): Promise<Measured> {
  const question = { path: '/api/v1/inquiries', method: 'POST', body: JSON.stringify(VALID_INQUIRY) } as const
  const loads = await compare(question, (folder) => ['insert', join(folder, 'bare.db')])
  return {
    title: 'Inquiries on one machine, storage included',
    goal: 'rate at least 0.5× bare',
    head: HEAD,
    rows: rowsOf(loads, 'node:http + one INSERT'),
  }
}
