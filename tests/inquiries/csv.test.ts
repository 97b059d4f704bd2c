import { expect, it } from 'vitest'
import { FACT_FIELDS, TEXT_FIELDS } from '../../src/inquiries/inquiry-fields.ts'
import { inquiryCsv } from '../../src/inquiries/csv.ts'
import type { ReadInquiry } from '../../src/inquiries/record.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { SAMPLE_RECORD } from './many-inquiries.ts'

const inquiry = (request: Partial<ReadInquiry['record']['request']>): ReadInquiry => ({
  record: { ...SAMPLE_RECORD, request: { ...VALID_INQUIRY, ...request } },
  state: { seq: 2, status: 'contacted', assignee: 'K7QM2F9D' },
  history: [],
})
const STAFF = new Map([['K7QM2F9D', 'Olga Owner']])
const csvOf = (...inquiries: ReadInquiry[]) => inquiryCsv({ inquiries, unreadable: [] }, STAFF)

const FORMULAS = ['=HYPERLINK("http://x")', '+1', '-2+3', '@SUM(A1)', '\tx', '＝1', '＋1', '－1', '＠x']
it.each(FORMULAS)('makes no formula of %j', (name) =>
  expect(csvOf(inquiry({ name })).split('\r\n')[1]?.split(',')[4]).toMatch(/^"?'/),
)

it.each([
  ['+1-386-555-0142', '\u00a0'],
  ['+49 30 (0) 1234/5 x7', '\u00a0'],
  ['+1 386 555 0142 after 5', "'"],
  ['+1|calc', "'"],
])('the number %j is no formula, and shows no sign before it unless there are words', (phone, before) =>
  expect(csvOf(inquiry({ phone }))).toContain(`,${before}${phone},`),
)

it('begins with a byte order mark, so that Excel reads UTF-8, names its columns, and a member who is not known any more by id', () => {
  expect(csvOf()).toBe(
    `\uFEFFreference,receivedAt,via,sender,${[...FACT_FIELDS, ...TEXT_FIELDS].join(',')},notice,suspicions,status,assignee\r\n`,
  )
  expect(inquiryCsv({ inquiries: [inquiry({})], unreadable: [] }, new Map())).toMatch(/,K7QM2F9D\r\n$/)
})

it('shows marks that turn the direction of text, and lets none through raw', () => {
  const csv = csvOf(
    inquiry({ name: 'gpj.\u202Eexe', message: 'a\u2066b\u200Fc\u061Cd\u0007e', otherParty: '\u200E', phone: '\u2069' }),
  )
  expect(csv).not.toMatch(/[\u0007\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
  expect(csv).toContain('gpj.�exe')
  expect(csv).toContain('a�b�c�d�e')
})

it('makes no formula of what follows a line end, and keeps line ends of every kind, quotes and commas in one cell', () => {
  const csv = csvOf(inquiry({ name: '\r=1+1', message: 'He said "no", twice.\r\ntwo\rthree' }))
  expect(csv).toContain('"He said ""no"", twice.\ntwo\nthree"')
  expect(csv).toContain('"\n=1+1"')
  expect(csv).not.toContain('�')
})
