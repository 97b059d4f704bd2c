/**
 * Figures in Markdown files: a command replaces what stands between two comments, and leaves the rest of the file alone.
 *
 *   <!-- figures: NAME -->
 *   <!-- end of figures -->
 */
import { readFileSync, writeFileSync } from 'node:fs'

const START = (name: string) => `<!-- figures: ${name} -->\n`
const END = '<!-- end of figures -->'

/**
 * Replaces a marked part.
 * @param markdown the whole text
 * @param name of the part
 * @param content Markdown, without the markers
 * @returns the whole text with the new part
 * @throws Error when the text does not have exactly one part of this name, or the part has no end
 */
export function replaceMarkedPart(markdown: string, name: string, content: string): string {
  const [before = '', after, ...more] = markdown.split(START(name))
  if (after === undefined || more.length > 0)
    throw new Error(`There must be one line "${START(name).trim()}", and there are ${more.length + (after ? 1 : 0)}.`)
  const end = after.indexOf(END)
  const next = after.indexOf('<!-- figures: ')
  if (end < 0 || (next >= 0 && next < end)) throw new Error(`There is no "${END}" after "${START(name).trim()}".`)
  return `${before}${START(name)}\n${content.trim()}\n\n${after.slice(end)}`
}

/** Replaces a marked part of a file. @throws as `replaceMarkedPart` */
export function writeMarkedPart(file: string, name: string, content: string): void {
  writeFileSync(file, replaceMarkedPart(readFileSync(file, 'utf8'), name, content))
}

/** A table in Markdown. Cells are text; a vertical line in one is escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
