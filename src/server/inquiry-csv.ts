/**
 * Inquiries as CSV for a spreadsheet, from the desk and from the command.
 */
import { stringify } from 'csv-stringify/sync'
import { statusInWords } from '../practice/case-status.ts'
import type { ReadInquiry } from './inquiry-reader.ts'

const COLUMNS = ['reference', 'receivedAt', 'via', 'sender', 'name', 'email', 'phone', 'topic', 'otherParty', 'language', 'message', 'notice', 'suspicions', 'status', 'assignee']

/** One row each; a cell that would be a formula begins with an apostrophe. */
export function inquiryCsv(inquiries: readonly ReadInquiry[]): string {
  const rows = inquiries.map(({ record: { request, suspicions, ...facts }, state }) => ({
    ...facts,
    ...request,
    suspicions: suspicions.join(', '),
    status: statusInWords(state.status),
    assignee: state.assignee,
  }))
  return stringify(rows, { header: true, columns: COLUMNS, escape_formulas: true, bom: true, record_delimiter: 'windows' })
}
