/** CSV export of inquiries, for `npm run inquiries -- export`. */
import { stringify } from 'csv-stringify/sync'
import type { OpenedInquiries } from './record.ts'
import type { ListedInquiry } from './status.ts'
import { CANNOT_OPEN } from './card-fields.ts'
import { FACT_FIELDS, type FieldName, inOneText, TEXT_FIELDS } from './inquiry-fields.ts'
import { printable } from '../letters.ts'

const ARRIVAL_COLUMNS = ['reference', 'receivedAt', 'via', 'sender'] as const
const DESK_COLUMNS = ['notice', 'suspicions', 'status', 'assignee'] as const
const COLUMNS = [...ARRIVAL_COLUMNS, ...FACT_FIELDS, ...TEXT_FIELDS, ...DESK_COLUMNS]

type Cells = { [Column in FieldName | (typeof ARRIVAL_COLUMNS | typeof DESK_COLUMNS)[number]]?: string | undefined }

/** A telephone number that begins with a plus. A no-break space before it keeps spreadsheets from reading a formula. */
const PLUS_AND_DIGITS = /^\+[\d\s()./-]+(?:(?:x|ext\.?) ?\d+)?$/i

/** Escapes cells that look like formulas (CSV injection), and replaces bidirectional and control characters. */
export function inquiryCsv({ inquiries, unreadable }: OpenedInquiries, names: ReadonlyMap<string, string>): string {
  const statusFields = ({ state: { status, assignee } }: Pick<ListedInquiry, 'state'>): Cells => ({
    status,
    assignee: assignee === undefined ? undefined : (names.get(assignee) ?? assignee),
  })
  const rows: Cells[] = [
    ...inquiries.map(({ record: { request, suspicions, reference, receivedAt, via, sender, notice }, state }) => ({
      ...request,
      phone: request.phone?.replace(PLUS_AND_DIGITS, '\u00a0$&'),
      safeContact: inOneText(request.safeContact),
      urgent: inOneText(request.urgent),
      ...{ reference, receivedAt, via, sender, notice },
      suspicions: suspicions.join(', '),
      ...statusFields({ state }),
    })),
    ...unreadable.map(({ id, state }) => ({ ...id, message: CANNOT_OPEN, ...statusFields({ state }) })),
  ]
  const sortKey = ({ receivedAt, reference }: Cells) => `${receivedAt} ${reference}`
  // Line ends are normalized first, because `printable` would replace a carriage return.
  const printableText = (text: string | undefined) => text && printable(text.replace(/\r\n?/g, '\n'))
  const sorted = rows
    .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
    .map((row) => Object.fromEntries(Object.entries(row).map(([column, text]) => [column, printableText(text)])))
  // Some spreadsheets end a row at any line break, so a cell that contains one must be quoted.
  return stringify(sorted, {
    header: true,
    columns: COLUMNS,
    escape_formulas: true,
    quoted_match: /\n/,
    bom: true,
    record_delimiter: 'windows',
  })
}
