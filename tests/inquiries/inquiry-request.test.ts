import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseInput, type Problem } from '../../src/problem.ts'
import { canonicalText, inquiryRequest, LIMITS, NORMALIZATION } from '../../src/inquiries/inquiry-request.ts'
import { OPTIONAL_FIELDS } from '../../src/inquiries/inquiry-fields.ts'
import { effortOf, LINEAR } from '../effort.ts'
import { rowsOf, yamlOf } from '../table.ts'
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

const TEXTS: unknown[][] = rowsOf('tests/inquiries/inquiry-request.txt')
const { refused, taken } = yamlOf<Record<'refused' | 'taken', [string, unknown][]>>(
  'tests/inquiries/inquiry-request.yaml',
)
const TOO_LONG = ['name', 'otherParty'].map((field) => [field, 'x'.repeat(201)])
it.each([...TEXTS, ...refused, ...TOO_LONG])('an inquiry is refused for %s = %j', (field, value) => {
  expect(pointers({ ...VALID_INQUIRY, [String(field)]: value })).toEqual([`/${String(field)}`])
})

it.each<[string, unknown]>([
  ...taken,
  ['name', 'x'.repeat(200)],
  ['name', '👩‍👩‍👧'.repeat(40)],
  ['message', '😀'.repeat(5000)],
])('an inquiry takes %s = %.30j: lengths count characters as people do', (field, value) => {
  expect(pointers({ ...VALID_INQUIRY, [field]: value })).toEqual([])
})

const EMPTY = [null, '', ' \t\n', '\u200b', []].map((empty) => [empty])
it.each(EMPTY)('an optional field that is %j was left out, as was an urgent that is false', (empty) => {
  const optional = Object.fromEntries(OPTIONAL_FIELDS.map((name) => [name, name === 'urgent' ? false : empty]))
  for (const given of [optional, { urgent: empty }])
    expect(Object.entries(parseInput(schema, { ...VALID_INQUIRY, ...given }))).toEqual(Object.entries(VALID_INQUIRY))
})

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

/** What is shown, a text as it came, and its canonical form, one line each. Most are from section 3.2.2 and 3.2.3. */
const CANONICAL = readFileSync('tests/inquiries/canonical.txt', 'utf8').trim().split('\n\n')
it.each(CANONICAL.map((block) => block.split('\n')))(
  'the canonical form (RFC 8785) has %s',
  (...[, given, canonical]) => expect(canonicalText(JSON.parse(given ?? '') as Record<string, string>)).toBe(canonical),
)

it('the canonical form (RFC 8785) writes a list in its order, and leaves out what was not given', () => {
  const given = { safeContact: ['telephone', 'email'], name: 'Ana', phone: undefined }
  expect(canonicalText(given)).toBe('{"name":"Ana","safeContact":["telephone","email"]}')
})
