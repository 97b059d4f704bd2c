/** The words in the program that people see, for the lawyer who reads them: taken from the tables that the program itself uses. */
import { sha256 } from '../keys/hashes.ts'
import { FIRST_LANGUAGE } from '../language.ts'
import { INSTRUCTION_WORDS } from '../mcp/offer.ts'
import { PROMPTS, SKILL_WORDS } from '../mcp/resources.ts'
import { TOOLS } from '../mcp/tools.ts'
import { WORDS } from '../words.ts'

/** Words by language; what programs read is in the first language only. */
type Table = Readonly<Record<string, unknown>>

const tools = Object.entries(TOOLS).map(([name, { title, description }]) => [name, { title, description }] as const)

/** By the place where they stand. */
const TABLES: Readonly<Record<string, Table>> = {
  'Pages, form, mails and assistants (content/words/)': WORDS,
  'Tools of MCP (src/mcp/tools.ts)': { [FIRST_LANGUAGE]: Object.fromEntries(tools) },
  'Instructions of MCP (src/mcp/offer.ts)': { [FIRST_LANGUAGE]: INSTRUCTION_WORDS },
  'Prompts of MCP (src/mcp/resources.ts)': { [FIRST_LANGUAGE]: PROMPTS },
  'Skills (src/contract/documents/skills.ts)': { [FIRST_LANGUAGE]: SKILL_WORDS },
}

/** Every text in a value, with its place; what a function fills in later is {1}, {2} and so on. */
function textsIn(value: unknown, place = ''): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value === 'function') {
    const fill = value as (...given: string[]) => string
    return [[place, fill(...Array.from({ length: value.length }, (_, index) => `{${index + 1}}`))]]
  }
  return Object.entries(value ?? {}).flatMap(([name, part]) => textsIn(part, place ? `${place}.${name}` : name))
}

/**
 * All of them.
 * @returns plain text of each table, and the digest by which a firm says that its lawyer has read just these words
 */
export function programTexts(): { parts: string[]; digest: string } {
  const parts = Object.entries(TABLES).map(([title, table]) => {
    const lines = Object.entries(table).flatMap(([tag, words]) =>
      textsIn(words).map(([place, text]) => ({ place, line: `  ${tag}  ${text}` })),
    )
    const entries = [...Map.groupBy(lines, ({ place }) => place)].map(([place, own]) =>
      [place, ...own.map(({ line }) => line)].join('\n'),
    )
    return [`# ${title}`, ...entries].join('\n\n')
  })
  return { parts, digest: sha256(parts.join('\n\n\n')).slice(0, 12) }
}
