/** The words for visitors and agents, from `content/words/`. The compiler checks that each language has all words of the first one. */
import agents from '../content/words/agents.json' with { type: 'json' }
import en from '../content/words/en.json' with { type: 'json' }
import es from '../content/words/es.json' with { type: 'json' }
import type { Language } from './language.ts'
import { asSentence } from './letters.ts'

export type Words = typeof en
export const WORDS: Readonly<Record<Language, Words>> = { en, es }
/** For agents and their models, in the first language only. */
export const AGENT_WORDS = agents
export type ToolName = keyof typeof AGENT_WORDS.tools

/** Like `{day}`. */
export const PLACEHOLDER = /\{(\w+)\}/g

/**
 * Fills values into words in braces. A full stop is not repeated after "P.A." or "2:30 a.m.".
 * @throws Error when a value is missing; more values than needed are allowed
 */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`A text of content/words/ asks for {${name}}, which has no value: ${text}`)
    return stop ? asSentence(value) : value
  })

/** Looks up a name from a request or a record. @returns undefined for inherited names too, like `constructor` */
export const wordFor = (table: Readonly<Record<string, string>>, name: unknown): string | undefined =>
  typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined

/**
 * Fills in the data of a JSON file. A text that is only `{scopes}` becomes that value; in a longer text, words in braces become texts.
 * A member whose value is undefined is left out.
 */
export const fillData = <T>(data: T, values: Readonly<Record<string, unknown>>): T =>
  JSON.parse(JSON.stringify(data), (_name, part: unknown) => {
    if (typeof part !== 'string') return part
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    return name !== undefined && Object.hasOwn(values, name)
      ? values[name]
      : fill(part, values as Readonly<Record<string, string>>)
  }) as T

/** @returns the name with words that say whether the member is a lawyer; only the name if `isLawyer` is undefined */
export function memberSignature(member: string, isLawyer: boolean | undefined, language: Language): string {
  const { lawyer, staff } = WORDS[language].mail.signatures
  return isLawyer === undefined ? member : fill(isLawyer ? lawyer : staff, { member })
}
