import { describe, expect, it } from 'vitest'
import { cellsOf, HEAD, missedGoals } from './row.ts'
import type { Row } from './torture.ts'

const ROW: Row = { done: 'much', lost: 0, twice: 0, torn: 0, failed: 0, faults: [] }
const LATE: Row = { ...ROW, waits: { request: 90, own: 80, machine: 20, answered: 9 }, waitGoal: 50 }

describe('the goals', () => {
  it.each<[string, Row, missed: string[]]>([
    ['are met', ROW, []],
    ['are missed by a count', { ...ROW, torn: 2 }, ['kill: 2 torn.']],
    ['are missed by a fault, said once', { ...ROW, faults: ['It hung.', 'It hung.'] }, ['kill: It hung.']],
    ['are missed by a wait', LATE, ['kill: another request waited 80 ms.']],
    [
      'are met by a wait that the machine explains',
      { ...LATE, waits: { request: 90, own: 80, machine: 31, answered: 9 } },
      [],
    ],
  ])('%s', (_what, row, missed) => {
    expect(missedGoals('kill', row, { isShort: false })).toEqual(missed)
  })

  it('hold no wait in the short form', () => {
    expect(missedGoals('kill', LATE, { isShort: true })).toEqual([])
  })

  it('are not missed by what did not run, which says why', () => {
    expect(missedGoals('kill', { notRun: 'no disk' }, { isShort: false })).toEqual([])
    expect(cellsOf('kill', { notRun: 'no disk' })).toHaveLength(HEAD.length)
    expect(cellsOf('kill', { notRun: 'no disk' })[1]).toBe('not run: no disk')
    expect(cellsOf('kill', LATE)).toHaveLength(HEAD.length)
  })
})
