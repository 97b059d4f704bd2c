/** Which row of the table of facts describes a key, and whether it describes a value. */
import { isDeepStrictEqual } from 'node:util'
import { FACTS, type FactName } from '../src/store/facts.ts'
import { factsAt } from '../src/store/transfer.ts'

export { factsAt }

export const FACT_NAMES = Object.keys(FACTS) as FactName[]

/** @throws Error unless exactly one row has the key, and its schema accepts the value and names all its fields */
export function requireDescribed(key: string, value: unknown): void {
  const [name, ...others] = factsAt(key)
  if (name === undefined || others.length > 0)
    throw new Error(`rows of src/store/facts.ts with the key ${key}: ${[name, ...others].join(', ') || 'none'}`)
  const stored = JSON.parse(JSON.stringify(value)) as unknown
  const { data, error } = FACTS[name].value.safeParse(stored)
  if (error) throw new Error(`src/store/facts.ts, ${name}: ${error.message}`)
  if (!isDeepStrictEqual(data, stored))
    throw new Error(`src/store/facts.ts, ${name}: a field of ${key} is not in its schema`)
}
