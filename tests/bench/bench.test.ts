import { expect, it } from 'vitest'
import { withGoals } from './measured.ts'
import { alternate, median, medianRatio } from './statistics.ts'

it('the table of a bench has each goal beside what was measured', () => {
  const rows = [
    ['ours', { measured: '0.60×', goal: '≥ 0.5×' }, '3 ms'],
    ['bare', '', '1 ms'],
  ]
  expect(withGoals({ head: ['server', 'rate', 'p99'], rows })).toEqual({
    head: ['server', 'rate', 'goal', 'p99'],
    rows: [
      ['ours', '0.60×', '≥ 0.5×', '3 ms'],
      ['bare', '', '', '1 ms'],
    ],
  })
})

it('subjects are measured in turns, every other round backwards, and a slow round does not choose the ratio', async () => {
  const order: string[] = []
  const subject = (name: string, times: number[]) => async () => {
    order.push(name)
    return { time: times.shift() ?? Number.NaN }
  }
  const { ours, bare } = await alternate(3, { ours: subject('ours', [2, 40, 6]), bare: subject('bare', [1, 20, 2]) })
  expect(order).toEqual(['ours', 'bare', 'bare', 'ours', 'ours', 'bare'])
  expect([ours.time, bare.time]).toEqual([
    [2, 40, 6],
    [1, 20, 2],
  ])
  expect([median(ours.time), medianRatio(ours.time, bare.time)]).toEqual([6, '2.00×'])
})
