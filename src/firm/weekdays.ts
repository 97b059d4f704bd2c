/** Days of the week in words, in each language. */
import { WEEKDAY_NAMES } from '../dates.ts'
import { FIRST_LANGUAGE, type Language, listInWords } from '../language.ts'
import { capitalized, withoutAccents } from '../letters.ts'
import { memoize } from '../memoize.ts'

/** In English, from Sunday, as `Date.getUTCDay` counts. */
export const WEEKDAYS = WEEKDAY_NAMES.en
type Weekday = number

const WORDS: Readonly<Record<Language, { all: string; range(first: string, last: string): string }>> = {
  en: { all: 'Every day', range: (first, last) => `${first} to ${last}` },
  es: { all: 'Todos los días', range: (first, last) => `de ${first} a ${last}` },
}

/** In opening hours, the week begins with Monday. */
const FROM_MONDAY: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0]
/** Fewer days in a row are named one by one. */
const SHORTEST_RANGE = 3

const plain = (text: string) => withoutAccents(text.toLowerCase())

/** Cached, because the desk counts business days for each inquiry of a list. @returns the days, Monday first; undefined for other words */
export const parseDays = memoize((text): readonly Weekday[] | undefined => {
  const words = plain(text)
  if (Object.values(WORDS).some(({ all }) => plain(all) === words)) return FROM_MONDAY
  const parts = words.split(/,? and |,? y |, /).map((part) => {
    const [first = -1, last = first, ...more] = part
      .replace(/^de /, '')
      .split(/ to | a /)
      .map(indexFromMonday)
    return first < 0 || more.length > 0 ? [] : FROM_MONDAY.slice(first, last + 1)
  })
  return parts.some(({ length }) => length === 0) ? undefined : FROM_MONDAY.filter((day) => parts.flat().includes(day))
})

/** @returns 0 for Monday; -1 for a word that is not a day */
const indexFromMonday = (name: string): number =>
  FROM_MONDAY.findIndex((day) => Object.values(WEEKDAY_NAMES).some((names) => plain(names[day] ?? '') === name))

/** @returns like `Monday to Friday`, `Saturday and Sunday` or `De lunes a viernes` */
export function daysInWords(days: readonly Weekday[], language: Language): string {
  const { all, range } = WORDS[language]
  if (new Set(days).size === FROM_MONDAY.length) return all
  // Days in a row, like `12345` and, after a gap, `0`.
  const runs =
    FROM_MONDAY.map((day) => (days.includes(day) ? day : ' '))
      .join('')
      .match(/\d+/g) ?? []
  const parts = runs.flatMap((run) => {
    const words = [...run].map((day) => WEEKDAY_NAMES[language][Number(day)] ?? '')
    return words.length < SHORTEST_RANGE ? words : [range(words[0] ?? '', words.at(-1) ?? '')]
  })
  return capitalized(listInWords(parts, 'and', language))
}

export const linesIn = <L extends { days: string }>(lines: readonly L[], language: Language): L[] =>
  lines.map((line) => ({ ...line, days: daysInWords(parseDays(line.days) ?? [], language) }))

export const DAYS_EXAMPLE = daysInWords([1, 2, 3, 4, 5], FIRST_LANGUAGE)
