import { expect, it } from 'vitest'
import { createReference, parseReference } from '../../src/inquiries/inquiry-id.ts'

it('a reference is two groups of four letters and digits that cannot be taken for one another', () => {
  for (let count = 0; count < 500; count++)
    expect(createReference()).toMatch(/^[2-9BCDFGHJKMNPQRSTVWXYZ]{4}-[2-9BCDFGHJKMNPQRSTVWXYZ]{4}$/)
})

it.each(['K7QM-2F9D', 'k7qm2f9d', ' K7QM 2F9D ', 'k7-qm2-f9d'])('a reference is read from %j', (text) =>
  expect(parseReference(text)).toBe('K7QM-2F9D'),
)

it.each(['', 'K7QM', 'K7QM-2F9D-X', 'AAAA-AAAA', 'K7QM-2F9<', '../../etc'])('%j is no reference', (text) =>
  expect(parseReference(text)).toBeUndefined(),
)
