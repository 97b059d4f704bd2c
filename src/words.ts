/**
 * The words that the program says to visitors, one file per language in `content/words/`: pages, form, mails, and what assistants show. And
 * those for agents.
 * The firm's own texts are beside that folder. The compiler asks each language for all words of the first one.
 */
import agents from '../content/words/agents.json' with { type: 'json' }
import en from '../content/words/en.json' with { type: 'json' }
import es from '../content/words/es.json' with { type: 'json' }
import type { Language } from './language.ts'

export type Words = typeof en
export const WORDS: Readonly<Record<Language, Words>> = { en, es }
/** What agents and their models read, in the first language only. */
export const AGENT_WORDS = agents

/** What stands for a value in a text, like `{day}`. */
export const PLACE = /\{(\w+)\}/g

/**
 * Puts values into a text.
 * @param values by the name of their place; others than the text asks for are left out
 * @throws Error when the text asks for one that is not there
 */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`A text of content/words/ asks for {${name}}, which has no value: ${text}`)
    return value
  })
