/** Reads the firm's list of clients and opponents from a CSV file, as spreadsheets and programs of law offices write it. */
import { CsvError, parse } from 'csv-parse/sync'
import { isEmailAddress } from '../email-address.ts'
import { listInWords, withCommas } from '../language.ts'
import { type KnownParty, ROLES } from './known-party.ts'
import { LEAST_DIGITS } from '../telephone.ts'
import { COLUMNS, isOneOf, KINDS, ROLE_WORDS } from './known-party-words.ts'
import { hasLegalForm } from './party-names.ts'
import { foldText } from '../letters.ts'

type Column = keyof typeof COLUMNS
const NAMING: readonly Column[] = ['name', 'display', 'first', 'last', 'company']
/** There may be several of these: the first that is filled in counts. */
const SEVERAL: readonly Column[] = ['email', 'telephone']

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
export const FILE_RULE = `The first line names the columns: a name, or first and last name, or company; and if you like role, type, email, telephone and matter. Other columns are not read. A role is ${listInWords(ROLES, 'or')}; declined clients are prospective ones. Without a role column all are clients. Up to ${withCommas(MAX_PARTIES)} entries.`
export const EXAMPLE_FILE = `name,role,email,telephone,matter
"Example, Ana",client,ana@example.com,202-555-0143,Will
Acme Corp.,opponent,,,Example v. Acme`

/** The entries of a file and what was taken of it, or what is wrong with it: sentences, which name the line and no party. */
export type ParsedFile =
  { parties: KnownParty[]; taken: string[]; faults?: never } | { faults: string[]; parties?: never; taken?: never }

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
    if (faults.length > 0) return { faults: shortened(faults) }
    const [named, nameless] = [true, false].map((isNamed) =>
      read.filter(({ party }) => (party.name !== '') === isNamed),
    )
    if (!named?.length) return { faults: ['The file names no one.'] }
    const skipped = (nameless ?? []).map(({ line }) => `Line ${line} was left out: it has no name.`)
    return {
      parties: named.map(({ party }) => party),
      taken: [...takenInWords(head.record, header, named), ...shortened(skipped)],
    }
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
  places: ReadonlyMap<Column, readonly number[]>
}

function takenInWords(head: readonly string[], { places }: Header, read: readonly Entry[]): string[] {
  const used = new Set([...places.values()].flat())
  const called = (isUsed: boolean) => head.filter((name, place) => name !== '' && used.has(place) === isUsed).join(', ')
  const companies = read.filter(({ isCompany }) => isCompany).length
  const noRole = read.filter(({ hasRole }) => !hasRole).length
  return [
    `Columns read: ${called(true)}. Others: ${called(false) || 'none'}.`,
    `People: ${withCommas(read.length - companies)}. Companies: ${withCommas(companies)}.`,
    ...(noRole > 0 ? [`Rows without a role, treated as clients: ${withCommas(noRole)}.`] : []),
  ]
}

function readHeader(cells: readonly string[]): Header | { fault: string } {
  const places = new Map<Column, number[]>()
  for (const [column, words] of Object.entries(COLUMNS) as [Column, string][]) {
    const found = cells.flatMap((name, place) => (isOneOf(words, name) ? [place] : []))
    if (found.length > 1 && !SEVERAL.includes(column)) return { fault: `two columns are called ${column}.` }
    if (found.length > 0) places.set(column, found)
  }
  if (NAMING.some((column) => places.has(column))) return { width: cells.length, places }
  return { fault: 'the first line must name the columns, and has none for a name or a company.' }
}

interface Entry {
  party: KnownParty
  isCompany: boolean
  hasRole: boolean
  faults: string[]
}

function readEntry(record: readonly string[], { width, places }: Header): Entry {
  const cell = (column: Column) => record[places.get(column)?.find((place) => record[place]) ?? -1] || undefined
  const roleIn = (text?: string) => ROLES.find((one) => isOneOf(ROLE_WORDS[one], text))
  const kind = (['person', 'company'] as const).find((one) => isOneOf(KINDS[one], cell('type')))
  const hasRole = places.has('role') || (cell('type') !== undefined && kind === undefined)
  const role = hasRole ? (roleIn(cell('role')) ?? roleIn(cell('type'))) : 'client'
  const parts = (['prefix', 'first', 'middle', 'last', 'last2', 'suffix'] as const).map(cell)
  // "Nombre" is the first name beside "Apellidos".
  const isPart = places.has('last') && !places.has('first')
  const person = [...(isPart ? [cell('name')] : []), ...parts].filter(Boolean).join(' ')
  const names = [(!isPart && cell('name')) || person || cell('display'), cell('company')]
  const optional = { email: cell('email'), telephone: cell('telephone'), matter: cell('matter') }
  const party: KnownParty = { name: [...new Set(names)].filter(Boolean).join('; '), role: role ?? 'other', ...optional }
  const isCompany = kind ? kind === 'company' : !names[0] || hasLegalForm(foldText(names[0]))
  const { name, email, telephone, matter } = party
  if (record.slice(width).some((extra) => extra !== ''))
    return {
      party,
      isCompany,
      hasRole,
      faults: [
        `it has ${record.length} cells and the first line ${width}. Put a text that holds the separator in quotation marks.`,
      ],
    }
  const checks: [isWrong: boolean, fault: string][] = [
    [role === undefined, `the role must be ${listInWords(ROLES, 'or')}.`],
    [email !== undefined && !isEmailAddress(email), 'the e-mail address is not valid. Correct it or leave it out.'],
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
  return {
    party,
    isCompany,
    hasRole,
    faults: name === '' ? [] : checks.flatMap(([isWrong, fault]) => (isWrong ? [fault] : [])),
  }
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
