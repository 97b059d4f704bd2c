/** Makes one page of the program's words that speak for the firm, for the lawyer who reviews them. */
import { FIRST_LANGUAGE, type Language, languageInWords, LANGUAGES } from '../language.ts'
import { readInboundMail } from '../settings.ts'
import { AGENT_WORDS, WORDS, type Words } from '../words.ts'
import { digestOf } from './content/files.ts'
import type { ProgramDigests } from './content/record.ts'

/** The parts of `WORDS` that a person who writes to the firm reads. */
const PARTS: readonly [title: string, part: keyof Words][] = [
  ['The form', 'form'],
  ['The page of a message', 'status'],
  ['The page on which a person lets an AI assistant write', 'claim'],
  ['Appointments', 'appointment'],
  ['E-mails', 'mail'],
]
/** Programs read the first language only. */
const FOR_AGENTS = { 'Tools of AI assistants': AGENT_WORDS.tools, 'Skills of AI assistants': AGENT_WORDS.skills }
/** Keys of errors, hints, steps and search words, and `inbound`, which `programPage` adds if it is on. Buttons do not match `SENTENCE`. */
const LEFT_OUT =
  /^(?:wrong|missing|unknown|too|tags|queries|steps|not(?:Sure|Stored|Read)|foreign|doubtful|trouble|restored|meant|inbound)/
const SENTENCE = /\S+ \S+ \S+.*[.:?!]$/

const sentencesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value].filter((text) => SENTENCE.test(text))
    : Object.entries(value ?? {}).flatMap(([name, part]) => (LEFT_OUT.test(name) ? [] : sentencesIn(part)))

const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** @returns HTML that a text editor and a browser can show */
export function programPage(language: Language): string {
  const { instructions, sending, namesFirst, readsOnly } = AGENT_WORDS
  const own = PARTS.map(([title, part]): [string, unknown] => [title, WORDS[language][part]])
  const { above, carried } = WORDS[language].mail.inbound
  const all = [
    ...own,
    ...(readInboundMail(process.env) ? [['Answers by e-mail', [`${above}.`, carried]] as const] : []),
    ...(language === FIRST_LANGUAGE
      ? Object.entries({ ...FOR_AGENTS, 'Said to assistants': { instructions, sending, namesFirst, readsOnly } })
      : []),
  ]
  const parts = all.map(([title, words]) => [
    `<h2>${title}</h2>`,
    ...sentencesIn(words).map((text) => `<p>${inHtml(text)}</p>`),
  ])
  const title = `The program's words in ${languageInWords(language)}`
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title>
<style>body { max-width: 40em; margin: 2em auto; font: 1.1em/1.5 serif }</style>
<h1>${title}</h1>
${parts.flat().join('\n')}
</html>
`
}

export const programDigests = () =>
  Object.fromEntries(LANGUAGES.map((language) => [language, digestOf(programPage(language))])) as ProgramDigests
