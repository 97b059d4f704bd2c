/**
 * Exports all records as lines of JSON, and imports them. Encrypted values stay encrypted, and stores with the same records give the same
 * bytes. The last line has the number of records and the SHA-256 of all lines before it.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { NewRecord, Store } from '../ports.ts'
import { SettingsError } from '../settings.ts'
import { batchesOf, mapInBatches } from './batches.ts'
import { parseValue, listKeys, readValue, createRecord } from './record.ts'
import { RECORDS, type RecordName } from './records.ts'
import { LAYOUT_VERSION } from './version.ts'

const HEADER = JSON.stringify({ format: 'front-desk-records', layout: LAYOUT_VERSION })
const AnyHeader = z.looseObject({ format: z.string().startsWith('front-desk-') })

const RecordLine = z.strictObject({ key: z.string().min(1), value: z.unknown() })
const LastLine = z.strictObject({ count: z.number(), sha256: z.string() })

/** `npm run` without `-s` prints empty lines, and lines like `> front-desk@1.0.0 store`, before the first line. */
const BANNER = /^(> .*)?\r?$/
const MAX_BANNER_LINES = 10
/** No record has so many characters: an inquiry has half a million at most. */
const MAX_LINE_LENGTH = 10_000_000

/** The parts of keys with a fixed format. */
const PARTS: Readonly<Record<string, string>> = {
  month: String.raw`\d{4}-\d\d`,
  day: String.raw`\d{4}-\d\d-\d\d`,
  time: String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`,
}
/** Any other part is text without slashes or control characters. */
const ANY_PART = String.raw`[^/\p{Cc}]+`

const PATTERNS = Object.entries(RECORDS).map(([name, row]) => {
  const source = row.pattern
    .replaceAll('.', String.raw`\.`)
    .replace(/<(\w+)>/g, (_, part: string) => `(?:${PARTS[part] ?? ANY_PART})`)
  return { name: name as RecordName, pattern: new RegExp(`^${source}$`, 'u') }
})

/** @returns the name of the row of `RECORDS` that has the key, in a list (a test checks that no key has two); empty if no row has it */
export const recordsAt = (key: string): RecordName[] =>
  PATTERNS.filter(({ pattern }) => pattern.test(key)).map(({ name }) => name)

function isReadable({ key, value }: NewRecord): boolean {
  const [name] = recordsAt(key)
  return name !== undefined && RECORDS[name].value.safeParse(value).success
}

/**
 * @param leaveOut called for each damaged record, which is then left out
 * @throws StoreUnavailable, or SettingsError for a damaged record without `leaveOut`; the export then has no last line
 */
export async function* exportRecords(
  store: Pick<Store, 'list' | 'get'>,
  leaveOut: (key: string) => void = refuseRecord,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (line: string) => {
    hash.update(line)
    return line
  }
  let count = 0
  yield hashed(`${HEADER}\n`)
  for await (const keys of batchesOf(await listKeys(store, ''))) {
    const values = await mapInBatches(keys, (key) => readValue(store, key))
    for (const [index, key] of keys.entries()) {
      const record = { key, value: values[index] }
      if (record.value === undefined) continue
      if (!isReadable(record)) leaveOut(key)
      else {
        count += 1
        yield hashed(lineOf(record))
      }
    }
  }
  yield lineOf({ count, sha256: hash.digest('hex') })
}

function refuseRecord(key: string): never {
  throw new SettingsError(
    `The record ${JSON.stringify(key)} cannot be read, so the export ends here. With --what-can-be-read it is left out.`,
  )
}

/** Only reads. @throws SettingsError if the file is torn, altered, of another version, or not an export */
export async function checkExport(chunks: AsyncIterable<string>): Promise<void> {
  const hash = createHash('sha256')
  let count = 0
  let last: z.infer<typeof LastLine> | undefined
  for await (const line of exportedLines(chunks)) {
    const value = parseValue(line)
    last = LastLine.safeParse(value).data
    if (last) continue
    hash.update(`${line}\n`)
    if (line === HEADER) continue
    const { data } = RecordLine.safeParse(value)
    if (data?.value === undefined) throw refusal('holds a line that is no record')
    if (!isReadable(data)) throw refusal(`holds the record ${JSON.stringify(data.key)}, which this version cannot read`)
    count += 1
  }
  if (!last) throw refusal('is torn: its last line is missing')
  if (last.count !== count || last.sha256 !== hash.digest('hex')) throw refusal('was altered: its checksum is another')
}

/** Keeps the records that the store has already, and can be repeated after a crash. @param chunks text that `checkExport` accepted */
export async function importRecords(store: Store, chunks: AsyncIterable<string>) {
  /** Records that the store had already count as `same` or, if their value differs, as `conflicts`. */
  const result = { created: 0, same: 0, conflicts: 0 }
  for await (const lines of batchesOf(exportedLines(chunks)))
    await mapInBatches(lines, async (line) => {
      const { data } = RecordLine.safeParse(parseValue(line))
      if (!data) return
      const { key, value } = data
      if (await createRecord(store, key, value)) result.created += 1
      else if (isDeepStrictEqual(await readValue(store, key), value)) result.same += 1
      else result.conflicts += 1
    })
  return result
}

async function* exportedLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let bannerLines = 0
  let hasHeader = false
  for await (const line of linesOf(chunks)) {
    if (!hasHeader) {
      if (BANNER.test(line) && bannerLines++ < MAX_BANNER_LINES) continue
      if (!AnyHeader.safeParse(parseValue(line)).success) throw refusal('is no export of `npm run store -- export`')
      if (line !== HEADER) throw refusal('was made by another version of Front Desk')
      hasHeader = true
    }
    yield line
  }
  if (!hasHeader) throw refusal('is empty')
}

/** Only `\n` ends a line: JSON may contain Unicode's other line separators. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_LENGTH) throw refusal('is no export: it has a line that is too long')
    yield* lines
  }
  if (rest) yield rest
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`

const refusal = (what: string) => new SettingsError(`The file ${what}. Nothing was written.`)
