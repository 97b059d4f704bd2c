/**
 * Inquiries as CSV for a spreadsheet, from the desk and from the command.
 */
import { stringify } from 'csv-stringify/sync'
import type { ListedInquiry } from './list.ts'
import { statusInWords } from './status.ts'
import { CANNOT_OPEN } from './inquiry-fields.ts'
import { printable } from './printable.ts'
import type { OpenedInquiries } from './reader.ts'

const COLUMNS = [
  'reference',
  'receivedAt',
  'via',
  'sender',
  'name',
  'email',
  'phone',
  'topic',
  'otherParty',
  'language',
  'message',
  'notice',
  'suspicions',
  'status',
  'assignee',
]

type Cells = Record<string, string | undefined>

/**
 * One row each, oldest first, those that cannot be opened among them. Marks that turn the direction of text or hide in it
 * are shown, and a cell that would be a formula begins with an apostrophe.
 * @param names of the staff, by id
 */
export function inquiryCsv({ inquiries, unreadable }: OpenedInquiries, names: ReadonlyMap<string, string>): string {
  const statusFields = ({ state: { status, assignee } }: Pick<ListedInquiry, 'state'>): Cells => ({
    status: statusInWords(status),
    assignee: assignee === undefined ? undefined : (names.get(assignee) ?? assignee),
  })
  const rows: Cells[] = [
    ...inquiries.map(({ record: { request, suspicions, reference, receivedAt, via, sender, notice }, state }) => ({
      ...request,
      ...{ reference, receivedAt, via, sender, notice },
      suspicions: suspicions.join(', '),
      ...statusFields({ state }),
    })),
    ...unreadable.map(({ id, state }) => ({ ...id, message: CANNOT_OPEN, ...statusFields({ state }) })),
  ]
  const sortKey = ({ receivedAt, reference }: Cells) => `${receivedAt} ${reference}`
  const sorted = rows.sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)).map(printableRow)
  // Spreadsheets end a row at any line end: one inside a cell needs its quotes, or the next line would begin a cell of its own.
  return stringify(sorted, {
    header: true,
    columns: COLUMNS,
    escape_formulas: true,
    quoted_match: /\n/,
    bom: true,
    record_delimiter: 'windows',
  })
}

/** Line ends are of one kind, so that none is taken for a mark. */
const printableRow = (row: Cells): Cells =>
  Object.fromEntries(
    Object.entries(row).map(([column, text]) => [column, text && printable(text.replace(/\r\n?/g, '\n'))]),
  )
