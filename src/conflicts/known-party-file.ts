/** Reads the firm's list from a CSV file of a spreadsheet, an address book or a law office's program. */
import { CsvError, parse } from 'csv-parse/sync'
import { isEmailAddress } from '../email-address.ts'
import { listInWords, withCommas } from '../language.ts'
import { foldText } from '../letters.ts'
import { telephoneIn } from '../telephone.ts'
import { type KnownParty, ROLES } from './known-parties.ts'
import words from './known-party-file.json' with { type: 'json' }
import { hasLegalForm } from './party-names.ts'

/** Several columns of the file may match one of these. Of `name`, `display` and `company` all cells are used, of any other only one. */
const COLUMNS: Readonly<Record<Column, string>> = words.columns
type Column = keyof typeof words.columns
const ROLE_WORDS: Readonly<Record<KnownParty['role'], string>> = words.roles
/** The role of an entry whose role is not understood. A related party may be on either side, so a match hides the message. */
const UNREADABLE_ROLE: KnownParty['role'] = 'related'

const lettersOf = (text: string): string => foldText(text).replace(/[^a-z]+/g, '')
const isOneOf = (words: string, cell: string): boolean => words.split(' ').includes(lettersOf(cell))
const roleIn = (cell = '') =>
  ROLES.find((role) => isOneOf(ROLE_WORDS[role], cell) || isOneOf(ROLE_WORDS[role], cell.replace(/s$/i, '')))

/** The line with the titles of the columns must be among this many lines at the start. */
const MAX_TITLE_LINES = 10
const DELIMITERS = [',', ';', '\t']
/** Matches the name in the last line of a report, like "Total: 12". */
const TOTAL = /^(grand )?totale?s?\s*:?\s*[\d.,]*$/i
const MAX_CELL_LENGTH = 300
/** About four times the number of parties of a small firm. */
const MAX_PARTIES = 20_000
const MAX_NOTES = 20

export const FILE_RULE = `A line names the columns: a name, or first and last name, or company; and if you like role, type, email, telephone and matter. Other columns are not read. A role is ${listInWords(ROLES, 'or')}; declined clients are prospective ones. Without a role column all are clients. What cannot be read is left out, and its line is said. Up to ${withCommas(MAX_PARTIES)} entries.`
export const EXAMPLE_FILE = `name,role,email,telephone,matter
"Example, Ana",client,ana@example.com,202-555-0143,Will
Acme Corp.,opponent,,,Example v. Acme`

/** Sentences that name no party. `taken`: what was read, and lines that are not entries. `leftOut`: what was lost or unclear. */
type ParsedFile =
  | { parties: KnownParty[]; taken: string[]; leftOut: string[]; fault?: never }
  | { fault: string; parties?: never; taken?: never; leftOut?: never }

interface Row {
  record: string[]
  /** The number of the row's last line in the file, from 1. */
  line: number
}

export function parseKnownParties(text: string): ParsedFile {
  if (text.startsWith('PK\u0003')) return { fault: 'This is a workbook. In your spreadsheet program, save it as CSV.' }
  try {
    const rows = readRows(text)
    const headers = rows.slice(0, MAX_TITLE_LINES).map(readHeader)
    const start = headers.findIndex((header) => header !== undefined)
    const header = headers[start]
    if (rows.length === 0) return { fault: 'The file is empty.' }
    if (!header) return { fault: 'One of the first lines must name the columns, and none names a name or a company.' }
    const entries = rows.slice(start + 1).map((row) => readEntry(row, header))
    if (entries.length === 0) return { fault: 'The file has no entries below the names of its columns.' }
    if (entries.length > MAX_PARTIES)
      return { fault: `The file has ${entries.length} entries, and the list takes ${MAX_PARTIES}.` }
    const named = entries.filter(({ party }) => party.name !== '')
    if (named.length === 0) return { fault: 'The file names no one.' }
    const titles = rows.slice(0, start).map(({ line }) => `Line ${line} was left out: it stands above the columns.`)
    const notesOf = (isTotal: boolean) => entries.flatMap((one) => (one.isTotal === isTotal ? one.notes : []))
    return {
      parties: named.map(({ party }) => party),
      taken: [...takenInWords(header, named), ...shortened([...titles, ...notesOf(true)])],
      leftOut: shortened(notesOf(false)),
    }
  } catch (error) {
    if (error instanceof CsvError) return { fault: quoteFault(text, error) }
    throw error
  }
}

const shortened = (notes: readonly string[]): string[] =>
  notes.length > MAX_NOTES ? [...notes.slice(0, MAX_NOTES), `And ${notes.length - MAX_NOTES} more lines.`] : [...notes]

function readRows(text: string): Row[] {
  const head = text.split(/\r\n|[\r\n]/, MAX_TITLE_LINES).join('\n')
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length)
  const rows = parse(text, {
    bom: true,
    delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))] ?? '',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A name may have a nickname in quotation marks.
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
  titles: readonly string[]
  /** Indexes of the cells of each column. */
  places: ReadonlyMap<Column, readonly number[]>
}

/** @returns undefined when no cell of the row is the title of a column with names */
function readHeader({ record }: Row): Header | undefined {
  const columns = Object.entries(COLUMNS) as [Column, string][]
  const places = new Map(
    columns.flatMap(([column, words]) => {
      const found = record.flatMap((cell, place) => (isOneOf(words, cell) ? [place] : []))
      return found.length > 0 ? [[column, found] as const] : []
    }),
  )
  const hasNames = (['name', 'display', 'first', 'last', 'company'] as const).some((column) => places.has(column))
  return hasNames ? { titles: record, places } : undefined
}

function readEntry({ record, line }: Row, { titles: { length: width }, places }: Header) {
  const cells = record.map((cell) => cell.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_CELL_LENGTH))
  const all = (column: Column) => (places.get(column) ?? []).flatMap((place) => cells[place] || [])
  const first = (column: Column) => all(column)[0]
  const type = first('type') ?? ''
  // The column "type" may say person or company in place of a role.
  const kind = (['person', 'company'] as const).find((one) => isOneOf(words.kinds[one], type))
  const hasRole = places.has('role') || (type !== '' && kind === undefined)
  const role = hasRole ? (roleIn(first('role')) ?? roleIn(type)) : 'client'
  const email = all('email').find(isEmailAddress)
  const telephone = all('telephone').find((text) => telephoneIn(text) !== undefined)
  const parts = (['prefix', 'first', 'middle', 'last', 'last2', 'suffix'] as const).map(first)
  // If there is a column "Apellidos", the column "Nombre" has only first names.
  const isNameFirstOnly = places.has('last') && !places.has('first')
  const person = [...(isNameFirstOnly ? all('name') : []), ...parts].filter(Boolean).join(' ')
  const called = (!isNameFirstOnly && all('name').join('; ')) || person || all('display').join('; ')
  const name = [...new Set([called, ...all('company')])].filter(Boolean).join('; ')
  const isTotal = TOTAL.test(name)
  const odd: [isOdd: boolean, note: string][] = [
    [role === undefined, `the role was not understood, so it counts as ${UNREADABLE_ROLE}`],
    [all('email').length > 0 && !email, 'the e-mail address was left out, because it is not one address'],
    [all('telephone').length > 0 && !telephone, 'the telephone number was left out, because it is not a whole number'],
    [record.some((cell) => cell.length > MAX_CELL_LENGTH), `a cell was cut after ${MAX_CELL_LENGTH} characters`],
    [name.includes('\uFFFD'), 'a letter of the name is lost in the file'],
    [record.slice(width).some(Boolean), 'it has more cells than there are columns, so look at its name in the file'],
  ]
  return {
    party: { name: isTotal ? '' : name, role: role ?? UNREADABLE_ROLE, email, telephone, matter: first('matter') },
    isCompany: kind ? kind === 'company' : !called || hasLegalForm(foldText(called)),
    hasRole,
    isTotal,
    notes: isTotal
      ? [`Line ${line} was left out: it is a total.`]
      : name
        ? odd.flatMap(([isOdd, note]) => (isOdd ? [`Line ${line}: ${note}.`] : []))
        : [`Line ${line} was left out: it has no name.`],
  }
}

function takenInWords({ titles, places }: Header, entries: readonly ReturnType<typeof readEntry>[]): string[] {
  const used = new Set([...places.values()].flat())
  const titlesIn = (isUsed: boolean) =>
    titles.filter((title, place) => title !== '' && used.has(place) === isUsed).join(', ')
  const companies = entries.filter(({ isCompany }) => isCompany).length
  const noRole = entries.filter(({ hasRole }) => !hasRole).length
  return [
    `Columns read: ${titlesIn(true)}. Others: ${titlesIn(false) || 'none'}.`,
    `People: ${withCommas(entries.length - companies)}. Companies: ${withCommas(companies)}.`,
    ...(noRole > 0 ? [`Rows without a role, treated as clients: ${withCommas(noRole)}.`] : []),
  ]
}

/** The library reports an open quotation mark at the end of the file. The mark is in the last line with an odd number of marks. */
function quoteFault(text: string, { code }: CsvError): string {
  const lines = text.split(/\r\n|[\r\n]/)
  const opened = lines.findLastIndex((line) => line.split('"').length % 2 === 0) + 1
  return code === 'CSV_QUOTE_NOT_CLOSED' && opened > 0
    ? `Line ${opened}: a quotation mark is opened and not closed.`
    : 'The file cannot be read as CSV.'
}
