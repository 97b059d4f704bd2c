import { describe, expect, it } from 'vitest'
import { inquiryCsv } from '../../src/server/inquiry-csv.ts'
import type { ReadInquiry } from '../../src/server/inquiry-reader.ts'
import { GOOD } from '../world.ts'

const inquiry = (request: Partial<ReadInquiry['record']['request']>): ReadInquiry => ({
  record: { version: 1, reference: 'K7QM-2F9D', receivedAt: '2026-11-21T15:04:05.000Z', via: 'form', sender: 'anonymous', notice: '2026-11-01', suspicions: [], request: { ...GOOD, ...request } },
  state: { seq: 2, status: 'conflict_check', assignee: 'K7QM2F9D' },
})
const cells = (csv: string) => (csv.split('\r\n')[1] ?? '').split(',')

describe('an export for a spreadsheet (H52)', () => {
  it.each(['=HYPERLINK("http://x")', '+1', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'])('makes no formula of %j', (name) => {
    const cell = cells(inquiryCsv([inquiry({ name })]))[4] ?? ''
    expect(cell.replace(/^"/, '').startsWith("'")).toBe(true)
  })

  it('keeps quotes, commas and lines of a message in one cell', () => {
    const csv = inquiryCsv([inquiry({ message: 'He said "no", twice.\nThen left.' })])
    expect(csv).toContain('"He said ""no"", twice.\nThen left."')
  })

  it('begins with a byte order mark, so that Excel reads UTF-8, and names its columns', () => {
    expect(inquiryCsv([])).toBe('\uFEFFreference,receivedAt,via,sender,name,email,phone,topic,otherParty,language,message,notice,suspicions,status,assignee\r\n')
  })

  it('says how the case stands, and who looks after it', () => {
    expect(inquiryCsv([inquiry({})])).toMatch(/,conflict check,K7QM2F9D\r\n$/)
  })
})
