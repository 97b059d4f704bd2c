import { expect, it } from 'vitest'
import { nationalTelephone } from '../../src/firm/firm.ts'

it('a telephone number is (386) 555-0142, as people in Florida write it', () =>
  expect(nationalTelephone('+1-386-555-0142')).toBe('(386) 555-0142'))
