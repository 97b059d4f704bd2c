/**
 * Inquiries as text for a terminal: a table, and one in full. Control characters in what people wrote are removed.
 */
import Table from 'cli-table3'
import { officeTimeWithZone } from '../dates.ts'
import { STATUSES, statusInWords } from '../inquiries/status.ts'
import { CANNOT_OPEN, fieldsOf, textsOf } from '../inquiries/card-fields.ts'
import { INQUIRY_FIELDS } from '../inquiries/inquiry-fields.ts'
import { printable } from '../inquiries/printable.ts'
import type { FullInquiry, Row } from '../inquiries/reader.ts'

interface TextColumn {
  head: string
  /** Characters. */
  width: number
  cell(row: Row): string
}

/** The longest status, and the space on both sides of a cell. */
const STATUS_WIDTH = Math.max(...STATUSES.map((status) => statusInWords(status).length)) + 2

const COLUMNS: readonly TextColumn[] = [
  { head: 'Reference', width: 11, cell: ({ id }) => id.reference },
  { head: 'Received', width: 28, cell: ({ id }) => officeTimeWithZone(id.receivedAt) },
  { head: 'Status', width: STATUS_WIDTH, cell: ({ state }) => statusInWords(state.status) },
  { head: INQUIRY_FIELDS.topic.label, width: 18, cell: ({ record }) => record?.request.topic ?? '' },
  { head: INQUIRY_FIELDS.name.label, width: 22, cell: ({ record }) => oneLine(record?.request.name ?? '') },
  {
    head: INQUIRY_FIELDS.message.label,
    width: 34,
    cell: ({ record }) =>
      record ? (record.suspicions.length > 0 ? 'spam? ' : '') + oneLine(record.request.message) : CANNOT_OPEN,
  },
]

/**
 * A table of the rows, in their order.
 * @param color false for a pipe or a file
 */
export function inquiriesInTable(rows: readonly Row[], color: boolean): string {
  const style = color ? { head: ['bold'], border: ['gray'] } : { head: [], border: [] }
  const table = new Table({
    head: COLUMNS.map(({ head }) => head),
    colWidths: COLUMNS.map(({ width }) => width),
    style,
  })
  for (const row of rows) table.push(COLUMNS.map(({ cell }) => cell(row)))
  return table.toString()
}

/**
 * One inquiry in full.
 * @param names staff names by id
 */
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
function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ')
}
