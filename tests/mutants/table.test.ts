/**
 * The rows of the table of mutants agree with the code. Whether tests notice them is for `npm run mutants`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Mutant, mutated, occurrences } from './mutant.ts'
import { MUTANTS } from './table.ts'

const byFile = Map.groupBy(MUTANTS, ({ file }) => file)
const named = ({ find, replace }: Mutant) => `${find} → ${replace}`

it.each([...byFile.keys()])('the text of each mutant stands once in %s', (file) => {
  expect(existsSync(file), 'the file was moved or removed').toBe(true)
  const text = readFileSync(file, 'utf8')
  const outdated = (byFile.get(file) ?? []).filter((mutant) => occurrences(text, mutant) !== 1)
  expect(outdated.map(named)).toEqual([])
})

it('each mutant is there once, and changes something', () => {
  for (const [file, mutants] of byFile) {
    const texts = mutants.map((mutant) => mutated(readFileSync(file, 'utf8'), mutant))
    expect(new Set([readFileSync(file, 'utf8'), ...texts]).size, file).toBe(mutants.length + 1)
  }
})
