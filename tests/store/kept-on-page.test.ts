/** Each kind of record has a row with its lifetime on the privacy page, in both languages. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import { type Language, LANGUAGES, pathIn } from '../../src/language.ts'
import type { RecordRow } from '../../src/store/record.ts'
import { Change, SealedInquiry, RECORDS } from '../../src/store/records.ts'
import { RECORD_NAMES } from '../memory-store.ts'
import { blocksOf } from '../table.ts'
import { README_ROWS } from './readme-table.ts'

const [PAGE_ROWS = [], UNTIL = [], BESIDE = []] = blocksOf('tests/store/kept-on-page.txt')
/** Where the words of a language stand in a row. */
const placeOf = (language: Language) => LANGUAGES.indexOf(language)

const namesIn = (records: string) => RECORD_NAMES.filter((name) => records.split(' ').includes(name))

const removedBy = (row: RecordRow) => README_ROWS.find(({ pattern }) => pattern === row.pattern)?.removed ?? ''

function tableOf(language: Language): [what: string, until: string][] {
  const page = readFileSync(`content/sample${pathIn(language, '/pages/privacy.md')}`, 'utf8')
  const cells = page.split('\n').flatMap((line) => /^\| (.+) \| (.+) \|$/.exec(line)?.slice(1) ?? [])
  const rows = cells.flatMap((what, index) => (index % 2 === 0 ? [[what, cells[index + 1] ?? ''] as const] : []))
  const isHead = (what: string) => /^(what|qué|---)$/.test(what)
  return rows.filter(([what]) => !isHead(what)).map(([what, until]) => [what, until])
}

/** @returns milliseconds */
const timesIn = (text: string): number[] =>
  [...text.matchAll(/(\d+) (day|día|hour|hora)/g)].map(
    ([, number, unit]) => Number(number) * (unit === 'day' || unit === 'día' ? DAY_MS : HOUR_MS),
  )

it.each(RECORD_NAMES)('%s is on the privacy page once, a claim twice', (name) => {
  const rows = PAGE_ROWS.filter(([, , records = '']) => namesIn(records).includes(name))
  expect(rows).toHaveLength(name === 'claim' ? 2 : 1)
})

describe.each(LANGUAGES)('the table of the privacy page (%s)', (language) => {
  const table = tableOf(language)

  it('has these rows', () => {
    const begins = PAGE_ROWS.map((row) => row[placeOf(language)])
    expect(table.map(([what], index) => what.startsWith(begins[index] ?? '?'))).toEqual(PAGE_ROWS.map(() => true))
  })

  it.each([...PAGE_ROWS.entries()])('says how long: row %i', (index, [, , names = '']) => {
    const until = table[index]?.[1] ?? ''
    const records = namesIn(names).map((name): RecordRow => RECORDS[name])
    const lifetimes = records.flatMap(({ removedAfterMs }) => removedAfterMs ?? [])
    const stated = timesIn(until)
    expect(stated.filter((time) => !lifetimes.includes(time))).toEqual([])
    // Where some records stay for good or until an event, the page need not say that others go within days.
    const phrases = records.flatMap((record) => UNTIL.filter(([by]) => by === removedBy(record)))
    for (const phrase of phrases) expect(until).toContain(phrase[1 + placeOf(language)])
    if (phrases.length === 0) expect(Math.max(...stated)).toBe(Math.max(...lifetimes))
    expect(phrases.length + stated.length).toBeGreaterThan(0)
  })

  it('names what is not encrypted, and of the message nothing', () => {
    const fields = [...Object.keys(SealedInquiry.shape.intake.shape), ...Object.keys(Change.shape)]
    expect(fields.sort()).toEqual(BESIDE.flatMap(([names = '']) => names.split(' ')).sort())
    const [row = ''] = table.find(([what]) => /not encrypted|sin cifrar/.test(what)) ?? []
    const names = BESIDE.flatMap((words) => words[1 + placeOf(language)] ?? [])
    expect(names.filter((name) => !row.includes(name))).toEqual([])
  })
})
