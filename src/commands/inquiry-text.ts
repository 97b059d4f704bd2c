/**
 * Inquiries as text: a table, one in full, CSV. What people wrote is shown and never carried out:
 * neither by a terminal (control and bidi characters) nor by a spreadsheet (formulas).
 */
import Table from 'cli-table3'
import { stringify } from 'csv-stringify/sync'
import type { InquiryRecord } from '../practice/inquiry.ts'

/** Control characters but line ends and tabs, and those that change the direction of text. */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const VIA = { form: 'contact form', api: 'API', mcp: 'MCP' }
const COLUMNS = { reference: 11, received: 18, topic: 18, name: 22, message: 40 }

/** Text that a terminal shows as it is. */
export const printable = (text: string) => text.replace(UNSAFE, '�')

/**
 * A table, newest first.
 * @param color false for a pipe or a file
 */
export function inquiryTable(inquiries: readonly InquiryRecord[], color: boolean): string {
  const style = color ? { head: ['bold'], border: ['gray'] } : { head: [], border: [] }
  const table = new Table({ head: ['Reference', 'Received', 'Topic', 'Name', 'Message'], colWidths: Object.values(COLUMNS), style })
  for (const { reference, receivedAt, request, suspicions } of inquiries.toReversed()) {
    const mark = suspicions.length > 0 ? 'spam? ' : ''
    table.push([reference, when(receivedAt), request.topic ?? '', oneLine(request.name), mark + oneLine(request.message)])
  }
  return table.toString()
}

/** One inquiry in full. */
export function inquiryCard(inquiry: InquiryRecord): string {
  const { request } = inquiry
  const rows: [string, string | undefined][] = [
    ['Reference', inquiry.reference],
    ['Received', `${when(inquiry.receivedAt)} (${inquiry.receivedAt})`],
    ['Sent by', `${VIA[inquiry.via]}, ${inquiry.sender.replace('_', ' ')}`],
    ['Registration', inquiry.registration],
    ['Name', request.name],
    ['E-mail', request.email],
    ['Telephone', request.phone],
    ['Topic', request.topic],
    ['Other side', request.otherParty],
    ['Language', request.language],
    ['Notice shown', inquiry.notice],
    ['Spam?', inquiry.suspicions.join(', ') || undefined],
  ]
  const lines = rows.filter(([, value]) => value !== undefined).map(([label, value = '']) => `${label.padEnd(13)} ${printable(value)}`)
  return [...lines, '', printable(request.message)].join('\n')
}

/** CSV for a spreadsheet: a cell that would be a formula begins with an apostrophe. */
export function inquiryCsv(inquiries: readonly InquiryRecord[]): string {
  const rows = inquiries.map(({ request, suspicions, ...facts }) => ({
    reference: facts.reference,
    receivedAt: facts.receivedAt,
    via: facts.via,
    sender: facts.sender,
    name: request.name,
    email: request.email,
    phone: request.phone,
    topic: request.topic,
    otherParty: request.otherParty,
    language: request.language,
    message: request.message,
    notice: facts.notice,
    suspicions: suspicions.join(', '),
  }))
  const columns = ['reference', 'receivedAt', 'via', 'sender', 'name', 'email', 'phone', 'topic', 'otherParty', 'language', 'message', 'notice', 'suspicions']
  return stringify(rows, { header: true, columns, escape_formulas: true, bom: true, record_delimiter: 'windows' })
}

/** Cut to what a column holds, on one line. */
function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ')
}

function when(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
}
