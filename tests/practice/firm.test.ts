import { describe, expect, it } from 'vitest'
import { clockTime, nationalTelephone } from '../../src/practice/firm.ts'

describe('as people in Florida write it', () => {
  it.each([
    ['00:00', '12:00 a.m.'],
    ['08:30', '8:30 a.m.'],
    ['12:00', '12:00 p.m.'],
    ['12:05', '12:05 p.m.'],
    ['17:00', '5:00 p.m.'],
    ['23:59', '11:59 p.m.'],
  ])('%s is %s', (time, shown) => expect(clockTime(time)).toBe(shown))

  it('a telephone number is (386) 555-0142', () => expect(nationalTelephone('+1-386-555-0142')).toBe('(386) 555-0142'))
})
