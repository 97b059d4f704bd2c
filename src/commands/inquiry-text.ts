/** Inquiries as text for a terminal: a table, and one in full. Control characters in what people wrote are removed. */
import { officeTimeWithZone } from '../dates.ts'
import { STATUSES, statusInWords } from '../inquiries/status.ts'
import { CANNOT_OPEN, fieldsOf, textsOf } from '../inquiries/card-fields.ts'
import { INQUIRY_FIELDS } from '../inquiries/inquiry-fields.ts'
import { printable } from '../inquiries/printable.ts'
import type { FullInquiry, Row } from '../inquiries/reader.ts'
import { tableOf } from './cli.ts'

/** The longest status, and the space on both sides of a cell. */
const STATUS_WIDTH = Math.max(...STATUSES.map((status) => statusInWords(status).length)) + 2

/** Heads, widths in characters, and cells. */
const COLUMNS: readonly (readonly [head: string, width: number, cell: (row: Row) => string])[] = [
  ['Reference', 11, ({ id }) => id.reference],
  ['Received', 30, ({ id }) => officeTimeWithZone(id.receivedAt)],
  ['Status', STATUS_WIDTH, ({ state }) => statusInWords(state.status)],
  [INQUIRY_FIELDS.topic.label, 18, ({ record }) => record?.request.topic ?? ''],
  [INQUIRY_FIELDS.name.label, 22, ({ record }) => oneLine(record?.request.name ?? '')],
  [
    INQUIRY_FIELDS.message.label,
    34,
    ({ record }) =>
      record ? (record.suspicions.length > 0 ? 'spam? ' : '') + oneLine(record.request.message) : CANNOT_OPEN,
  ],
]

/**
 * A table of the rows, in their order.
 * @param color false for a pipe or a file
 */
export function inquiriesInTable(rows: readonly Row[], color: boolean): string {
  return tableOf(
    COLUMNS.map(([head]) => head),
    rows.map((row) => COLUMNS.map(([, , cell]) => cell(row))),
    { colWidths: COLUMNS.map(([, width]) => width), ...(color && { style: { head: ['bold'], border: ['gray'] } }) },
  )
}

export function inquiryCard(
  { id, state, record }: Pick<FullInquiry, 'id' | 'state' | 'record'>,
  names?: ReadonlyMap<string, string>,
): string {
  if (!record) return `${id.reference}\n${CANNOT_OPEN}`
  const fields = [
    ...fieldsOf(record, `${officeTimeWithZone(id.receivedAt)} (${id.receivedAt})`, record.request.topic, names),
    { label: 'Status', value: statusInWords(state.status) },
  ]
  const width = Math.max(...fields.map(({ label }) => label.length))
  const lines = fields.map(({ label, value }) => `${label.padEnd(width)} ${printable(value)}`)
  return [...lines, ...textsOf(record).flatMap(({ value }) => ['', printable(value)])].join('\n')
}

/** Shortened to the width of a column, on one line. */
const oneLine = (text: string): string => printable(text).replace(/\s+/g, ' ')
