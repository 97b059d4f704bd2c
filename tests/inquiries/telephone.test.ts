/**
 * The number that the desk dials, in what people type.
 */
import { describe, expect, it } from 'vitest'
import { matchParty } from '../../src/inquiries/party-match.ts'
import { telephoneIn, WITH_TELEPHONE } from '../../src/inquiries/telephone.ts'
import { effortOf, LINEAR } from '../effort.ts'

describe('the number in a text', () => {
  it.each([
    ['386 555 0142 after 5, ask for Maria', '3865550142'],
    ['after 5: (386) 555-0142', '3865550142'],
    ['after 5 386.555.0142', '3865550142'],
    ['386-555-0142 x12', '3865550142'],
    ['386 555 0142 ext. 7, or 386 555 0143', '3865550142'],
    ['+1 (386) 555-0142', '+13865550142'],
    ['1-386-555-0142', '13865550142'],
    ['386–555–0142', '3865550142'],
    ['555-0142 (home)', '5550142'],
    ['Mexico: +52 55 1234 5678, mornings', '+525512345678'],
    ['0034 612 345 678', '0034612345678'],
    ['llame al 386 555 0142 después de las 5', '3865550142'],
    ['call 38 and then 655', undefined],
    ['room 5, 55-0142', undefined],
    ['', undefined],
  ])('of %j is %s', (text, number) => expect(telephoneIn(text)).toBe(number))

  it('is found by a search for it, unless it may be the number of a house', () => {
    expect(matchParty('(386) 555-0142', '386 555 0142 after 5, ask for Maria')).toBe('same')
    expect(matchParty('(386) 555-0143', '386 555 0142 after 5, ask for Maria')).toBeUndefined()
    expect(matchParty('555-0142', 'Apartment 5550142')).toBeUndefined()
  })

  it('is looked for in linear time', () => {
    for (const unit of ['5 ', '5', '(', '+ ', '555-'])
      for (const work of [telephoneIn, (text: string) => WITH_TELEPHONE.test(text)])
        expect(
          effortOf(() => work(unit.repeat(100_000 / unit.length)), 100_000),
          unit,
        ).toBeLessThan(LINEAR)
  })
})
