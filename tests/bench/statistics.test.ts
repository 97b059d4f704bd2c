import { expect, it } from 'vitest'
import { alternate, median, medianRatio } from './statistics.ts'

it('subjects are measured in turns, every other round backwards, and each keeps its values by round', async () => {
  const order: string[] = []
  const subject = (name: string, times: number[]) => async () => {
    order.push(name)
    return { time: times.shift() ?? Number.NaN }
  }
  const measured = await alternate(3, { ours: subject('ours', [2, 40, 6]), bare: subject('bare', [1, 20, 2]) })
  expect(order).toEqual(['ours', 'bare', 'bare', 'ours', 'ours', 'bare'])
  expect(measured).toEqual({ ours: { time: [2, 40, 6] }, bare: { time: [1, 20, 2] } })
})

it('a slow round does not choose the ratio', () => {
  expect(median([6, 2, 40])).toBe(6)
  expect(medianRatio([2, 40, 6], [1, 20, 2])).toBe('2.00×')
})
