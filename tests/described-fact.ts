/** Which row of the table of facts describes a key, and whether it describes a value. */
import { isDeepStrictEqual } from 'node:util'
import { RECORDS, type RecordName } from '../src/store/records.ts'
import { recordsAt } from '../src/store/transfer.ts'

export { recordsAt }

export const RECORD_NAMES = Object.keys(RECORDS) as RecordName[]

/** @throws Error unless exactly one row has the key, and its schema accepts the value and names all its fields */
export function requireDescribed(key: string, value: unknown): void {
  const [name, ...others] = recordsAt(key)
  if (name === undefined || others.length > 0)
    throw new Error(`rows of src/store/records.ts with the key ${key}: ${[name, ...others].join(', ') || 'none'}`)
  const stored = JSON.parse(JSON.stringify(value)) as unknown
  const { data, error } = RECORDS[name].value.safeParse(stored)
  if (error) throw new Error(`src/store/records.ts, ${name}: ${error.message}`)
  if (!isDeepStrictEqual(data, stored))
    throw new Error(`src/store/records.ts, ${name}: a field of ${key} is not in its schema`)
}
