import { expect, it } from 'vitest'
import { telephoneIn, WITH_TELEPHONE } from '../../src/telephone.ts'
import { effortOf, LINEAR } from '../effort.ts'
import { rowsOf } from '../table.ts'

it.each(rowsOf('tests/inquiries/telephone.txt'))('the number in a text of %j is %s', (text, number) =>
  expect(telephoneIn(text) ?? 'none').toBe(number),
)

it('the number in a text is looked for in linear time', () => {
  for (const unit of ['5 ', '5', '(', '+ ', '555-'])
    for (const work of [telephoneIn, (text: string) => WITH_TELEPHONE.test(text)]) {
      const effort = effortOf(() => work(unit.repeat(100_000 / unit.length)), 100_000)
      expect(effort, unit).toBeLessThan(LINEAR)
    }
})
