/** The words in the program that people see, for the lawyer who reads them: taken from the tables that the program itself uses. */
import { sha256 } from '../keys/hashes.ts'
import { FIRST_LANGUAGE } from '../language.ts'
import { AGENT_WORDS, WORDS } from '../words.ts'

/** Words by language, by the file that holds them; what programs read is in the first language only. */
const TABLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Pages, form, mails and windows of assistants (content/words/en.json, es.json)': WORDS,
  'Tools, instructions and skills for agents (content/words/agents.json)': { [FIRST_LANGUAGE]: AGENT_WORDS },
}

/** Every text in a value, with its place. */
const textsIn = (value: unknown, place = ''): [place: string, text: string][] =>
  typeof value === 'string'
    ? [[place, value]]
    : Object.entries(value ?? {}).flatMap(([name, part]) => textsIn(part, place ? `${place}.${name}` : name))

/** All of them as plain text, and the digest by which a firm says that its lawyer has read just these words. */
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
