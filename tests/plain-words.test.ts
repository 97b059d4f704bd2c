/**
 * Words that make a reader stop, and the plain ones to use instead. Texts in Spanish and in `content/` are not read.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const INSTEAD: Readonly<Record<string, string>> = {
  whoever: 'anyone who, a client that',
  whomever: 'anyone whom',
  nobody: 'no one, none',
  anew: 'again',
  mend: 'fix',
  mends: 'fixes',
  mended: 'fixed',
}
const FILES = globSync([
  '{src,netlify,tests}/**/*.{ts,astro,mjs}',
  '*.md',
  '.github/*.md',
  '{src,netlify,tests}/**/README.md',
]).filter((file) => !/node_modules|plain-words|words-es/.test(file))

it.each(Object.keys(INSTEAD))('"%s" is not used', (word) => {
  const pattern = new RegExp(`\\b${word}\\b`, 'i')
  const found = FILES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(found, `write: ${INSTEAD[word]}`).toEqual([])
})
