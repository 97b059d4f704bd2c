/** Finds the row of the table of facts that a key belongs to. */
import { FACTS, type FactName } from './facts.ts'

/** Regular expressions for parts of keys. Any other part is text without slashes and control characters. */
const PARTS: Readonly<Record<string, string>> = {
  month: String.raw`\d{4}-\d\d`,
  day: String.raw`\d{4}-\d\d-\d\d`,
  time: String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`,
  number: String.raw`\d+`,
  limit: 'codes|mails',
}
const ANY_PART = String.raw`[^/\p{Cc}]+`

const PATTERNS = Object.entries(FACTS).map(([name, row]) => {
  const source = row.pattern
    .replaceAll('.', String.raw`\.`)
    .replace(/<(\w+)>/g, (_, part: string) => `(?:${PARTS[part] ?? ANY_PART})`)
  return { name: name as FactName, pattern: new RegExp(`^${source}$`, 'u') }
})

/** The rows whose pattern matches a key: one for a key of this version (a test checks that), none for any other key. */
export const factsAt = (key: string): FactName[] =>
  PATTERNS.filter(({ pattern }) => pattern.test(key)).map(({ name }) => name)
