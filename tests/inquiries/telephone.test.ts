import { expect, it } from 'vitest'
import { telephoneIn, WITH_TELEPHONE } from '../../src/telephone.ts'
import { effortOf, LINEAR } from '../effort.ts'

it.each([
  ['386 555 0142 after 5, ask for Maria', '3865550142'],
  ['after 5 386.555.0142', '3865550142'],
  ['386 555 0142 ext. 7, or 386 555 0143', '3865550142'],
  ['+1 (386) 555-0142', '+13865550142'],
  ['555-0142 (home)', '5550142'],
  ['Mexico: +52 55 1234 5678, mornings', '+525512345678'],
  ['call 38 and then 655', undefined],
  ['room 5, 55-0142', undefined],
  ['', undefined],
])('the number in a text of %j is %s', (text, number) => expect(telephoneIn(text)).toBe(number))

it('the number in a text is looked for in linear time', () => {
  for (const unit of ['5 ', '5', '(', '+ ', '555-'])
    for (const work of [telephoneIn, (text: string) => WITH_TELEPHONE.test(text)]) {
      const effort = effortOf(() => work(unit.repeat(100_000 / unit.length)), 100_000)
      expect(effort, unit).toBeLessThan(LINEAR)
    }
})
