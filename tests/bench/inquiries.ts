/**
 * Inquiries on the one-machine server, checked, sealed and stored, against parsing JSON and inserting one row.
 */
import { join } from 'node:path'
import { GOOD } from '../world.ts'
import { compare } from './load.ts'
import type { Measured } from './run.ts'
import { milliseconds, ratio } from './statistics.ts'

export async function inquiries(): Promise<Measured> {
  const question = { path: '/api/v1/inquiries', method: 'POST', body: JSON.stringify(GOOD) } as const
  const { ours, bare } = await compare(question, (folder) => ['insert', join(folder, 'bare.db')])
  return {
    title: 'Inquiries on one machine, storage included',
    goal: 'at least 0.5× bare',
    head: ['server', 'per second', 'p50', 'p99', 'to bare'],
    rows: [
      ['Front Desk', ours.perSecond.toFixed(0), milliseconds(ours.p50), milliseconds(ours.p99), ratio(ours.perSecond, bare.perSecond)],
      ['node:http + one INSERT', bare.perSecond.toFixed(0), milliseconds(bare.p50), milliseconds(bare.p99), ''],
    ],
  }
}
