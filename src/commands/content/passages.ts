/** Splits texts into passages (a field, or a paragraph of the body), and applies rules to their words. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { ContentFault } from './faults.ts'
import type { ContentFile } from './files.ts'

export interface Passage {
  /** Path in the frontmatter, like `address.street`; empty in the body. */
  field: string
  line: number
  text: string
}

export interface Rule {
  /** What the rule looks for. The pattern must have the flag `g`. */
  words: RegExp
  only?: 'fields' | 'body'
  /** True if the rule also looks into code. Other rules skip code, because it may hold anything. */
  inCode?: boolean
  /** Returns undefined when nothing is wrong. `found` has no line ends; `groups` holds what the groups of `words` matched. */
  message(
    found: string,
    place: { content: ContentFile; passage: Passage; groups: readonly string[] },
  ): string | undefined
}

/** @param file name of a YAML file in this folder, which explains its fields */
export const readRules = <Row>(file: string): readonly Row[] =>
  parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as readonly Row[]

/** A rule that finds the same words twice on one line gives one fault. */
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
  if (only && only !== (passage.field === '' ? 'body' : 'fields')) return []
  // Most passages do not match. `search` is faster, because `matchAll` copies the pattern.
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

export const passagesOf = (content: ContentFile): Passage[] => [
  ...fieldsIn(content),
  ...paragraphsIn(content, content.body),
]

/** Leaves out code. A block of code becomes empty lines, so that line numbers stay right. */
function proseOf(content: ContentFile): Passage[] {
  const withoutBlocks = content.body.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
  return passagesOf({ ...content, body: withoutBlocks.replace(/`[^`\n]*`/g, '') })
}

function paragraphsIn({ bodyLine }: ContentFile, body: string): Passage[] {
  const passages: Passage[] = []
  let current: Passage | undefined
  body.split('\n').forEach((text, index) => {
    if (!text.trim()) current = undefined
    else if (current) current.text += `\n${text}`
    else passages.push((current = { field: '', line: bodyLine + index, text }))
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

/** Ignores case, and skips placeholders; a space matches any white space. `\b` would take a letter with an accent for the end of a word. */
export const wholeWords = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}]|\\{[\\w.]*)(?:${pattern.replace(/ (?!\?)/g, '\\s+')})(?![\\p{L}\\p{N}])`, 'giu')

/** Headings, tables, quotes, entries of lists, and lines like `{#mcp}` stay on their own lines. */
const OWN_LINE = String.raw`(?:#{1,6} |\||>|[-*+] |\d+\. |---|\{[#/]\w+\}$)`
const WRAPPED = new RegExp(String.raw`(?<=\S)(?<!^(?:#{1,6} |\||>).*|^\{[#/]\w+\})\n[ \t]*(?=\S)(?!${OWN_LINE})`, 'gm')

/** Puts each paragraph and list entry on one line. Blocks of code stay as they are. */
export const unwrapped = (text: string): string =>
  text
    .split(/(^```[^]*?^```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(WRAPPED, ' ')))
    .join('')
