import { describe, expect, it } from 'vitest'
import type { InquiryRecord } from '../../src/practice/inquiry.ts'
import { inquiryCard, inquiryCsv, inquiryTable } from '../../src/commands/inquiry-text.ts'
import { GOOD } from '../world.ts'

const inquiry = (request: Partial<InquiryRecord['request']> = {}, more: Partial<InquiryRecord> = {}): InquiryRecord => ({
  version: 1,
  reference: 'K7QM-2F9D',
  receivedAt: '2026-11-21T15:04:05.000Z',
  via: 'form',
  sender: 'anonymous',
  notice: '2026-11-01',
  suspicions: [],
  request: { ...GOOD, ...request },
  ...more,
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
    expect(inquiryCsv([])).toBe('\uFEFFreference,receivedAt,via,sender,name,email,phone,topic,otherParty,language,message,notice,suspicions\r\n')
  })
})

describe('an inquiry on a terminal (H48)', () => {
  const hostile = inquiry({ name: 'Ana\u001b[2J\u202eevil', message: 'One\u001b]0;title\u0007\nTwo\u2066x' })

  it.each([['table', inquiryTable([hostile], false)], ['card', inquiryCard(hostile)]])('as a %s carries nothing out', (_kind, text) => {
    expect(text).not.toMatch(/[\u001b\u0007\u202e\u2066]/)
    expect(text).toContain('Ana�[2J�evil')
  })

  it('shows the newest first, and marks what may be spam', () => {
    const table = inquiryTable([inquiry({}, { reference: 'AAAA-0001' }), inquiry({}, { reference: 'AAAA-0002', suspicions: ['many links'] })], false)
    expect(table.indexOf('AAAA-0002')).toBeLessThan(table.indexOf('AAAA-0001'))
    expect(table).toContain('spam? I was hurt')
  })

  it('shows all that is known of one, and no empty lines for what is not', () => {
    const card = inquiryCard(inquiry({ phone: '+1 386 555 0187' }, { suspicions: ['no ticket'] }))
    expect(card).toMatch(/Telephone +\+1 386 555 0187\n/)
    expect(card).toMatch(/Spam\? +no ticket\n/)
    expect(card).not.toContain('Other side')
  })
})
