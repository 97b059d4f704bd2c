/** Tables in text files beside the tests: a row is a line, with ` | ` between its cells. Lines that begin with # are comments. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Letters that cannot be seen are written as in JavaScript. */
const written = (row: string) =>
  row
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t')
    .replace(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/** Blocks of rows, which an empty line separates. */
export const blocksOf = (file: string): string[][][] =>
  readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .trim()
    .split('\n\n')
    .map((block) => block.split('\n').map((row) => written(row).split(/ \|(?: |$)/)))

export const rowsOf = (file: string): string[][] => blocksOf(file).flat()

/** @param cell variables like `PORT=8888`, with a space between two */
export const envOf = (cell: string): Record<string, string> =>
  Object.fromEntries([...cell.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value] as [string, string]))

/** Data with numbers, lists or fields, in YAML; the test says of which type it is. */
export const yamlOf = <Data>(file: string) => parse(readFileSync(file, 'utf8')) as Data
