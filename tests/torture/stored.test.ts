import { describe, expect, it } from 'vitest'
import { type StoredInquiry, tally } from './stored.ts'
import type { Acknowledged } from './writers.ts'

const inquiry = { name: 'w1', email: 'w1@example.com', message: 'abc' }
const acknowledged: ReadonlyMap<string, Acknowledged> = new Map([['w1', { inquiry, reference: 'A' }]])
const stored: StoredInquiry = { reference: 'A', request: inquiry }

describe('the tally', () => {
  it.each<[string, StoredInquiry[], [lost: number, twice: number, torn: number]]>([
    ['is nothing when each is there once', [stored], [0, 0, 0]],
    ['finds what is lost', [], [1, 0, 0]],
    ['finds what is there under another reference', [{ ...stored, reference: 'B' }], [1, 0, 0]],
    ['finds what is there twice', [stored, { ...stored, reference: 'B' }], [0, 1, 0]],
    ['finds a changed one', [{ ...stored, request: { ...inquiry, message: 'ab' } }], [1, 0, 1]],
    ['finds one that cannot be opened', [stored, { reference: 'B' }], [0, 0, 1]],
    ['finds one that no one sent', [stored, { reference: 'B', request: { ...inquiry, name: 'w2' } }], [0, 0, 1]],
  ])('%s', (_what, found, [lost, twice, torn]) => {
    expect(tally(acknowledged, found)).toEqual({ lost, twice, torn })
  })
})
