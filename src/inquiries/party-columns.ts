/**
 * What the look-up compares of parties: their texts, prepared once and kept in a few long texts, in which a hundred thousand of them are
 * looked through in a moment. What is found is what `matchParty` says of each text, and each text that contains what is searched.
 */
import { comparableEmail } from '../email-address.ts'
import { type FieldName, PERSON_FIELDS } from './inquiry-fields.ts'
import { digitsAmongWords, foldText, wordsOf } from './party-match.ts'

/** Between two texts of a column. Fields of one line cannot hold it, and JSON writes it as it is. */
export const BETWEEN = '\u007f'

/** In all columns but that of the ids, a party has as many texts as there are `PERSON_FIELDS`, in their order; '' where it has none. */
const TEXT_COLUMNS = {
  /** The letters of the text, as `foldText` gives them. */
  folded: foldText,
  /** The words that tell the party. */
  words: (text: string) => wordsOf(text).join(' '),
  /** The digits of a telephone number. */
  numbers: (text: string) => digitsAmongWords(text) ?? '',
  /** An e-mail address, as `comparableEmail` gives it. */
  addresses: (text: string) => (text.includes('@') ? comparableEmail(text) : ''),
}

type TextColumn = keyof typeof TEXT_COLUMNS
const COLUMN_NAMES = Object.keys(TEXT_COLUMNS) as TextColumn[]

/** Prepared parties: their texts one after the other. */
export type PartyColumns = Readonly<Record<TextColumn | 'ids', string>>

/** A prepared party: its part of each column. */
export type PartyEntry = PartyColumns

/**
 * Prepares the texts of a party.
 * @param ids what they belong to, such as the cursor of an inquiry
 * @param texts by field; others than `PERSON_FIELDS` are left out
 */
export function partyEntry(ids: string, texts: Readonly<Partial<Record<FieldName, string>>>): PartyEntry {
  const typed = PERSON_FIELDS.map((name) => (texts[name] ?? '').replaceAll(BETWEEN, ' '))
  return columnsWith(ids, (column) => typed.map(TEXT_COLUMNS[column]).join(BETWEEN))
}

/** Puts parties together. */
export const joinEntries = (entries: readonly PartyEntry[]): PartyColumns =>
  columnsWith(entries.map(({ ids }) => ids).join(BETWEEN), (column) =>
    entries.map((entry) => entry[column]).join(BETWEEN),
  )

/** Leaves out the texts of other fields. */
export function onlyFields(columns: PartyColumns, isWanted: (field: FieldName) => boolean): PartyColumns {
  const kept = PERSON_FIELDS.map(isWanted)
  return columnsWith(columns.ids, (column) =>
    columns[column]
      .split(BETWEEN)
      .map((text, place) => (kept[place % kept.length] ? text : ''))
      .join(BETWEEN),
  )
}

/** Takes parties apart again. */
export function splitEntries(columns: PartyColumns): PartyEntry[] {
  const texts = columnsWith('', (column) => columns[column].split(BETWEEN))
  return idsOf(columns).map((id, row) =>
    columnsWith(id, (column) =>
      texts[column].slice(row * PERSON_FIELDS.length, (row + 1) * PERSON_FIELDS.length).join(BETWEEN),
    ),
  )
}

/** The ids of parties, in their order. */
export const idsOf = ({ ids }: PartyColumns): string[] => (ids === '' ? [] : ids.split(BETWEEN))

function columnsWith<T>(ids: string, make: (column: TextColumn) => T): Record<TextColumn, T> & { ids: string } {
  const columns = Object.fromEntries(COLUMN_NAMES.map((column) => [column, make(column)])) as Record<TextColumn, T>
  return { ...columns, ids }
}
