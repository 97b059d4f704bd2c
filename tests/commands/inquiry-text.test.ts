import { describe, expect, it } from 'vitest'
import type { InquiryRecord } from '../../src/inquiries/inquiry.ts'
import { inquiryCard, inquiriesInTable } from '../../src/commands/inquiry-text.ts'
import type { Row } from '../../src/inquiries/reader.ts'
import { officeTime } from '../../src/dates.ts'
import { SAMPLE_RECORD } from '../inquiries/many-inquiries.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

const inquiry = (
  request: Partial<InquiryRecord['request']> = {},
  more: Partial<InquiryRecord> = {},
): Row & { record: InquiryRecord } => {
  const record = { ...SAMPLE_RECORD, via: 'form', request: { ...VALID_INQUIRY, ...request }, ...more } as const
  const id = { reference: record.reference, receivedAt: record.receivedAt }
  return { id, state: { seq: 1, status: 'conflict_check' }, record }
}

describe('an inquiry on a terminal', () => {
  const hostile = inquiry({ name: 'Ana\u001b[2J\u202eevil', message: 'One\u001b]0;title\u0007\nTwo\u2066x' })

  it.each([
    ['table', inquiriesInTable([hostile], false)],
    ['card', inquiryCard(hostile)],
  ])('as a %s carries nothing out', (_kind, text) => {
    expect(text).not.toMatch(/[\u001b\u0007\u202e\u2066]/)
    expect(text).toContain('Ana�[2J�evil')
  })

  it('marks what may be spam, says how each stands, and names what it cannot open', () => {
    const { id, state } = inquiry()
    const table = inquiriesInTable(
      [inquiry({}, { reference: 'AAAA-0002', suspicions: ['many links'] }), { id, state, unreadable: true }],
      false,
    )
    expect(table).toContain('spam? I was hurt')
    expect(table).toContain('conflict check')
    expect(table).toMatch(/K7QM-2F9D.*cannot be opened/)
  })

  it('says when each came as the desk says it, in the time of the office wherever the command runs, and names its zone', () => {
    const received = `${officeTime(inquiry().id.receivedAt)} EST`
    expect(received).toBe('Nov 21, 2026, 10:04 a.m. EST')
    expect(inquiriesInTable([inquiry()], false)).toContain(` ${received} `)
    expect(inquiryCard(inquiry())).toContain(received)
  })

  it('shows all that is known of one, and no empty lines for what is not', () => {
    const card = inquiryCard(inquiry({ phone: '+1 386 555 0187' }, { suspicions: ['no ticket'] }))
    expect(card).toMatch(/Telephone +\+1 386 555 0187\n/)
    expect(card).toMatch(/Spam\? +no ticket\n/)
    expect(card).toMatch(/Status +conflict check\n/)
    expect(card).not.toContain('Other side')
  })

  it('shows of a telephone call who wrote it down', () => {
    const call = inquiry({ email: undefined }, { via: 'telephone', writtenBy: 'C1ERK001', notice: '' })
    const card = inquiryCard(call, new Map([['C1ERK001', 'Carl Clerk']]))
    expect(card).toMatch(/Sent by +telephone, written down by Carl Clerk\n/)
    expect(card).toMatch(/Notice read out +no\n/)
    expect(card).not.toContain('E-mail')
    expect(inquiryCard(call)).toContain('written down by C1ERK001')
  })
})
