import { describe, expect, it } from 'vitest'
import { parseInput, type Problem } from '../../src/problem.ts'
import { inquiryRequest } from '../../src/inquiries/inquiry-request.ts'
import { effortOf, LINEAR } from '../effort.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

const schema = inquiryRequest(['personal_injury', 'other'])
const faults = (body: unknown) => {
  try {
    parseInput(schema, body)
    return []
  } catch (error) {
    return (error as Problem).errors
  }
}
const pointers = (body: unknown) => faults(body).map(({ pointer }) => pointer)

describe('an inquiry', () => {
  it('needs name, email and message only', () => {
    expect(faults(VALID_INQUIRY)).toEqual([])
  })

  it('names every fault at once, by pointer, and never repeats a value', () => {
    const found = faults({ name: 7, email: 'secret-not-an-address', phone: 'x', topic: 'secret', message: '' })
    expect(found.map(({ pointer }) => pointer)).toEqual(['/name', '/email', '/phone', '/topic', '/message'])
    expect(JSON.stringify(found)).not.toContain('secret')
  })

  it('is kept trimmed, and unknown members are ignored', () => {
    expect(schema.parse({ ...VALID_INQUIRY, name: '  Ana  ', extra: { __proto__: 1 } })).toEqual({
      ...VALID_INQUIRY,
      name: 'Ana',
    })
  })

  it.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(201)],
    ['name', 'Bob\r\nBcc: all@example.com'],
    ['name', 'Bob\u0000'],
    ['name', 'Bob\u0085'],
    ['name', 'Bo\u2028b'],
    ['name', '\ud800'],
    ['name', ['Bob']],
    ['name', null],
    ['message', 'x'.repeat(5001)],
    ['message', 'a\u0000b'],
    ['message', 'a\u001b[31mred'],
    ['phone', '123456'],
    ['phone', '1'.repeat(33)],
    ['phone', '(((((((('],
    ['phone', '555-CALL-NOW'],
    ['topic', 'divorce'],
    ['topic', ''],
    ['otherParty', 'x'.repeat(201)],
    ['language', 'not a language'],
    ['language', 5],
  ])('is refused for %s = %j', (field, value) => {
    expect(pointers({ ...VALID_INQUIRY, [field]: value })).toEqual([`/${field}`])
  })

  it.each([
    ['name', 'x'.repeat(200)],
    ['name', '👩‍👩‍👧'.repeat(40)],
    ['name', 'José Ñandú'],
    ['message', '😀'.repeat(5000)],
    ['message', 'One line.\nAnother.\r\n\tIndented.'],
    ['phone', '+1 (386) 555-0142 x7'],
    ['topic', 'other'],
    ['language', 'es-US'],
  ])('takes %s = %.30j: lengths count characters as people do', (field, value) => {
    expect(pointers({ ...VALID_INQUIRY, [field]: value })).toEqual([])
  })

  it('is checked in linear time, whatever is sent', () => {
    const length = 300_000
    const hostile = { ...VALID_INQUIRY, email: `${'a'.repeat(length)}@`, phone: '('.repeat(length) }
    expect(effortOf(() => faults(hostile), length)).toBeLessThan(LINEAR)
    expect(pointers({ ...VALID_INQUIRY, email: `${'a.'.repeat(120)}@x` })).toEqual(['/email'])
  })
})
