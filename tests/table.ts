/** Tables in text files beside the tests: a row is a line, with ` | ` between its cells. Lines that begin with # are comments. */
import { readFileSync } from 'node:fs'

/** Blocks of rows, which an empty line separates. `\n` and `\t` stand for a line break and a tab. */
export const blocksOf = (file: string): string[][][] =>
  readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .trim()
    .split('\n\n')
    .map((block) =>
      block.split('\n').map((row) =>
        row
          .replaceAll('\\n', '\n')
          .replaceAll('\\t', '\t')
          .split(/ \|(?: |$)/),
      ),
    )

export const rowsOf = (file: string): string[][] => blocksOf(file).flat()
