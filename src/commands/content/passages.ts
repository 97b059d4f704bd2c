/** Splits texts into passages (a field, or a paragraph of the body), and looks in them for the words of rules. */
import type { ContentFault } from './fault.ts'
import type { ContentFile } from './files.ts'

export interface Passage {
  /** Path in the frontmatter, like `address.street`; empty in the body. */
  field: string
  /** Line on which it begins. */
  line: number
  text: string
}

/** A rule about words that texts must not or should not hold. */
export interface Rule {
  /** The pattern must have the flag `g`. */
  words: RegExp
  /** Limits the rule to fields, or to the body. */
  only?: 'fields' | 'body'
  /** Applies the rule to code too, which may hold anything. */
  inCode?: boolean
  /** Says what is wrong with a match and what to write; undefined when nothing is wrong. The match is given on one line. */
  message(
    found: string,
    place: { content: ContentFile; passage: Passage; groups: readonly string[] },
  ): string | undefined
}

/** Looks for the words of all rules. Returns a fault for each match that has a message, once for each line. */
export const applyRules = (files: readonly ContentFile[], rules: readonly Rule[]): ContentFault[] =>
  files.flatMap((content) =>
    [true, false].flatMap((inCode) => {
      const passages = inCode ? passagesOf(content) : proseOf(content)
      return rules
        .filter((rule) => (rule.inCode ?? false) === inCode)
        .flatMap((rule) => passages.flatMap((passage) => faultsIn(content, passage, rule)))
    }),
  )

function faultsIn(content: ContentFile, passage: Passage, { words, only, message }: Rule): ContentFault[] {
  if (only && (only === 'fields') === (passage.field === '')) return []
  // Almost always: `matchAll` would make a copy of the pattern.
  if (passage.text.search(words) < 0) return []
  const faults = new Map<string, ContentFault>()
  for (const match of passage.text.matchAll(words)) {
    const line = passage.line + passage.text.slice(0, match.index).split('\n').length - 1
    const found = match[0].replace(/\s+/g, ' ')
    const text = message(found, { content, passage, groups: match.slice(1) })
    if (text) faults.set(`${line} ${found}`, { file: content.file, line, field: passage.field, message: text })
  }
  return [...faults.values()]
}

/** Each field that is a text, also inside another, and each paragraph of the body. */
export const passagesOf = (content: ContentFile): Passage[] => [
  ...fieldsIn(content),
  ...paragraphsIn(content, content.body),
]

/** The passages without code. A block of code leaves empty lines, so that lines can be counted. */
function proseOf(content: ContentFile): Passage[] {
  const withoutBlocks = content.body.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
  return passagesOf({ ...content, body: withoutBlocks.replace(/`[^`\n]*`/g, '') })
}

function paragraphsIn({ bodyLine }: ContentFile, body: string): Passage[] {
  const passages: Passage[] = []
  let open: Passage | undefined
  body.split('\n').forEach((text, index) => {
    if (!text.trim()) open = undefined
    else if (open) open.text += `\n${text}`
    else passages.push((open = { field: '', line: bodyLine + index, text }))
  })
  return passages
}

function fieldsIn({ data = {}, lineOf }: ContentFile): Passage[] {
  const textsIn = (value: unknown, path: readonly string[]): Passage[] => {
    const field = path.join('.')
    if (typeof value === 'string') return [{ field, line: lineOf(field), text: value }]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]))
  }
  return textsIn(data, [])
}

/** A pattern for whole words, in any case; a space stands for any white space. `\b` would take letters with accents for none. */
export const wholeWords = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}]|\\{[\\w.]*)(?:${pattern.replace(/ (?!\?)/g, '\\s+')})(?![\\p{L}\\p{N}])`, 'giu')

/** These begin a line of their own: headings, tables, quotes, lists, and the signs of a part, alone on a line. */
const OWN_LINE = String.raw`(?:#{1,6} |\||>|[-*+] |\d+\. |---|\{[#/]\w+\}$)`
const WRAPPED = new RegExp(String.raw`(?<=\S)(?<!^(?:#{1,6} |\||>).*|^\{[#/]\w+\})\n[ \t]*(?=\S)(?!${OWN_LINE})`, 'gm')

/** A text with each paragraph and each entry of a list on one line; blocks of code stay as they are. */
export const unwrapped = (text: string): string =>
  text
    .split(/(^```[^]*?^```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(WRAPPED, ' ')))
    .join('')
