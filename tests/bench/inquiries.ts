/**
 * Inquiries on the one-machine server, checked, sealed, stored and signed for, against parsing JSON, inserting one row and signing
 * a receipt.
 */
import { join } from 'node:path'
import { VALID_INQUIRY } from '../test-desk.ts'
import { compare, HEAD, rowsOf } from './load.ts'
import type { Measured } from './measured.ts'

export async function inquiries(): Promise<Measured> {
  const question = { path: '/api/v1/inquiries', method: 'POST', body: JSON.stringify(VALID_INQUIRY) } as const
  const loads = await compare(question, (folder) => ['insert', join(folder, 'bare.db')])
  return {
    title: 'Inquiries on one machine: checked, sealed, stored with their messages, and signed for',
    head: HEAD,
    rows: rowsOf(loads, 'node:http + JSON.parse + one INSERT + one ES256 signature', {
      perSecond: '≥ 0.5×',
      cpu: '≤ 3×',
      p99: '≤ 2×',
    }),
  }
}
