/** The words in braces that the build fills into texts, and the staff into the letters with which they begin a reply. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fillIn, fillInText, PLACEHOLDERS, placeholderValues, shortName } from '../../src/firm/placeholders.ts'
import { openPassages, passagesLeft, REPLY_WORDS } from '../../src/firm/reply-template.ts'
import { blocksOf, yamlOf } from '../table.ts'

const FIRM = yamlOf<Parameters<typeof placeholderValues>[0]>('tests/firm/placeholders.yaml')
const [OFFICE = expect.unreachable('no office')] = FIRM.offices
const SETTINGS = { base: 'https://ortizlund.example', retentionDays: 90 }
const values = placeholderValues(FIRM, 'en', SETTINGS)

const [TEXTS = [], NAMES = []] = blocksOf('tests/firm/placeholders.txt')

it.each(TEXTS)('%s becomes %s', (text = '', filled) =>
  expect(fillInText(text, values).replaceAll('\u00a0', '~')).toBe(filled),
)

it('names the city of each office once', () => {
  const other = { ...OFFICE, address: { ...OFFICE.address, city: 'Ocala' } }
  const citiesOf = (offices: (typeof OFFICE)[]) =>
    placeholderValues({ ...FIRM, offices }, 'es', SETTINGS)['firm.cities']
  expect(citiesOf([OFFICE, OFFICE])).toBe(OFFICE.address.city)
  expect(citiesOf([OFFICE, other, OFFICE])).toBe(`${OFFICE.address.city} y Ocala`)
})

it('fits into a sentence: only a name begins with a capital letter', () => {
  const hours = [{ days: 'Every day', opens: '09:00', closes: '17:00' }]
  const everyDay = { ...FIRM, offices: [{ ...OFFICE, hours }] }
  expect(placeholderValues(everyDay, 'en', SETTINGS)['firm.hours']).toMatch(/^every day, 9:00/)
  const area = (areaServed: string) => placeholderValues({ ...FIRM, areaServed }, 'es', SETTINGS)['firm.areaServed']
  expect(area('Condados de Duval y Clay, Florida')).toBe('condados de Duval y Clay, Florida')
  expect(area('Condado de Duval, Florida')).toBe('condado de Duval, Florida')
  const spanish = 'de lunes a jueves, de 9:00 a. m. a 5:00 p. m.; sábado, de 9:00 a. m. a 12:00 p. m.'
  expect(placeholderValues(FIRM, 'es', SETTINGS)['firm.hours'].replaceAll('\u00a0', ' ')).toBe(spanish)
})

it.each(NAMES)('the short name of %s is %s', (name = '', short) => expect(shortName(name)).toBe(short))

it('a value is filled in once, holds no word to fill in, may be a list or an object, and dates and numbers stay', () => {
  expect(fillInText('{a}', { a: '{b} $&', b: 'x' })).toBe('{b} $&')
  const at = new Date(0)
  expect(fillIn({ a: ['{x}', 1], b: { c: '({x})' }, at }, { x: 'y' })).toEqual({ a: ['y', 1], b: { c: '(y)' }, at })
})

it('each word in braces is explained to editors', () => {
  const rows = [...readFileSync('content/README.md', 'utf8').matchAll(/^\| `\{([\w.]+)\}` \| (.+) \|$/gm)]
  const words = Object.entries({ ...PLACEHOLDERS, ...REPLY_WORDS })
  expect(rows.map(([, word, meaning]) => [word, meaning])).toEqual(expect.arrayContaining(words))
})

it('letters are not finished while a word in braces or a passage that is no link is left', async () => {
  expect(openPassages('On [day], or [another day]. [A link](/contact/) []')).toEqual(['[day]', '[another day]'])
  const published = { read: () => Promise.resolve('{"en":[]}') }
  expect(await passagesLeft(published, 'Dear {name}, {city}: {booking} [today]')).toEqual(['{name}', '{booking}'])
})
