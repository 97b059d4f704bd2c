/**
 * The bytes of a text: the site reads UTF-8 only.
 */
import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import type { PlaceFault } from './place-fault.ts'

const LINE_FEED = 10
const BYTE_ORDER_MARK = /^\uFEFF/
const HOW_TO_SAVE =
  'Save the file again as UTF-8: most editors ask for the encoding below the name of the file in “Save as”'

/**
 * Reads a text.
 * @param path of the file
 * @returns the text without a byte order mark; or what is wrong, by the line of the first bad byte
 */
export function readText(path: string): string | PlaceFault {
  const fault = (line: number, message: string) => ({ line, field: '', message })
  const bytes = readBytes(path)
  if (!bytes) return fault(1, 'cannot be opened. Look whether you may read the file, and whether it still exists')
  // A text has no zero bytes; in UTF-16 every second one of plain letters is zero.
  if (bytes.includes(0)) return fault(1, `is saved as UTF-16, or is no text. ${HOW_TO_SAVE}`)
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(BYTE_ORDER_MARK, '')
  const lines = linesOf(bytes)
  const bad = lines.findIndex((line) => !isUtf8(line))
  const word = /\S*[\x80-\xff]\S*/.exec(lines[bad]?.toString('latin1') ?? '')?.[0] ?? ''
  return fault(bad + 1, `is not saved as UTF-8, so letters like those of “${word}” are lost. ${HOW_TO_SAVE}`)
}

function readBytes(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Of what is not UTF-8, each line: a line feed is no part of another letter. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let start = 0
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    lines.push(bytes.subarray(start, end))
    start = end + 1
  }
  return [...lines, bytes.subarray(start)]
}
