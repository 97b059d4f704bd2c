/**
 * What a search of the staff finds in a text.
 */
import { expect, it } from 'vitest'
import { isFoundIn } from '../../src/inquiries/text-search.ts'

it.each([
  ['nunez', 'Zoë Núñez'],
  ['386 555 0187', '+1 (386) 555-0187'],
  ['+1 386 555 0187', '386.555.0187'],
  ['386/555 0187', 'My numbers: 904 555 0123, 386 555 0187 after five, ask for Maria'],
  ['555-0187', '386 555 0187'],
  ['386 555 0187 ext. 12', '(386)555-0187'],
])('%s is found in %s', (search, text) => expect(isFoundIn([undefined, text], search)).toBe(true))

it.each([
  ['386 555 0187', '386 555 0188'],
  ['386 555 0187', 'On 3/8/2026 at 5:55, room 0187'],
  ['555 01', '5550187'],
  ['ana 386 555 0187', '386 555 0187'],
  ['386 555 0187', ''],
])('%s is not found in %s', (search, text) => expect(isFoundIn([text], search)).toBe(false))
