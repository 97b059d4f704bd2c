/**
 * A JSON document with all its headers, against a server that only sends the file.
 */
import { compare, HEAD, rowsOf } from './load.ts'
import type { Measured } from './measured.ts'

export async function staticFacts(): Promise<Measured> {
  const loads = await compare({ path: '/api/v1/firm', method: 'GET' }, () => ['files', 'dist'])
  return {
    title: 'Static JSON on one machine',
    head: HEAD,
    rows: rowsOf(loads, 'node:http + a read stream', { perSecond: '≥ 0.9×' }),
  }
}
