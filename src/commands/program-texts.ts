/** The words in the program that people see, for the lawyer who reads them: taken from the tables that the program itself uses. */
import { DEMONSTRATION } from '../firm/notices.ts'
import { TALK_WORDS } from '../firm/talk-words.ts'
import { SENTENCES } from '../http/browser.ts'
import { sha256 } from '../keys/hashes.ts'
import { FIRST_LANGUAGE } from '../language.ts'
import { MESSAGES } from '../mail/message.ts'
import type { EventRow, MailRow } from '../mail/letter.ts'
import { WINDOW_WORDS } from '../mcp/inquiry-app.ts'
import { ELICITATION_WORDS } from '../mcp/inquiry-confirmation.ts'
import { INSTRUCTION_WORDS } from '../mcp/offer.ts'
import { PROMPTS, SKILL_WORDS } from '../mcp/resources.ts'
import { TOOLS } from '../mcp/tools.ts'
import { CLAIM_WORDS } from '../views/claim-words.ts'
import { STATUS_WORDS } from '../views/status-words.ts'
import { WORDS } from '../views/words.ts'

/** Words by language; what programs read is in the first language only. */
type Table = Readonly<Record<string, unknown>>

const mails = Object.values<MailRow | EventRow>(MESSAGES).flatMap(({ label, words }): [string, Table][] =>
  words ? [[`Mail “${label}”`, words()]] : [],
)
const tools = Object.entries(TOOLS).map(([name, { title, description }]) => [name, { title, description }] as const)

/** By the place where they stand. */
const TABLES: Readonly<Record<string, Table>> = {
  'Pages and form (src/views/words-en.ts, src/views/words-es.ts)': WORDS,
  'Page of an inquiry (src/views/status-words.ts)': STATUS_WORDS,
  'Page of a claim (src/views/claim-words.ts)': CLAIM_WORDS,
  'Talks (src/firm/talk-words.ts)': TALK_WORDS,
  'Refusals (src/http/browser.ts)': SENTENCES,
  'Demonstrations (src/firm/notices.ts)': DEMONSTRATION,
  ...Object.fromEntries(mails),
  'Question of an assistant (src/mcp/inquiry-confirmation.ts)': ELICITATION_WORDS,
  'Window of an assistant (src/mcp/inquiry-app.ts)': WINDOW_WORDS,
  'Tools of MCP (src/mcp/tools.ts)': { [FIRST_LANGUAGE]: Object.fromEntries(tools) },
  'Instructions of MCP (src/mcp/offer.ts)': { [FIRST_LANGUAGE]: INSTRUCTION_WORDS },
  'Prompts of MCP (src/mcp/resources.ts)': { [FIRST_LANGUAGE]: PROMPTS },
  'Skills (src/contract/documents/skills.ts)': { [FIRST_LANGUAGE]: SKILL_WORDS },
}

/** Every text in a value, with its place; what is filled in later is {1}, {2} and so on. */
async function textsIn(value: unknown, place = ''): Promise<[place: string, text: string][]> {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value === 'function') {
    const fill = value as (...given: string[]) => unknown
    const filled = fill(...Array.from({ length: value.length }, (_, index) => `{${index + 1}}`))
    return [[place, String(await filled).replace(/<[^>]*>/g, '')]]
  }
  const parts = Object.entries(value ?? {}).map(([name, part]) => textsIn(part, place ? `${place}.${name}` : name))
  return (await Promise.all(parts)).flat()
}

/**
 * All of them.
 * @returns plain text of each table, and the digest by which a firm says that its lawyer has read just these words
 */
export async function programTexts(): Promise<{ parts: string[]; digest: string }> {
  const parts = Object.entries(TABLES).map(async ([title, table]) => {
    const languages = Object.entries(table).map(async ([tag, words]) =>
      (await textsIn(words)).map(([place, text]) => ({ place, line: `  ${tag}  ${text}` })),
    )
    const byPlace = Map.groupBy((await Promise.all(languages)).flat(), ({ place }) => place)
    const entries = [...byPlace].map(([place, lines]) => [place, ...lines.map(({ line }) => line)].join('\n'))
    return [`# ${title}`, ...entries].join('\n\n')
  })
  const texts = await Promise.all(parts)
  return { parts: texts, digest: sha256(texts.join('\n\n\n')).slice(0, 12) }
}
