/** A text as a lawyer reads it in a terminal: its languages side by side, and below each part what may not be true of the firm. */
import { FirmFile } from '../../firm/firm.ts'
import { fillInText, placeholderValues } from '../../firm/placeholders.ts'
import { type Content, type ContentFile, contentPath, TYPICAL } from '../content/files.ts'
import { type Passage, passagesOf, unwrapped } from '../content/passages.ts'
import type { claimsIn } from '../adopt/firm-claims.ts'
import type { Reading } from './readings.ts'

/** In a narrower column, letters, languages stand below one another. */
const MIN_COLUMN = 36
const BETWEEN_COLUMNS = ' │ '
/** Before what may not be true. */
const MARK = '►'

type Claims = ReturnType<typeof claimsIn>

/**
 * @param claims what may not be true, in any text
 * @param width of the terminal, in letters
 */
export function shownText({ texts }: Reading, content: Content, claims: Claims, width: number): string {
  const columns = texts.map((text) => ({ head: text.file, cells: cellsOf(text, content, claims) }))
  const column = Math.floor((width - BETWEEN_COLUMNS.length * columns.length) / columns.length)
  if (column < MIN_COLUMN && columns.length > 1)
    return texts.map((text) => shownText({ key: '', texts: [text] }, content, claims, width)).join('\n\n')
  const places = [...new Set(columns.flatMap(({ cells }) => cells.map(({ place }) => place)))]
  const textAt = (place: string) => columns.map(({ cells }) => cells.find((cell) => cell.place === place)?.text ?? '')
  return [columns.map(({ head }) => head), ...places.map(textAt)].map((row) => sideBySide(row, column)).join('\n\n')
}

function sideBySide(cells: readonly string[], width: number): string {
  const columns = cells.map((cell) => wrapped(cell, width))
  const height = Math.max(...columns.map(({ length }) => length))
  const lineAt = (index: number) => columns.map((lines) => (lines[index] ?? '').padEnd(width)).join(BETWEEN_COLUMNS)
  return Array.from({ length: height }, (_, index) => lineAt(index).trimEnd()).join('\n')
}

/** Lines of at most so many letters, but for longer words. */
function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines = ['']
    for (const word of line.split(' ')) {
      const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word
      if (longer.length <= width || longer === word) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  })
}

/** The parts of a text; those of two languages at the same place belong together. */
function cellsOf(content: ContentFile, { files }: Content, claims: Claims): { place: string; text: string }[] {
  const firm = FirmFile.safeParse(
    files.find(({ file }) => file === contentPath(content.language, '', 'firm'))?.data,
  ).data
  const values = firm ? placeholderValues(firm, content.language, { ...TYPICAL, notOffered: firm.notOffered }) : {}
  // A list is one part.
  const places = Map.groupBy(passagesOf(content), ({ field, line }) => field.split('.')[0] || line)
  let paragraph = 0
  return [...places].map(([place, passages]) => {
    const words = passages.map(({ text }) => unwrapped(fillInText(text, values))).join(', ')
    const doubts = claims
      .filter(({ file, line }) => file === content.file && passages.some((passage) => isWithin(passage, line)))
      .map(({ decide, sentence }) => `${MARK} ${decide} “${fillInText(sentence, values)}”`)
    const isField = typeof place === 'string'
    return {
      place: isField ? place : String(paragraph++),
      text: [isField ? `${place}: ${words}` : words, ...doubts].join('\n'),
    }
  })
}

const isWithin = ({ line, text }: Passage, found: number) =>
  found >= line && found < line + Math.max(1, text.split('\n').length)
