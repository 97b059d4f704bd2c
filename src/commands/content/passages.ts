/**
 * What a file says, in passages: a field, or a paragraph of the body. A sentence may run over several lines.
 */
import { type ContentFile, oncePerFile } from './files.ts'

export interface Passage {
  /** Path in the frontmatter, like `address.street`; empty in the body. */
  field: string
  /** Line on which it begins. */
  line: number
  text: string
}

/** Each field that is a text, also inside another, and each paragraph of the body, with its code. */
export const passagesOf: (content: ContentFile) => readonly Passage[] = oncePerFile(splitIntoPassages)

function splitIntoPassages({ data, body, bodyLine, lineOf }: ContentFile): Passage[] {
  const passages = fieldsIn(data ?? {}, []).map(([field, text]) => ({ field, line: lineOf(field), text }))
  let open: Passage | undefined
  body.split('\n').forEach((text, index) => {
    if (!text.trim()) open = undefined
    else if (open) open.text += `\n${text}`
    else passages.push((open = { field: '', line: bodyLine + index, text }))
  })
  return passages
}

function fieldsIn(value: unknown, path: readonly string[]): [field: string, text: string][] {
  if (typeof value === 'string') return [[path.join('.'), value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => fieldsIn(inner, [...path, name]))
}

/**
 * A pattern for whole words, in any case; a word in braces is none.
 * @param pattern source of a regular expression, in which a space stands for any white space. `\b` would take letters with accents for none
 */
export const wholeWords = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}]|\\{[\\w.]*)(?:${pattern.replace(/ (?!\?)/g, '\\s+')})(?![\\p{L}\\p{N}])`, 'giu')

/**
 * The passages of a file, and what of a list can match in any of them: few texts hold any, and to look at all passages at once is
 * faster than at each.
 * @param words the pattern of an item
 */
export function possibleIn<Item>(
  content: ContentFile,
  items: readonly Item[],
  words: (item: Item) => RegExp,
): { passages: readonly Passage[]; possible: Item[] } {
  const passages = passagesOf(content)
  const whole = wholeOf(content)
  return { passages, possible: items.filter((item) => whole.search(words(item)) >= 0) }
}

const wholeOf = oncePerFile((content) =>
  passagesOf(content)
    .map(({ text }) => text)
    .join('\n\n'),
)

/**
 * Where a pattern matches.
 * @param words with the flag `g`
 * @returns what was found, on one line, and on which line it begins; once for each line
 */
export function* matchesIn({ line, text }: Passage, words: RegExp): Generator<{ found: string; line: number }> {
  const seen = new Set<string>()
  for (const { 0: match, index } of text.matchAll(words)) {
    const found = match.replace(/\s+/g, ' ')
    const at = line + text.slice(0, index).split('\n').length - 1
    if (seen.has(`${at} ${found}`)) continue
    seen.add(`${at} ${found}`)
    yield { found, line: at }
  }
}
