import { expect, it } from 'vitest'
import { parseInput, type Problem } from '../../src/problem.ts'
import { canonicalText, inquiryRequest, LIMITS, NORMALIZATION } from '../../src/inquiries/inquiry-request.ts'
import { OPTIONAL_FIELDS } from '../../src/inquiries/inquiry-fields.ts'
import { effortOf, LINEAR } from '../effort.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

/** Saturday evening in Florida, and Sunday by UTC. */
const clock = { now: () => new Date('2026-11-22T02:00:00.000Z') }
const schema = inquiryRequest(['personal_injury', 'other'], clock)
const faults = (body: unknown) => {
  try {
    parseInput(schema, body)
    return []
  } catch (error) {
    return (error as Problem).errors
  }
}
const pointers = (body: unknown) => faults(body).map(({ pointer }) => pointer)

it.each([
  ['name', ''],
  ['name', 'x'.repeat(201)],
  ['name', 'Bob\r\nBcc: all@example.com'],
  ['name', 'Bo\u2028b'],
  ['name', '\ud800'],
  ['name', null],
  ['message', 'a\u001b[31mred'],
  ['phone', '123456'],
  ['phone', 'call me, or ask for Maria'],
  ['phone', '555-CALL-NOW'],
  ['topic', 'divorce'],
  ['otherParty', 'x'.repeat(201)],
  ['county', 'x'.repeat(61)],
  ['date', '2026-11-19'],
  ['date', '2036-11-22'],
  ['date', '2027-02-29'],
  ['date', '12/31/2026'],
  ['name', []],
  ['email', null],
  ['message', ' \n '],
  ['message', '\u2800\u00ad'],
  ['name', '\u200b\u3164'],
  ['phone', false],
  ['urgent', 'yes'],
  ['writingFor', 'Bo'],
  ['safeContact', 'email'],
  ['safeContact', ['email', 'email']],
  ['language', 'not a language'],
])('an inquiry is refused for %s = %j', (field, value) => {
  expect(pointers({ ...VALID_INQUIRY, [field]: value })).toEqual([`/${field}`])
})

it.each([
  ['name', 'x'.repeat(200)],
  ['name', '👩‍👩‍👧'.repeat(40)],
  ['message', '😀'.repeat(5000)],
  ['message', 'One line.\nAnother.\r\n\tIndented.'],
  ['phone', '+1 (386) 555-0142 x7'],
  ['phone', '386 555 0142 after 5, ask for Maria'],
  ['topic', 'other'],
  ['date', '2026-11-20'],
  ['date', '2036-11-21'],
  ['safeContact', ['voicemail', 'email']],
])('an inquiry takes %s = %.30j: lengths count characters as people do', (field, value) => {
  expect(pointers({ ...VALID_INQUIRY, [field]: value })).toEqual([])
})

it.each([[null], [''], [' \t\n'], ['\u200b'], [[]]])(
  'an optional field that is %j was left out, as was an urgent that is false',
  (empty) => {
    const optional = Object.fromEntries(OPTIONAL_FIELDS.map((name) => [name, name === 'urgent' ? false : empty]))
    for (const given of [optional, { urgent: empty }])
      expect(Object.entries(parseInput(schema, { ...VALID_INQUIRY, ...given }))).toEqual(Object.entries(VALID_INQUIRY))
  },
)

it('an inquiry is checked in linear time, whatever is sent', () => {
  const length = 300_000
  const hostile = { ...VALID_INQUIRY, email: `${'a'.repeat(length)}@`, phone: '(5'.repeat(3).padEnd(length, '(') }
  expect(effortOf(() => faults(hostile), length)).toBeLessThan(LINEAR)
  expect(pointers({ ...VALID_INQUIRY, email: `${'a.'.repeat(120)}@x` })).toEqual(['/email'])
})

it('what checking changes is what the rule says, field by field', () => {
  const more = { phone: '386 555 0142', topic: 'other', otherParty: 'Bo', county: 'Lee', language: 'es' }
  const full = { ...VALID_INQUIRY, ...more }
  for (const [field, value] of Object.entries(full)) {
    const padded = { ...full, [field]: ` \t\u00a0${value}\ufeff ` }
    if (NORMALIZATION.includes(field)) expect(schema.parse(padded), field).toEqual(full)
    else expect(pointers(padded)).toEqual([`/${field}`])
  }
  expect(NORMALIZATION.match(/\w+/g)).toEqual(expect.arrayContaining(Object.keys(LIMITS)))
})

it('what checking changes is nothing else: line ends, inner spaces, case and composed letters stay', () => {
  const given = { ...VALID_INQUIRY, email: 'Ana@Example.com', message: 'A  b\r\nc\u0301 \u00e9 Ⅳ\ufeffz' }
  expect(schema.parse(given)).toEqual(given)
})

it.each([
  // Section 3.2.3: UTF-16 code units order the names, so a surrogate pair stands before U+FB33.
  [
    'names in their order',
    String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  // Section 3.2.2.
  [
    'escapes',
    String.raw`{ "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/" }`,
    String.raw`{"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  ],
  // Section 3.2.2.2: two-letter escapes, lowercase hexadecimal digits, and nothing else escaped.
  [
    'all escapes',
    String.raw`{"a":"\u0000\u0008\u0009\u000A\u000C\u000D\u001F\u007F\u2028 é"}`,
    String.raw`{"a":"\u0000\b\t\n\f\r\u001f` + '\u007f\u2028 é"}',
  ],
  ['a name that begins another', '{"ab":"1","a!":"2","a":"3","B":"4"}', '{"B":"4","a":"3","a!":"2","ab":"1"}'],
  ['the same letter in two ways', '{"m":"e\u0301\u00e9"}', '{"m":"e\u0301\u00e9"}'],
])('the canonical form (RFC 8785) has %s', (_what, given, canonical) => {
  expect(canonicalText(JSON.parse(given) as Record<string, string>)).toBe(canonical)
})

it('the canonical form (RFC 8785) writes a list in its order', () =>
  expect(canonicalText({ safeContact: ['telephone', 'email'], a: '1' })).toBe(
    '{"a":"1","safeContact":["telephone","email"]}',
  ))

it('the canonical form (RFC 8785) leaves out what was not given', () =>
  expect(canonicalText({ name: 'Ana', phone: undefined })).toBe('{"name":"Ana"}'))
