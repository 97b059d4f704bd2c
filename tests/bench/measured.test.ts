import { expect, it } from 'vitest'
import { withGoals } from './measured.ts'

it('the table of a bench has each goal beside what was measured', () => {
  const head = ['server', 'rate', 'p99']
  const rows = [
    ['ours', { measured: '0.60×', goal: '≥ 0.5×' }, '3 ms'],
    ['bare', '', '1 ms'],
  ]
  expect(withGoals({ head, rows })).toEqual({
    head: ['server', 'rate', 'goal', 'p99'],
    rows: [
      ['ours', '0.60×', '≥ 0.5×', '3 ms'],
      ['bare', '', '', '1 ms'],
    ],
  })
})
