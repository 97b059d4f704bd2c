/**
 * The table of inquiries on every page that lists them, and the badges for age and status.
 */
import { html } from 'hono/html'
import { FIRST_LANGUAGE, languageInWords } from '../../language.ts'
import { topicInWords } from '../../firm/practice-area.ts'
import { CANNOT_OPEN } from '../../inquiries/card-fields.ts'
import { type FieldName, INQUIRY_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { printable } from '../../inquiries/printable.ts'
import { isOverdue, ageInWords } from '../../inquiries/overdue.ts'
import { officeTime } from '../../dates.ts'
import type { ListedInquiry } from '../../inquiries/newest-inquiries.ts'
import { FIRST_STATUS, statusInWords } from '../../inquiries/status.ts'
import type { Row } from '../../inquiries/reader.ts'
import type { Service } from '../../service/service.ts'
import { PATHS } from '../../site.ts'
import type { Html } from '../page.ts'
import type { StaffNames } from '../../staff/staff-names.ts'
import { type Cell, type Column, deskTable } from '../ui/table.ts'

/** Characters of a message that a row shows. */
const PREVIEW_CHARACTERS = 90

export const INQUIRIES_PATH = PATHS.deskInquiries

/** The page of an inquiry. */
export const inquiryPath = (reference: string) => `${INQUIRIES_PATH}/${reference}`

type TableContext = Pick<Service, 'clock' | 'firm' | 'practiceAreas'>

/** Whether a new inquiry has waited longer than the firm promises. */
export const isLate = ({ id, state }: ListedInquiry, { clock, firm }: TableContext): boolean =>
  state.status === FIRST_STATUS && isOverdue(id.receivedAt, clock.now(), firm)

/** How long ago it was received, and a badge if it is late. */
export function ageBadge(listed: ListedInquiry, context: TableContext): Html {
  const { receivedAt } = listed.id
  return html`<time datetime="${receivedAt}" title="${officeTime(receivedAt)}">${ageInWords(receivedAt, context.clock.now())}</time>${isLate(listed, context) ? html` <strong class="badge late">late</strong>` : ''}`
}

export const statusBadge = ({ state }: ListedInquiry): Html =>
  html`<span class="badge status-${state.status}">${statusInWords(state.status)}</span>`

type CellContext = TableContext & { names: StaffNames }
/** A column, and its cell in a row. */
type CellColumn<Shown> = Column & { cell(shown: Shown, context: CellContext): Cell }
type ReadRecord = NonNullable<Row['record']>

const ROW_COLUMNS: readonly CellColumn<Row>[] = [
  {
    name: 'Reference',
    kind: 'line',
    cell: ({ id }) => html`<a href="${inquiryPath(id.reference)}">${id.reference}</a>`,
  },
  { name: 'Age', cell: ageBadge },
  { name: 'Status', kind: 'line', cell: statusBadge },
  {
    name: 'Assigned to',
    cell: ({ state }, { names }) => (state.assignee ? (names.get(state.assignee) ?? state.assignee) : 'no one'),
  },
]

/** Of a field as it was typed. */
const fieldColumn = (field: FieldName): CellColumn<ReadRecord> => ({
  name: INQUIRY_FIELDS[field].label,
  cell: ({ request }) => textCell(request[field]),
})

/** Left out where the inquiry cannot be opened. */
const RECORD_COLUMNS: readonly CellColumn<ReadRecord>[] = [
  fieldColumn('name'),
  fieldColumn('otherParty'),
  { name: 'Topic and message', kind: 'long', cell: previewCell },
]

/** A table of inquiries, in the order of the rows. */
export const inquiryTable = (caption: string, rows: readonly Row[], names: StaffNames, context: TableContext): Html =>
  deskTable(
    caption,
    [...ROW_COLUMNS, ...RECORD_COLUMNS],
    rows.map((row) => cellsOf(row, { ...context, names })),
  )

function cellsOf(row: Row, context: CellContext): Cell[] {
  const { record } = row
  const recordCells = record
    ? RECORD_COLUMNS.map(({ cell }) => cell(record, context))
    : [{ span: RECORD_COLUMNS.length, content: CANNOT_OPEN }]
  return [...ROW_COLUMNS.map(({ cell }) => cell(row, context)), ...recordCells]
}

function previewCell({ request, suspicions }: ReadRecord, { practiceAreas }: CellContext): Cell {
  const message = [...printable(request.message).replace(/\s+/g, ' ')]
  return html`${suspicions.length > 0 ? html`<span class="badge spam">spam?</span> ` : ''}${request.topic ? html`<span class="badge">${topicInWords(request.topic, practiceAreas)}</span> ` : ''}${isOtherLanguage(request.language) ? html`<span class="badge">${languageInWords(request.language)}</span> ` : ''}<bdi>${message.slice(0, PREVIEW_CHARACTERS).join('')}${message.length > PREVIEW_CHARACTERS ? '…' : ''}</bdi>`
}

/** Text that a visitor typed; '' if nothing in it is visible. */
const textCell = (text = ''): Cell => (text.trim() === '' ? '' : html`<bdi>${printable(text)}</bdi>`)

/** Whether the reply needs another language than English. */
const isOtherLanguage = (tag: string | undefined): tag is string =>
  tag !== undefined && tag.split('-', 1)[0] !== FIRST_LANGUAGE
