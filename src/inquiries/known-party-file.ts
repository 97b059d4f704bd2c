/**
 * Reads the firm's list of clients and opponents from a CSV file, as spreadsheets and programs of law offices write it.
 */
import { CsvError, parse } from 'csv-parse/sync'
import { isEmailAddress } from '../email-address.ts'
import { listInWords, withCommas } from '../language.ts'
import { type KnownParty, ROLES } from './known-party.ts'
import { LEAST_DIGITS } from '../telephone.ts'
import { foldText } from './party-text.ts'

type Column = keyof KnownParty

/** The columns, and what the first line of a file may call them, without case and accents. Others are not read. */
const COLUMNS: Readonly<Record<Column, readonly string[]>> = {
  name: ['name', 'nombre'],
  role: ['role', 'rol', 'papel'],
  email: ['email', 'e-mail', 'correo', 'correo electronico'],
  telephone: ['telephone', 'phone', 'telefono'],
  matter: ['matter', 'asunto'],
}
const REQUIRED = ['name', 'role'] as const satisfies readonly Column[]

/** The roles, and what a file may call them. */
const ROLE_WORDS: Readonly<Record<KnownParty['role'], readonly string[]>> = {
  client: ['client', 'cliente'],
  opponent: ['opponent', 'contraparte', 'parte contraria'],
  other: ['other', 'otro', 'otra'],
}

/** Of each cell, characters. */
const MAX_CELL_LENGTH = 300
/** Of a file: four times what a small firm has. */
const MAX_PARTIES = 20_000
/** Shown at once. */
const MAX_FAULTS = 20

const DELIMITERS = [',', ';', '\t']
/** What stands for bytes that are no UTF-8 when they were read as such. */
const NOT_UTF8 = '\uFFFD'

/** How a file must be, for those who make one. */
export const FILE_RULE = `The first line names the columns: name and role, and if you like email, telephone and matter. A role is ${listInWords(ROLES, 'or')}. Up to ${withCommas(MAX_PARTIES)} entries.`
export const EXAMPLE_FILE = `name,role,email,telephone,matter
"Example, Ana",client,ana@example.com,386-555-0142,Will
Acme Corp.,opponent,,,Example v. Acme`

/** The entries of a file, or what is wrong with it: sentences that name the line. */
export type ParsedFile = { parties: KnownParty[]; faults?: never } | { faults: string[]; parties?: never }

interface Row {
  record: string[]
  /** Its last line, counted from 1. */
  line: number
}

/**
 * Reads a whole file, or none of it.
 * @param text the file, read as UTF-8; it may begin with a byte order mark
 */
export function parseKnownParties(text: string): ParsedFile {
  try {
    const [head, ...rows] = readRows(text)
    if (!head) return { faults: ['The file is empty.'] }
    const header = readHeader(head.record)
    if ('fault' in header) return { faults: [`Line ${head.line}: ${header.fault}`] }
    if (rows.length === 0) return { faults: ['The file has no entries below its first line.'] }
    if (rows.length > MAX_PARTIES)
      return { faults: [`The file has ${rows.length} entries, and the list takes ${MAX_PARTIES}.`] }
    const read = rows.map(({ record, line }) => ({ line, ...readEntry(record, header) }))
    const faults = read.flatMap(({ line, faults: found }) => found.map((fault) => `Line ${line}: ${fault}`))
    return faults.length > 0 ? { faults: shortened(faults) } : { parties: read.map(({ party }) => party) }
  } catch (error) {
    if (error instanceof CsvError) return { faults: [quoteFault(text, error)] }
    throw error
  }
}

function readRows(text: string): Row[] {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length)
  const rows = parse(text, {
    bom: true,
    delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))] ?? '',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A nickname in quotation marks within a name.
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
  }) as unknown as { record: string[]; info: { lines: number } }[]
  return rows
    .map(({ record, info }) => ({ record, line: info.lines }))
    .filter(({ record }) => record.some((cell) => cell !== ''))
}

interface Header {
  /** How many cells the first line has. */
  width: number
  /** Where each column is. */
  places: ReadonlyMap<Column, number>
}

function readHeader(cells: readonly string[]): Header | { fault: string } {
  const names = cells.map((cell) => foldText(cell))
  const places = new Map<Column, number>()
  for (const [column, words] of Object.entries(COLUMNS) as [Column, readonly string[]][]) {
    const found = names.flatMap((name, place) => (words.includes(name) ? [place] : []))
    if (found.length > 1) return { fault: `two columns are called ${column}.` }
    for (const place of found) places.set(column, place)
  }
  const missing = REQUIRED.filter((column) => !places.has(column))
  if (missing.length === 0) return { width: cells.length, places }
  return {
    fault: `the first line must name the columns ${listInWords(Object.keys(COLUMNS), 'and')}, of which ${listInWords(REQUIRED, 'and')} are needed. It has no ${listInWords(missing, 'and')}.`,
  }
}

function readEntry(record: readonly string[], { width, places }: Header): { party: KnownParty; faults: string[] } {
  const cell = (column: Column) => record[places.get(column) ?? -1] || undefined
  const role = ROLES.find((one) => ROLE_WORDS[one].includes(foldText(cell('role') ?? '')))
  const optional = { email: cell('email'), telephone: cell('telephone'), matter: cell('matter') }
  const party: KnownParty = { name: cell('name') ?? '', role: role ?? 'other', ...optional }
  const { name, email, telephone, matter } = party
  if (record.slice(width).some((extra) => extra !== ''))
    return {
      party,
      faults: [
        `it has ${record.length} cells and the first line ${width}. Put a text that holds the separator in quotation marks.`,
      ],
    }
  const checks: [isWrong: boolean, fault: string][] = [
    [name === '', 'the name is missing.'],
    [role === undefined, `the role must be ${listInWords(ROLES, 'or')}.`],
    [email !== undefined && !isEmailAddress(email), 'the e-mail address is none. Correct it or leave it out.'],
    [
      telephone !== undefined && telephone.replace(/\D/g, '').length < LEAST_DIGITS,
      `the telephone number has fewer than ${LEAST_DIGITS} digits. Complete it or leave it out.`,
    ],
    [
      record.some((text) => text.includes(NOT_UTF8)),
      'it holds a letter that cannot be read. Save the file as “CSV UTF-8”.',
    ],
    [
      /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name),
      'the name has a line break or a control character. Write it in one line of text.',
    ],
    [
      [name, email, telephone, matter].some((text = '') => [...text].length > MAX_CELL_LENGTH),
      `a cell has more than ${MAX_CELL_LENGTH} characters.`,
    ],
  ]
  return { party, faults: checks.flatMap(([isWrong, fault]) => (isWrong ? [fault] : [])) }
}

/** The library says where the file ends, which does not help: the quotation mark is at the last line with an odd number of them. */
function quoteFault(text: string, { code }: CsvError): string {
  const lines = text.split(/\r\n|[\r\n]/)
  const opened = lines.findLastIndex((line) => line.split('"').length % 2 === 0) + 1
  return code === 'CSV_QUOTE_NOT_CLOSED' && opened > 0
    ? `Line ${opened}: a quotation mark is opened and not closed.`
    : 'The file cannot be read as CSV.'
}

function shortened(faults: readonly string[]): string[] {
  const more = faults.length - MAX_FAULTS
  return more > 0 ? [...faults.slice(0, MAX_FAULTS), `And ${more} more.`] : [...faults]
}
