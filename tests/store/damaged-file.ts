/** A SQLite file of which one place was destroyed, as a bad disk does. */
import { readFileSync, writeFileSync } from 'node:fs'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { createRecord } from '../../src/store/record.ts'

const PAGE_BYTES = 4096
const AT = '2026-11-21T15:04:05.000Z'
/** This is longer than a page, so that its middle is alone on one. */
const LONG = 'q'.repeat(3 * PAGE_BYTES)
const AUDITS = 1000

export const auditKey = (number: number) => `audit/2026-11/${AT}-${String(number).padStart(4, '0')}`
export const AUDIT_KEYS = Array.from({ length: AUDITS }, (_, number) => auditKey(number))
export const LONG_KEY = `names/2026-11/${AT}/A`

const [half, quarter] = [auditKey(AUDITS / 2), auditKey(AUDITS / 4)]
/** A text in the place, and the bytes to destroy there, or the whole page. A record stands behind its key; the index has only keys. */
const PLACES = {
  'the text of a record': [/q{100}/, 3],
  'a page with the rest of a long record': [/q{4000}/, PAGE_BYTES],
  'a page of records': [new RegExp(`${half}\\{`), PAGE_BYTES],
  'a page of the index': [new RegExp(`${quarter}(?!\\{)`), PAGE_BYTES],
  'the first page': [/SQLite format 3/, PAGE_BYTES],
} as const
export type Place = keyof typeof PLACES

export async function writeDamaged(file: string, place: Place): Promise<void> {
  const store = openSqliteStore(file)
  const entry = { at: AT, by: 'command', action: 'staff.added', subject: 'x' }
  await Promise.all(AUDIT_KEYS.map((key) => createRecord(store, key, entry)))
  await createRecord(store, LONG_KEY, { sealed: LONG })
  await store.close()
  const [text, length] = PLACES[place]
  damage(file, text, length)
}

/** No one may have the file open. */
function damage(file: string, text: RegExp, length: number): void {
  const bytes = readFileSync(file)
  const found = text.exec(bytes.toString('latin1'))
  if (!found) throw new Error(`nothing in ${file} is like ${text.source}`)
  const end = found.index + found[0].length
  const start = length === PAGE_BYTES ? end - (end % PAGE_BYTES) : end - length
  writeFileSync(file, bytes.fill('"\n', start, start + length))
}
