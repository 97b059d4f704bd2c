/** Days of the week in words, as `firm.md` has them and as pages show them, in each language. */
import { WEEKDAY_NAMES } from '../dates.ts'
import { FIRST_LANGUAGE, type Language, listInWords } from '../language.ts'
import { capitalized, withoutAccents } from '../letters.ts'
import { remembered } from '../remembered.ts'

/** As `Date.getUTCDay` counts them, from Sunday. */
export const WEEKDAYS = WEEKDAY_NAMES.en
/** From 0, which is Sunday. */
type Weekday = number

interface DayWords {
  all: string
  range(first: string, last: string): string
}

const WORDS: Readonly<Record<Language, DayWords>> = {
  en: { all: 'Every day', range: (first, last) => `${first} to ${last}` },
  es: {
    all: 'Todos los días',
    range: (first, last) => `de ${first} a ${last}`,
  },
}

const WEEK = WEEKDAYS.length
/** Runs of fewer days are listed. */
const SHORTEST_RANGE = 3
/** Letters that tell one day from the others in both languages. */
const LEAST_LETTERS = 3
const ALL_DAYS = ['daily', 'todos dias', ...Object.values(WORDS).map(({ all }) => plain(all))]
const BETWEEN_PARTS = / *(?:,|&|;|\band\b|\by\b|\be\b) */
const BETWEEN_ENDS = / *(?:-|\bto\b|\bthrough\b|\bthru\b|\ba\b|\bal\b|\bhasta\b) */

/**
 * The days that a text names, like `Monday to Thursday and Saturday` or `de lunes a viernes`.
 * Remembered: it is asked for each day of each inquiry in a list, always with the few texts of `firm.md`.
 * @param text in any of the languages; names may be short (`Mon`, `mié`) or in the plural
 * @returns from Monday; undefined when it holds anything that is no day
 */
export const parseDays = remembered((text): readonly Weekday[] | undefined => {
  const words = plain(text)
  const days = ALL_DAYS.includes(words) ? WEEKDAYS.map((_name, day) => day) : daysIn(words)
  return days && [...new Set(days)].sort((one, other) => fromMonday(one) - fromMonday(other))
})

/** The days in words, as a line begins: `Monday to Friday`, `Saturday and Sunday`, `De lunes a viernes`. */
export function daysInWords(days: readonly Weekday[], language: Language): string {
  const { all, range } = WORDS[language]
  if (new Set(days).size === WEEK) return all
  const parts = runsOf(days).flatMap((run) => {
    const words = run.map((day) => WEEKDAY_NAMES[language][day] ?? '')
    return words.length < SHORTEST_RANGE ? words : [range(words[0] ?? '', words.at(-1) ?? '')]
  })
  return capitalized(listInWords(parts, 'and', language))
}

/** Lower case, without accents and articles. */
function plain(text: string): string {
  return withoutAccents(text.toLowerCase())
    .replace(/[–—]/g, '-')
    .replace(/\b(de|del|los|las|el|from)\b|\./g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function daysIn(words: string): Weekday[] | undefined {
  const days: Weekday[] = []
  for (const part of words.split(BETWEEN_PARTS)) {
    const ends = part.split(BETWEEN_ENDS).map(weekdayOf)
    const [first, last = first] = ends
    if (first === undefined || last === undefined || ends.length > 2 || ends.includes(undefined)) return undefined
    for (let day = first; ; day = (day + 1) % WEEK) {
      days.push(day)
      if (day === last) break
    }
  }
  return days
}

function weekdayOf(word: string): Weekday | undefined {
  if (word.length < LEAST_LETTERS) return undefined
  const singular = word.replace(/(?<=[yaeo])s$/, '')
  const fits = (name: string) => plain(name).startsWith(singular)
  for (const names of Object.values(WEEKDAY_NAMES)) {
    const day = names.findIndex(fits)
    if (day >= 0) return day
  }
  return undefined
}

/** Days that follow one another, the week beginning on Monday. */
function runsOf(days: readonly Weekday[]): Weekday[][] {
  const runs: Weekday[][] = []
  for (const day of days.toSorted((one, other) => fromMonday(one) - fromMonday(other))) {
    const run = runs.at(-1)
    if (run && fromMonday(run.at(-1) ?? 0) + 1 === fromMonday(day)) run.push(day)
    else runs.push([day])
  }
  return runs
}

const fromMonday = (day: Weekday) => (day + WEEK - 1) % WEEK

/** An example for errors and hints. */
export const DAYS_EXAMPLE = daysInWords([1, 2, 3, 4, 5], FIRST_LANGUAGE)
