/** Which row of the table of facts a key belongs to. */
import { FACTS, type FactName } from './facts.ts'

/** What the parts of a key look like. Others are any text without a slash and control characters. */
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

/** The names of the rows whose pattern a key matches; in a sound table exactly one, for a key of this version. */
export const factsAt = (key: string): FactName[] =>
  PATTERNS.filter(({ pattern }) => pattern.test(key)).map(({ name }) => name)
