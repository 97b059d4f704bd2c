/** The program's words, from its own tables, for the lawyer who reads them. */
import { sha256 } from '../keys/hashes.ts'
import { FIRST_LANGUAGE } from '../language.ts'
import { AGENT_WORDS, WORDS } from '../words.ts'

/** The title of each group, and its words by language. Programs read the first language only. */
const TABLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Pages, form, mails and windows of assistants (content/words/en.json, es.json)': WORDS,
  'Tools, instructions and skills for agents (content/words/agents.json)': { [FIRST_LANGUAGE]: AGENT_WORDS },
}

const textsIn = (value: unknown, place = ''): [place: string, text: string][] =>
  typeof value === 'string'
    ? [[place, value]]
    : Object.entries(value ?? {}).flatMap(([name, part]) => textsIn(part, place ? `${place}.${name}` : name))

/** The digest in `firm.md` says which words the firm's lawyer has read. */
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
