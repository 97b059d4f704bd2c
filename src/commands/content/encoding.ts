/**
 * The bytes of a text: the site reads UTF-8 only.
 */
import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import type { PlaceFault } from './fault.ts'

const BYTE_ORDER_MARK = /^\uFEFF/
const HOW_TO_SAVE =
  'Save the file again as UTF-8: most editors ask for the encoding below the name of the file in “Save as”'

/**
 * Reads a text.
 * @param path of the file
 * @returns the text without a byte order mark; or what is wrong, by the line of the first bad byte
 */
export function readText(path: string): string | PlaceFault {
  const fault = (message: string, line = 1) => ({ line, field: '', message })
  const bytes = readBytes(path)
  if (!bytes) return fault('cannot be opened. Look whether you may read the file, and whether it still exists')
  // A text has no zero bytes; in UTF-16 every second one of plain letters is zero.
  if (bytes.includes(0)) return fault(`is saved as UTF-16, or is not a text. ${HOW_TO_SAVE}`)
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(BYTE_ORDER_MARK, '')
  // Each byte becomes one letter, so lines can be told apart before it is known what the letters are.
  const lines = bytes.toString('latin1').split('\n')
  const bad = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
  const word = /\S*[\x80-\xff]\S*/.exec(lines[bad] ?? '')?.[0] ?? ''
  return fault(`is not saved as UTF-8, so letters like those of “${word}” are lost. ${HOW_TO_SAVE}`, bad + 1)
}

function readBytes(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
