/**
 * The place of a fault, as people read it.
 */
import { expect, it } from 'vitest'
import { fieldInWords } from '../../../src/commands/content/place-fault.ts'

it.each([
  ['hours.0.opens', '`hours`, entry 1, `opens`'],
  ['address.street', '`address`, `street`'],
  ['2024', '`2024`'],
  ['', ''],
])('%s is %s', (field, words) => {
  expect(fieldInWords(field)).toBe(words)
})
