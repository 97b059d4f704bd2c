/**
 * A JSON document with all its headers, against a server that only sends the file.
 */
import { compare } from './load.ts'
import type { Measured } from './run.ts'
import { milliseconds, ratio } from './statistics.ts'

export async function staticFacts(): Promise<Measured> {
  const { ours, bare } = await compare({ path: '/api/v1/firm', method: 'GET' }, () => ['files', 'dist'])
  return {
    title: 'Static JSON on one machine',
    goal: 'none is set',
    head: ['server', 'per second', 'p50', 'p99', 'to bare'],
    rows: [
      ['Front Desk', ours.perSecond.toFixed(0), milliseconds(ours.p50), milliseconds(ours.p99), ratio(ours.perSecond, bare.perSecond)],
      ['node:http + read stream', bare.perSecond.toFixed(0), milliseconds(bare.p50), milliseconds(bare.p99), ''],
    ],
  }
}
