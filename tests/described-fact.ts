/**
 * Which row of the table of facts describes a key, and whether it describes a value.
 */
import { isDeepStrictEqual } from 'node:util'
import { FACTS, type FactName } from '../src/store/facts.ts'

/** What the parts of a key look like. Others are any text without a slash. */
const PARTS: Readonly<Record<string, string>> = {
  month: String.raw`\d{4}-\d\d`,
  day: String.raw`\d{4}-\d\d-\d\d`,
  time: String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`,
  number: String.raw`\d+`,
  limit: 'tries|mails|read-back',
}
const ANY_PART = '[^/]+'

export const FACT_NAMES = Object.keys(FACTS) as FactName[]

const PATTERNS = FACT_NAMES.map((name) => {
  const source = FACTS[name].pattern
    .replaceAll('.', String.raw`\.`)
    .replace(/<(\w+)>/g, (_, part: string) => `(?:${PARTS[part] ?? ANY_PART})`)
  return { name, pattern: new RegExp(`^${source}$`) }
})

/** The names of the rows whose pattern a key matches; in a sound table exactly one. */
export const factsAt = (key: string): FactName[] =>
  PATTERNS.filter(({ pattern }) => pattern.test(key)).map(({ name }) => name)

/**
 * Refuses a fact that the table does not describe.
 * @throws Error when not exactly one row has the key, its schema refuses the value, or the value has fields that it does not name
 */
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
