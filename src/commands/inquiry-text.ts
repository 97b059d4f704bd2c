/**
 * Inquiries as text for a terminal: a table, and one in full. Control characters in what people wrote are removed.
 */
import Table from 'cli-table3'
import { officeTime } from '../dates.ts'
import { statusInWords } from '../inquiries/status.ts'
import { CANNOT_OPEN, fieldsOf } from '../inquiries/inquiry-fields.ts'
import { printable } from '../inquiries/printable.ts'
import type { FullInquiry, Row } from '../inquiries/reader.ts'

const COLUMNS = { reference: 11, received: 24, status: 16, topic: 18, name: 22, message: 34 }

/**
 * A table of the rows, in their order.
 * @param color false for a pipe or a file
 */
export function inquiryTable(rows: readonly Row[], color: boolean): string {
  const style = color ? { head: ['bold'], border: ['gray'] } : { head: [], border: [] }
  const table = new Table({
    head: ['Reference', 'Received', 'Status', 'Topic', 'Name', 'Message'],
    colWidths: Object.values(COLUMNS),
    style,
  })
  for (const { id, state, record } of rows) {
    const spamMark = record && record.suspicions.length > 0 ? 'spam? ' : ''
    const cells = record
      ? [record.request.topic ?? '', oneLine(record.request.name), spamMark + oneLine(record.request.message)]
      : ['', '', CANNOT_OPEN]
    table.push([id.reference, officeTime(id.receivedAt), statusInWords(state.status), ...cells])
  }
  return table.toString()
}

/** One inquiry in full. */
export function inquiryCard({ id, state, record }: Pick<FullInquiry, 'id' | 'state' | 'record'>): string {
  if (!record) return `${id.reference}\n${CANNOT_OPEN}`
  const fields = [
    ...fieldsOf(record, `${officeTime(id.receivedAt)} (${id.receivedAt})`),
    { label: 'Status', value: statusInWords(state.status) },
  ]
  const lines = fields.map(({ label, value }) => `${label.padEnd(13)} ${printable(value)}`)
  return [...lines, '', printable(record.request.message)].join('\n')
}

/** Shortened to the width of a column, on one line. */
function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ')
}
